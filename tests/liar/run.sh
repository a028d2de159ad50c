#!/usr/bin/env bash
# tests/liar/run.sh BUILD [--all] [--every N] [FILE...]: the rewriter over a libclang
# that leaves one thing out at a time (liar.h), for each of the language's programs
# and the examples.  A rewrite must end with an error, or in the text that it is
# without the lie.
#
# --every N tells one lie of N, 500 if not said: CI's sample.  --all tells each;
# that takes hours on two cores.  Prints the lies that went through, and counts.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] && [ -x "$1/tests/lies" ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd)
shift
every=500 files=()
while [ $# != 0 ]; do
    case $1 in
    --all) every=1 ;;
    --every) every=$2 && shift ;;
    -*) echo "run.sh: unknown option $1" >&2 && exit 2 ;;
    *) files+=("$1") ;;
    esac
    shift
done
if [ ${#files[@]} = 0 ]; then
    for file in "$root"/tests/lang/*.c "$root"/examples/*.c; do
        [[ $file == *_macros.c ]] || files+=("$file")
    done
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tell() { # FILE: what went through, and counts, go into $work
    local name text
    name=$(basename "$1" .c)
    text=$work/$name.$$.i
    "$build/bin/ucilkcc" -w -E -O1 -I"$root/tests/lang" -I"$root/examples" "$1" >"$text"
    # The number of the first lie differs from file to file.
    timeout -k 5 $((3600 * 3 / every + 120)) "$build/tests/lies" "$text" \
        --every "$every" --from $((${#1} * 37 % every)) >"$work/$name.$$.out" ||
        [ $? = 1 ] || echo "FAILED lies" >>"$work/$name.$$.out"
    rm -f "$text"
    grep -E '^(OTHER|DIED|FAILED|lies:)' "$work/$name.$$.out" | sed "s|^|$1: |" || true
}
export -f tell
export build root work every
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 1 bash -c 'tell "$0"' | tee "$work/through"

"$build/bin/ucilkcc" --version | grep -o 'libclang [0-9.]*' || true
cat "$work"/*.out | awk -F'[:]' '
    /^counts/ { name = substr($1, 8); split($2, n, " "); for (i = 1; i <= 4; i++) sum[name, i] += n[i]; names[name] }
    END {
        for (name in names) {
            printf "%s: %d lies, %d errors, %d the same text, %d another text\n", name,
                sum[name, 1], sum[name, 2], sum[name, 3], sum[name, 4]
            lies += sum[name, 1]; errors += sum[name, 2]; other += sum[name, 4]
        }
        printf "%d lies, %d errors, %d another text\n", lies, errors, other
        exit lies < 500 || errors < lies / 10
    }' || { echo "run.sh: too few lies, or errors" >&2 && exit 1; }
[ ! -s "$work/through" ]
