#!/usr/bin/env bash
# self_test.sh BUILD: ucilkcc --ucilk-self-test with every libclang that is installed of
# those that ucilk is tested with, over gcc and clang, and for clusters; each of its
# programs prints what its serial elision prints; and it finds what is wrong with a
# compiler, says how, and leaves nothing behind.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# = 1 ] || { echo "usage: self_test.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
ucilkcc=$build/bin/ucilkcc
programs=$root/tools/ucilkcc/self_test/programs
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset CC "${!UCILK_@}"
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR" "$scratch/work"
cd "$scratch/work"
n_failed=0

fail() { # NAME
    echo "FAIL $1"
    sed 's/^/     /' "$scratch/log" | head -40
    n_failed=$((n_failed + 1))
}

# said NAME STATUS TEXT FLAG...: of a self-test; the text is a regular expression for one
# of its lines.
said() {
    local name=$1 expected=$2 text=$3 status=0
    shift 3
    timeout -k 10 300 "$ucilkcc" --ucilk-self-test "$@" >"$scratch/log" 2>&1 || status=$?
    if [ -n "$(find "$TMPDIR" "$scratch/work" -mindepth 1)" ]; then
        echo "left: $(ls -AR "$TMPDIR" "$scratch/work")" >>"$scratch/log"
        status=left
    fi
    if [ "$status" = "$expected" ] && grep -qE -- "$text" "$scratch/log"; then
        echo "ok $name: $(tail -1 "$scratch/log")"
    else
        echo "status $status, expected: $expected, $text" >>"$scratch/log"
        fail "$name"
    fi
}

# --- Every libclang ---

n_all=$(find "$programs" -name '*.c' | wc -l)
n_cluster=$(find "$programs" -maxdepth 1 -name '*.c' | wc -l)
all="^self-test: $n_all of $n_all constructs right"
n_found=0
# shellcheck disable=SC2013 # words
for version in $(sed -n 's/^set(UCILK_TESTED_LIBCLANGS \([0-9 ]*\))$/\1/p' "$root/tools/ucilkcc/libclang.cmake"); do
    library=$(find "/usr/lib/llvm-$version/lib" "/usr/lib64/llvm$version" /usr/lib/x86_64-linux-gnu \
        \( -name "libclang-$version.so*" -o -path "*llvm*/libclang.so*" \) 2>/dev/null | sort | head -1) || true
    [ -n "$library" ] || { echo "note: no libclang $version here"; continue; }
    n_found=$((n_found + 1))
    export UCILK_LIBCLANG=$library
    for cc in gcc clang; do
        command -v $cc >/dev/null || continue
        said "libclang $version, $cc" 0 "$all \(libclang $version\.[0-9.]+, $cc [0-9.]+\)$" --ucilk-cc=$cc
    done
    said "libclang $version, for clusters" 0 \
        "^self-test: $n_cluster of $n_cluster constructs for clusters right" --ucilk-cluster
    unset UCILK_LIBCLANG
done
[ "$n_found" -gt 0 ] || { echo "no libclang" >"$scratch/log"; fail "libclangs"; }

# --- Its programs ---

# But for what an elision cannot do: a child that an abort ends, SYNCHED.
for file in "$programs"/*.c "$programs"/shared_memory/*.c; do
    name=$(basename "$file" .c)
    case $name in abort | cilk5) continue ;; esac
    wanted=$(sed -n '1s,^/\* [^:]*: \(.*\) \*/$,\1,p' "$file")
    if ! "$ucilkcc" --ucilk-serial -w -I"$programs" "$file" -o "$scratch/elision" >"$scratch/log" 2>&1 ||
        ! timeout 60 "$scratch/elision" >"$scratch/log" 2>&1 ||
        ! diff <(echo "$wanted") "$scratch/log" >"$scratch/diff"; then
        fail "the elision of $name, wanted: $wanted"
    fi
done
echo "ok the serial elisions of its programs"

# --- It fails where something is wrong ---

