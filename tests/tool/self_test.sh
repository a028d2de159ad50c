#!/usr/bin/env bash
# self_test.sh BUILD: ucilkcc --ucilk-self-test with every libclang that is installed of
# those that ucilk is tested with, with clang, and for clusters; each of its programs
# prints what its serial elision prints; and it finds what is wrong with a compiler,
# says how, and leaves nothing behind.
. "$(dirname "$0")/../steps.sh"

ucilkcc=$build/bin/ucilkcc
programs=$root/tools/ucilkcc/self_test/programs
unset CC
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR" "$scratch/work"
cd "$scratch/work"

self_test() { # FLAG...: it leaves nothing behind
    local status=0
    timeout -k 10 300 "$ucilkcc" --ucilk-self-test "$@" || status=$?
    ! find "$TMPDIR" "$scratch/work" -mindepth 1 | grep . || status=99
    return $status
}

# said NAME STATUS PATTERN FLAG...: of a self-test
said() { says "${@:1:3}" self_test "${@:4}"; }

# --- Every libclang ---

n_all=$(find "$programs" -name '*.c' | wc -l)
n_cluster=$(find "$programs" -maxdepth 1 -name '*.c' | wc -l)
all="^self-test: $n_all of $n_all programs right"
UCILK_FLAGS="--ucilk-self-test -O1" UCILK_PROFILE=scale UCILK_NWORKERS=none UCILK_STATS=1 \
    said "clang; settings and flags of the user's do no harm" 0 "$all (libclang [0-9.]*, clang [0-9.]*)$" \
    --ucilk-cc=clang --verbose -O0 -Wall -Werror -std=gnu17 -pedantic-errors
step "a line for each" [ "$(grep -c "^self-test: spawns of each form: right$" "$scratch/log")" = 1 ]
# The one of this build, which the build has tried with the compiler that built it.
own=$(sed -n 's/^self-test: .*(libclang \([0-9]*\)\..*/\1/p' "$scratch/log")
n_found=0
# shellcheck disable=SC2013 # words
for version in $(sed -n 's/^set(UCILK_TESTED_LIBCLANGS \([0-9 ]*\))$/\1/p' "$root/tools/ucilkcc/libclang.cmake"); do
    library=$(find "/usr/lib/llvm-$version/lib" "/usr/lib64/llvm$version" /usr/lib/x86_64-linux-gnu \
        \( -name "libclang-$version.so*" -o -path "*llvm*/libclang.so*" \) 2>/dev/null | sort | head -1) || true
    [ -n "$library" ] || { echo "note: no libclang $version here"; continue; }
    n_found=$((n_found + 1))
    [ "$version" != "$own" ] || continue
    UCILK_LIBCLANG=$library said "libclang $version" 0 "$all (libclang $version\.[0-9.]*, gcc [0-9.]*)$" --ucilk-cc=gcc
done
step "libclangs" [ "$n_found" -gt 0 ]
said "clusters" 0 "^self-test: $n_cluster of $n_cluster programs for clusters right" --ucilk-cluster

# --- Its programs ---

# But for what an elision cannot do: a child that an abort ends, SYNCHED (cilk5).
for file in "$programs"/*.c "$programs"/shared_memory/*.c; do
    name=$(basename "$file" .c)
    [ "$name" != cilk5 ] || continue
    wanted=$(sed -n '1s,^/\* [^:]*: [0-9]*: \(.*\) \*/$,\1,p' "$file")
    step "$name as the elision" "$ucilkcc" --ucilk-serial -w -I"$programs" "$file" -o "$scratch/elision"
    step "which prints its line" diff <(echo "$wanted") <(timeout 60 "$scratch/elision" 2>&1 || echo "status $?")
done

# --- It fails where something is wrong ---

with_wrong() { # NAME TEXT of a shell script, which gets gcc's arguments
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/$1"
    chmod +x "$scratch/$1"
}
wrong=(
    "spawns of each form: wrong: of 305 continuations [0-9]+ were stolen"
    "cilk_for in each direction, .*: wrong: of 462 continuations [0-9]+ were stolen"
    "spawned statements, .*: wrong: got "
    "reducers, and cilk_for with copies: wrong: got "
    "functions and arguments of each kind: wrong: Aborted"
    "Cilk-5's header .*: refused: sync is a statement"
    "cilk_future .*: does not compile: no such thing"
)
# shellcheck disable=SC2016 # for the other shell
with_wrong several 'for word; do
    case $word in
    */spawns.c) set -- -DIN_PARALLEL= "$@" ;;
    */loops.c) set -- -Dcilk_for=for "$@" ;;
    */statements.c) set -- -Dcilk_sync= "$@" ;;
    */reducers.c) set -- "-Dadd(l,r)=add(l,r) {} static void lost(l,r)" "$@" ;;
    */calls.c) set -- -Dsched_yield=abort "$@" ;;
    */cilk5.c) set -- "-Dsync=(cilk_sync)" "$@" ;;
    esac
done
case "$*" in
*" -E "*) ;;
*futures*) echo "x.c:1:1: error: no such thing" >&2; exit 1 ;;
esac
exec gcc "$@"'
said "several wrong programs" 1 "^self-test: $((n_all - ${#wrong[@]})) of $n_all programs right" --ucilk-cc="$scratch/several"
cp "$scratch/log" "$scratch/said"
for text in "${wrong[@]}"; do step "$text" grep -E "^ucilkcc: error: self-test: $text" "$scratch/said"; done
with_wrong never_ends 'exec gcc -Dsched_yield=pause "$@"'
said "programs that do not end, of which three are tried" 1 \
    "^ucilkcc: error: self-test: 3 programs do not end: no others" --ucilk-cc="$scratch/never_ends"
said "a compiler that is not there" 1 "^ucilkcc: error: the compiler 'none' .* was not found" --ucilk-cc=none
UCILK_LIBCLANG=$scratch/none said "a libclang that is not there" 1 "^ucilkcc: error: libclang of UCILK_LIBCLANG="
said "a file" 2 "^ucilkcc: error: --ucilk-self-test makes programs of its own" file.c
said "the serial elision" 2 "^ucilkcc: error: --ucilk-self-test runs its programs on workers" --ucilk-serial

# Ended while a compiler runs.
with_wrong sleeps 'case "$*" in *" -E "*) exec sleep 1000 ;; esac; exec gcc "$@"'
for signal in HUP TERM; do
    "$ucilkcc" --ucilk-self-test --ucilk-cc="$scratch/sleeps" >"$scratch/log" 2>&1 &
    pid=$!
    sleep 1
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    step "ended by SIG$signal, with status $status" [ $status -gt 128 ]
    step "which leaves nothing" [ -z "$(ls -A "$TMPDIR")" ]
    rm -rf "${TMPDIR:?}"/*
done
[ $n_failed = 0 ]
