#!/usr/bin/env bash
# tools/try.sh: installs what is missing, builds ucilk, compiles
# examples/fib.c with ucilkcc, and runs it on every core.
set -euo pipefail
if [ "${1-}" = --help ]; then
    sed -n '2,3s/^# //p' "$0"
    echo "The build goes to build/, or to UCILK_BUILD_DIR."
    exit 0
fi
[ $# = 0 ] || { echo "try.sh: takes no arguments; --help says what it does" >&2; exit 2; }
. "$(dirname "$0")/setup.sh"
need try
build all -DBUILD_TESTING=OFF
[ -x "$build/bin/ucilkcc" ] || die "ucilkcc was not built: no libclang was found; see $log. $(by_hand)"

"$build/bin/ucilkcc" --ucilk-self-test || die "ucilkcc is wrong with this compiler or this libclang"
echo "\$ build/bin/ucilkcc -O3 examples/fib.c -o build/fib"
"$build/bin/ucilkcc" -O3 "$root/examples/fib.c" -o "$build/fib"
echo "\$ build/fib 40"
began=$(date +%s%N)
UCILK_STATS=json:"$build/fib.json" "$build/fib" 40 || die "fib ended with status $?"
took=$((($(date +%s%N) - began) / 1000000))
field() { sed -n 's/.*"'"$1"'": \([0-9]*\).*/\1/p' "$build/fib.json"; }
echo "It took $took ms on $(field workers) worker(s): 165,580,140 spawns, of which $(field steals) were stolen."