# shellcheck disable=SC2016 # for the other shell
with_wrong() { # NAME TEXT of a shell script, which gets gcc's arguments
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/$1"
    chmod +x "$scratch/$1"
}
only="^ucilkcc: error: self-test: "
with_wrong no_loops 'exec gcc -Dcilk_for=for -D_Cilk_for=for "$@"'
said "loops that are plain ones" 1 "$only.*cilk_for upwards: wrong: nothing of it ran in another worker" \
    --ucilk-cc="$scratch/no_loops"
with_wrong no_spawns 'exec gcc -Dspawn= -Dcilk_spawn= -D_Cilk_spawn= "$@"'
said "spawns that are plain calls" 1 "${only}x = spawn f\(\): wrong: nothing of it ran" --ucilk-cc="$scratch/no_spawns"
with_wrong no_syncs 'exec gcc -Dcilk_sync= "$@"'
said "syncs that are not there" 1 "${only}cilk_spawn and cilk_sync, .*: wrong: (got |nothing of it)" \
    --ucilk-cc="$scratch/no_syncs"
with_wrong no_reducers 'exec gcc "-Dcilk_reducer(a,b)=" "$@"'
said "reducers that are plain variables" 1 \
    "${only}cilk_reducer, a local variable in a cilk_for: wrong: got [0-9]+, not 5950" \
    --ucilk-cc="$scratch/no_reducers"
with_wrong crashes 'exec gcc -Dsched_yield=abort "$@"'
said "programs that crash" 1 "${only}x = spawn f\(\): wrong: Aborted" --ucilk-cc="$scratch/crashes"
with_wrong refuses 'exec gcc "-D_Cilk_sync=(cilk_sync)" "$@"'
said "a construct that the rewriter refuses" 1 "${only}_Cilk_spawn .*: refused: sync is a statement" \
    --ucilk-cc="$scratch/refuses"
said "and only that" 1 "^self-test: $((n_all - 1)) of $n_all constructs right" --ucilk-cc="$scratch/refuses"
with_wrong complains 'case "$*" in
*" -E "*) ;;
*future_order*) echo "x.c:1:1: error: no such thing" >&2; exit 1 ;;
esac
exec gcc "$@"'
said "a program that does not compile" 1 "${only}cilk_future of void, and promises: does not compile: no such thing$" \
    --ucilk-cc="$scratch/complains"
with_wrong never_ends 'exec gcc -Dsched_yield=pause "$@"'
said "programs that do not end, of which three are tried" 1 "${only}3 constructs do not end: no others" \
    --ucilk-cc="$scratch/never_ends"
said "a compiler that is not there" 1 "^ucilkcc: error: the compiler 'none' .* was not found" --ucilk-cc=none
UCILK_LIBCLANG=$scratch/none said "a libclang that is not there" 1 "^ucilkcc: error: libclang of UCILK_LIBCLANG="
said "a file" 2 "^ucilkcc: error: --ucilk-self-test makes programs of its own" file.c
said "the serial elision" 2 "^ucilkcc: error: --ucilk-self-test runs its programs on workers" --ucilk-serial
said "a line for each" 0 "^self-test: inlet: right$" --verbose
said "flags of the user's" 0 "$all" -O0 -Wall -Werror -std=gnu17 -pedantic-errors
UCILK_FLAGS="--ucilk-self-test -O1" UCILK_PROFILE=scale UCILK_NWORKERS=none UCILK_STATS=1 \
    said "settings of the user's do no harm" 0 "$all"

# Ended while a compiler runs.
with_wrong sleeps 'case "$*" in *" -E "*) exec sleep 1000 ;; esac; exec gcc "$@"'
for signal in HUP TERM; do
    "$ucilkcc" --ucilk-self-test --ucilk-cc="$scratch/sleeps" >"$scratch/log" 2>&1 &
    pid=$!
    sleep 1
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    if [ $status -gt 128 ] && [ -z "$(ls -A "$TMPDIR")" ]; then
        echo "ok ended by SIG$signal"
    else
        echo "status $status, left: $(ls -AR "$TMPDIR")" >>"$scratch/log"
        fail "ended by SIG$signal"
        rm -rf "${TMPDIR:?}"/*
    fi
done
[ $n_failed = 0 ]
