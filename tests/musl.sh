#!/bin/bash
# musl.sh BUILD: ucilk for musl. musl-gcc builds the library of one process, in a
# temporary folder; on it BUILD's ucilkcc passes its self-test, the language programs
# print what their serial elisions print with glibc, and guests of tests/process are right.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { echo "usage: musl.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
command -v musl-gcc >/dev/null || { echo "no musl-gcc (musl-tools): nothing is tested" >&2; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# step NAME COMMAND...: its last line of output
step() {
    if "${@:2}" >"$scratch/log" 2>&1; then
        echo "ok $1: $(tail -1 "$scratch/log")"
    else
        echo "FAIL $1"
        tail -20 "$scratch/log" | sed 's/^/     /'
        failed=1
    fi
}

musl=$scratch/musl
step configured env CC=musl-gcc cmake -S "$here/.." -B "$musl"
step built cmake --build "$musl" -j "$(nproc)"
[ $failed = 0 ] || exit 1
step "self-test" "$build/bin/ucilkcc" --ucilk-self-test --ucilk-cc=musl-gcc --ucilk-prefix="$musl"
COMPILERS=musl-gcc PREFIX=$musl "$here/lang/run.sh" "$build" --brief || failed=1
step "tests/process" "$here/process/run.sh" "$build" --cc "musl-gcc -O2 --ucilk-prefix=$musl" guests
[ $failed = 0 ]
