#!/bin/bash
# wrapped.sh BUILD: no function of libc is forgotten.  What libc exports of each
# family in left_to_libc must be defined by the runtime, or stand there with
# the reason; and torture.c must call each function that the runtime defines in
# libc's place, or that stands there as well.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { echo "usage: wrapped.sh BUILD" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

libc=$(ldd "$1/bin/ucilkcc" | awk '$1 ~ /^libc\.so/ { print $3 }')
# Those that a program can be linked to: the default versions.
nm -D --defined-only "$libc" | sed -n 's/.* [TWViuDB] \([^@]*\)@@.*/\1/p' |
    sort -u >exported
nm --defined-only -g "$1/lib/libucilk_cluster.a" | awk 'NF == 3 { print $3 }' |
    sort -u >own
comm -12 exported own >wrapped
table=$here/left_to_libc
sed -n 's/^left //p' "$table" | tr ' ' '\n' | sort >left
sed -n 's/^family //p' "$table" >families
grep -Exf families exported >required

# As it stands there: nothing that the compiler knows better.
"$1/bin/ucilkcc" -w -Werror=unused-function -O0 -fno-builtin -U_FORTIFY_SOURCE -I"$here/../lang" \
    -c "$here/torture.c" -o torture.o
nm -u torture.o | awk '{ print $2 }' | sort -u >used
sed -n 's/^untried //p' "$table" | tr ' ' '\n' | sort >untried

bad=$(
    comm -23 required wrapped | comm -23 - left |
        sed 's/^/neither wrapped nor left to libc: /'
    comm -23 left required | sed 's/^/left to libc, but of no family: /'
    comm -12 left wrapped | sed 's/^/left to libc, but wrapped: /'
    uniq -d left | sed 's/^/left to libc twice: /'
    uniq -d untried | sed 's/^/untried twice: /'
    comm -23 wrapped used | comm -23 - untried | sed 's/^/not in torture.c: /'
    comm -12 used untried | sed 's/^/untried, but in torture.c: /'
)
if [ -n "$bad" ]; then
    echo "$bad"
    exit 1
fi
echo "ok $(wc -l <wrapped) functions of libc are the runtime's"
