#!/bin/bash
# machines.sh BUILD: the table of docs/machines.md has the rows of tests/machines.sh, each
# once and in their order; a row that there is not is refused.  BUILD is not used.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
rows=$("$root/tests/machines.sh" --list | awk '{ print $1 }')
table=$(awk -F ' *[|] *' '/^[|] row /, 0 { if (/^[|]/ && $2 != "row" && $2 !~ /^-/) print $2 }' "$root/docs/machines.md")
diff <(echo "$rows") <(echo "$table") || { echo "FAIL the rows, and those of docs/machines.md"; exit 1; }
echo "ok $(wc -l <<<"$rows") rows"
said=$("$root/tests/machines.sh" libclang-99 2>&1) && { echo "FAIL libclang-99 is accepted"; exit 1; }
[ "$said" = "machines.sh: no row is called libclang-99; --list has them" ] || { echo "FAIL $said"; exit 1; }
echo "ok a row that there is not"
