#!/bin/bash
# musl.sh BUILD: ucilk for musl. musl-gcc builds the library of one process, in a
# temporary folder; on it BUILD's ucilkcc passes its self-test, the language programs
# print what their serial elisions print with glibc, and guests of tests/process are right.
. "$(dirname "$0")/steps.sh"
command -v musl-gcc >/dev/null || { echo "no musl-gcc (musl-tools): nothing is tested" >&2; exit 77; }

musl=$scratch/musl
step configured env CC=musl-gcc cmake -S "$here/.." -B "$musl"
step built cmake --build "$musl" -j "$(nproc)"
[ $n_failed = 0 ] || exit 1
step "self-test" "$build/bin/ucilkcc" --ucilk-self-test --ucilk-cc=musl-gcc --ucilk-prefix="$musl"
COMPILERS=musl-gcc PREFIX=$musl "$here/lang/run.sh" "$build" --brief || n_failed=1
step "tests/process" "$here/process/run.sh" "$build" --cc "musl-gcc -O2 --ucilk-prefix=$musl" guests
[ $n_failed = 0 ]
