#!/bin/bash
# style.sh [--write] [BUILD]: the layout of the C of runtime/, tools/ and tests/unit/ by
# clang-format, its faults by clang-tidy and the list in .clang-tidy, and the spelling of
# documents and comments by codespell.  BUILD (build/) has the commands that compile each
# file.  --write lays out what is not.
set -uo pipefail
write=no
while [ $# != 0 ]; do
    case $1 in
    --help) exec sed -n '2,5s/^# *//p' "$0" ;;
    --write) write=yes ;;
    -*) echo "style.sh: unknown option $1; --help says what there is" >&2; exit 2 ;;
    *) build=$(cd "$1" && pwd) || exit 2 ;;
    esac
    shift
done
cd "$(dirname "$0")/.." || exit
build=${build:-$PWD/build}
status=0

# Each version of clang-format lays some lines out in its own way; this is Debian 13's.
version=19
for tool in clang-format-$version clang-tidy-$version codespell; do
    command -v $tool >/dev/null || { echo "style.sh: $tool is missing"; exit 77; }
done

# Laid out by hand: assembly, a table of registers, and comments behind members.
by_hand='/canaries\.h$|/registers\.h$|/source\.h$|/keywords\.h$|/emit_frames\.c$|/keywords\.c$'
mapfile -t files < <(git ls-files 'runtime/*.[ch]' 'tools/*.[ch]' 'tests/unit/*.[ch]' |
    grep -v /self_test/programs/ | grep -vE "$by_hand")
if [ $write = yes ]; then
    exec clang-format-$version -i "${files[@]}"
fi
clang-format-$version --dry-run --Werror "${files[@]}" || {
    echo "style.sh: the layout of these files; tools/style.sh --write makes it" >&2
    status=1
}

mapfile -t files < <(python3 - "$build/compile_commands.json" <<'END'
import json
import sys

for file in sorted({row["file"] for row in json.load(open(sys.argv[1]))}):
    if file.endswith(".c") and ("/runtime/" in file or "/tools/" in file):
        print(file)
END
)
[ ${#files[@]} != 0 ] || { echo "style.sh: $build has no compile_commands.json" >&2; exit 1; }
printf '%s\0' "${files[@]}" |
    xargs -0 -n8 -P"$(nproc)" clang-tidy-$version -p "$build" --quiet 2>/dev/null || status=1

git ls-files -z '*.md' '*.[ch]' '*.S' '*.py' '*.sh' 'docs/man/*' |
    xargs -0 codespell -L "fulfilment,deques,fro,statics,ssee,te,get's,alway" || status=1
exit $status
