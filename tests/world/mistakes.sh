#!/bin/bash
# mistakes.sh BUILD PROGRAM: valgrind and the sanitizers run a program with one
# worker and the heap they watch, find in its tasks what they find in C, and
# nothing where there is nothing; those that cannot work are refused by name.
# Valgrind with what gcc compiles, the sanitizers of PROGRAM's compiler.
set -euo pipefail

build=$1 program=$2
here=$(cd "$(dirname "$0")" && pwd)
unset UCILK_NWORKERS ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS
cc=gcc
! readelf -p .comment "$program" | grep -q clang || cc=clang

fail() {
    echo "mistakes.sh: $*"
    head -n 20 out
    exit 1
}

clean() { # COMMAND...
    "$@" >out 2>&1 && [ "$(cat out)" = 144 ] || fail "not clean: $*"
}

found() { # TEXT FUNCTION COMMAND...
    local text=$1 function=$2
    shift 2
    "$@" >out 2>&1 || true
    grep -q "$text" out && grep -q "$function" out || fail "not found: $*"
}

# --- Valgrind ---
if [ $cc = gcc ] && command -v valgrind >/dev/null; then
    check="valgrind -q --error-exitcode=9"
    UCILK_NWORKERS=4 $check --leak-check=full "$program" >out 2>err ||
        fail "valgrind"
    [ "$(cat out)" = 144 ] &&
        [ "$(grep ^ucilk err)" = 'ucilk: one worker under valgrind, not 4' ] ||
        fail "4 workers under valgrind"
    $check --leak-check=full "$program" all >out 2>&1 || true
    while read -r function text; do
        grep -A3 "$text" out | grep -q "$function" || fail "valgrind: $text"
    done <<end
use_after_free Invalid read of size 1
overflow Invalid write of size 1
leak 123 bytes in 1 blocks are definitely lost
read_uninitialized depends on uninitialised value
end
    clean $check --tool=helgrind "$program"
fi

# --- Sanitizers ---
compile() { # SANITIZER SOURCE OUTPUT
    "$build/bin/ucilkcc" --ucilk-cc=$cc -fsanitize="$1" -O1 -g \
        -I"$here/../lang" "$2" -o "$3" >out 2>&1 || fail "$1: not compiled"
}
source=$here/mistakes.c
compile address,undefined "$source" asan
clean ./asan
found 'heap-use-after-free' use_after_free ./asan free
found 'heap-buffer-overflow' overflow ./asan heap
found 'stack-buffer-overflow' overflow_stack ./asan stack
found '123 byte(s) in 1 object(s)' leak ./asan leak
found 'signed integer overflow' mistakes.c ./asan add
compile leak "$source" lsan
clean ./lsan
found '123 byte(s) in 1 object(s)' leak ./lsan leak
compile thread "$source" tsan
found 'sanitizer for threads (-fsanitize=thread)' serial ./tsan
if [ $cc = clang ]; then
    compile memory "$source" msan
    found 'uninitialized memory (-fsanitize=memory)' serial ./msan
fi

# Threads that are suspended and resumed, above and below others.
compile address "$here/../lang/promises.c" promises
./promises >out 2>&1 || fail "promises"
