#!/bin/bash
# house.sh [BUILD]: how large the tree is.  Prints the lines of each part, functions and
# files that are longer than one likes to read, headers that share a name, and, if there is
# a build tree (build/), circles: source files of a library that call each other, by nm.
set -euo pipefail
[ "${1:-}" != --help ] || exec sed -n '2,4s/^# *//p' "$0"
cd "$(dirname "$0")/.."
build=${1:-build}

lines() { # PATH...
    git ls-files -z "$@" | xargs -0r cat | wc -l
}

# Only in files that are formatted, where a function begins and ends at a line's begin.
functions() { # LEAST
    git ls-files '*.c' '*.h' | grep -v /reject/ | xargs awk -v least="$1" '
        FNR == 1 { begin = 0 }
        /^[a-z_].*[a-z_0-9]\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
        /^{/ { begin = FNR }
        /^}/ && begin {
            if (FNR - begin >= least)
                printf "%6d  %s:%d %s\n", FNR - begin - 1, FILENAME, begin, name
            begin = 0
        }' | sort -rn
}

echo "Lines:"
for part in tools/ucilkcc tools/ucilk tools tests runtime docs bench ucilk macros examples .; do
    printf '%8d  %s\n' "$(lines $part)" "$part"
done
echo "Functions of 80 lines and more:"
functions 80
echo "Files of 500 lines and more, without pictures:"
git ls-files | grep -v '\.svg$' | xargs wc -l | awk '$1 >= 500 && $2 != "total"' | sort -rn
echo "Headers of one name:"
git ls-files 'runtime/*.h' ucilk macros 'tools/*.h' | sed 's|.*/||' | sort | uniq -dc

[ -d "$build/runtime" ] || exit 0
echo "Circles, of two files and more:"
names=$(mktemp)
trap 'rm -f "$names"' EXIT
for library in ucilk ucilk_cluster ucilk_groups ucilk_race ucilk_scale ucilk_sim ucilk_child; do
    for folder in "$build/runtime/CMakeFiles/$library"{,_parts}.dir; do
        [ -d "$folder" ] || continue
        find "$folder" -name '*.o' -exec nm -A --defined-only --extern-only {} + 2>/dev/null |
            sed 's/^/d /' >"$names"
        find "$folder" -name '*.o' -exec nm -A -u {} + 2>/dev/null |
            sed 's/^/u /' >>"$names"
        python3 - "$library" "$folder/" "$names" <<'END'
import collections
import sys

library, folder, path = sys.argv[1:]
defines, uses = {}, collections.defaultdict(set)
for line in open(path):
    kind, file, *_, name = line.replace(":", " ", 1).split()
    file = file[len(folder):].removesuffix(".o")
    if kind == "d":
        defines[name] = file
    else:
        uses[file].add(name)
calls = {file: {defines[n] for n in names if n in defines} - {file} for file, names in uses.items()}


def reached(file):
    found, left = set(), [file]
    while left:
        for other in calls.get(left.pop(), ()):
            if other not in found:
                found.add(other)
                left.append(other)
    return found


reach = {file: reached(file) for file in calls}
done = set()
for file in sorted(calls):
    circle = {other for other in reach[file] if file in reach.get(other, ())}
    if file not in done and len(circle) > 1:
        print("%6d  %s: %s" % (len(circle), library, " ".join(sorted(circle))))
    done |= circle
END
    done
done
