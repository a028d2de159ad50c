#!/bin/bash
# machines.sh BUILD: the table of docs/machines.md has the rows of tests/machines.sh, each
# once and in their order; a row that there is not is refused.  BUILD is not used.
. "$(dirname "$0")/../steps.sh"

rows=$("$root/tests/machines.sh" --list | awk '{ print $1 }')
table=$(awk -F ' *[|] *' '/^[|] row /, 0 { if (/^[|]/ && $2 != "row" && $2 !~ /^-/) print $2 }' "$root/docs/machines.md")
step "the rows, and those of docs/machines.md" diff <(echo "$rows") <(echo "$table")
says "a row that there is not" 2 "^machines.sh: no row is called libclang-99; --list has them$" \
    "$root/tests/machines.sh" libclang-99
[ $n_failed = 0 ]
