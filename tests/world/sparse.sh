#!/bin/bash
# sparse.sh BUILD PROGRAM: how long a program with 1 GiB of .bss takes, and how
# large the core dump is of one with a large heap besides.
set -euo pipefail

build=$1 program=$2
source=$(cd "$(dirname "$0")" && pwd)/sparse.c
export UCILK_NWORKERS=2

for variant in SMALL UNTOUCHED; do
    "$build/bin/ucilkcc" -O1 -D$variant -I"$(dirname "$source")/../lang" \
        "$source" -o "./$variant"
done
declare -A least # microseconds, of 10 runs
for turn in {1..10}; do
    for variant in ./SMALL ./UNTOUCHED "$program"; do
        from=${EPOCHREALTIME/./}
        "$variant"
        to=${EPOCHREALTIME/./}
        [ "$turn" != 1 ] && [ $((to - from)) -ge "${least[$variant]}" ] ||
            least[$variant]=$((to - from))
    done
done
small=${least[./SMALL]} untouched=${least[./UNTOUCHED]} touched=${least[$program]}
echo "us: $small with 100 bytes, $untouched with 1 GiB, $touched with 100 pages"
# Copying it all would take a second.
[ $((untouched - small)) -lt 100000 ] && [ $((touched - small)) -lt 100000 ]

# Only where the kernel writes core dumps here.
case $(cat /proc/sys/kernel/core_pattern) in
*[/\|]*) exit 0 ;;
esac
ulimit -c unlimited 2>/dev/null || exit 0
status=0
"$program" 200 2>crash.err || status=$?
grep -q 'SIGSEGV.*in task .crash' crash.err
[ $status -ge 128 ]
for core in core*; do
    [ -e "$core" ] || continue
    size=$(stat -c %s "$core")
    echo "core dump: $size bytes"
    [ "$size" -lt $((64 << 20)) ] || exit 1
    gdb -batch -ex bt "$program" "$core" 2>/dev/null | grep -q 'crash (size='
done
