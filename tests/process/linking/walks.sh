#!/bin/bash
# walks.sh BUILD: frames that are not ucilk's between a thief's victim and what it asks
# for.  Where they have rules for unwinding the thief gets the older spawn while its
# child runs; where they have none it waits, the results are the same, and a statistic
# counts it.  And what a walk remembers of a library ends with it.
. "$(dirname "$0")/link.sh"

compile "walks.c" "$ucilkcc" -O2 "$here/walks.c" "${archive[@]}" -ldl -o walks || exit 0

# library NAME COMMAND...
library() { compile "$1" "${@:2}" -shared -fPIC -o "$1.so" || exit 0; }
for cc in gcc clang; do
    library "$cc.O0" $cc -O0 "$here/through.c" -DSIZE=100
    library "$cc.O3" $cc -O3 "$here/through.c" -DSIZE=100
    library "$cc.frameless" $cc -O2 -fomit-frame-pointer "$here/through.c" -DSIZE=300
    library "$cc.pointer" $cc -O2 -fno-omit-frame-pointer "$here/through.c"
    library "$cc.aligned" $cc -O2 "$here/through.c" -DALIGNED=64
    library "$cc.dynamic" $cc -O1 "$here/through.c" -DDYNAMIC -DALIGNED=64
    library "$cc.protected" $cc -Os -fstack-protector-all -fstack-clash-protection \
        "$here/through.c" -DSIZE=40000
    library "$cc.none" $cc -O2 -fno-asynchronous-unwind-tables -fno-unwind-tables \
        "$here/through.c" -DSIZE=100
    library "$cc.signal.none" $cc -O2 "$here/through.c" -DSIGNAL
    cxx=g++
    [ $cc = gcc ] || cxx=clang++
    library "$cc.pads.O0" $cxx -O0 "$here/through.cc"
    library "$cc.pads.O3" $cxx -O3 "$here/through.cc"
done
library lto gcc -O2 -flto "$here/through.c" -DSIZE=100
library rules gcc -DRULES "$here/through.S"
library none gcc "$here/through.S"

number() { grep -o "\"$1\": [0-9]*" stats | grep -o '[0-9]*$'; }
# walk WANTED LIBRARY...
walk() {
    local wanted=$1 out status=0 name
    shift
    out=$(UCILK_NWORKERS=2 UCILK_STATS=json:stats UCILK_TEST_TIMEOUT=60 timeout -k 5 70 ./walks "$@" 2>&1) ||
        status=$?
    for name; do echo "$name: $wanted"; done >expected
    if [ $status != 0 ] || ! diff expected <(echo "$out") >difference; then
        echo "FAIL $*: status $status, $(head -3 difference | tr '\n' ' ')"
    elif [ "$(number promotions)" = 0 ]; then
        echo "FAIL $*: nothing was promoted"
    elif [ "$wanted" = taken ] && [ "$(number walks_cut)" != 0 ]; then
        echo "FAIL $*: $(number walks_cut) walks ended"
    elif [ "$wanted" != taken ] && [ "$(number walks_cut)" = 0 ]; then
        echo "FAIL $*: no walk ended"
    else
        echo "ok $wanted: $1, $# libraries"
    fi
}
for cc in gcc clang; do
    for how in O0 O3 frameless pointer aligned dynamic protected pads.O0 pads.O3; do
        walk taken ./$cc.$how.so
    done
    walk "not taken" ./$cc.none.so
    walk "not taken" ./$cc.signal.none.so
done
walk taken ./lto.so
walk taken ./rules.so
walk "not taken" ./none.so
walk "not taken" jit
# Each at the addresses of the one before, with another frame.
mapfile -t many < <(for _ in {1..8}; do printf '%s\n' ./gcc.O0.so ./gcc.frameless.so ./rules.so; done)
walk taken "${many[@]}"

# Promises that callers set while their children wait: where a program's own functions
# have no rules, or no header for them, its spawns are pushed at once.
lang=$here/../../lang
compile promises "$ucilkcc" --ucilk-serial -O1 "$lang/promises.c" -o serial || exit 0
./serial >expected
# promises CC WANTED FLAG LINKER...: promoted, or not.
promises() {
    local cc=$1 wanted=$2 workers n
    shift 2
    compile "$*" "$ucilkcc" --ucilk-cc="$cc" -O2 "$1" -c "$lang/promises.c" -o promises.o || return
    compile "$*" "${@:2}" promises.o "${archive[@]}" -o promises || return
    for workers in 1 2 8; do
        if ! UCILK_NWORKERS=$workers UCILK_STATS=json:stats UCILK_TEST_TIMEOUT=60 timeout -k 5 70 ./promises >said 2>&1 ||
            ! cmp -s said expected; then
            echo "FAIL promises, $cc $*, $workers workers: $(tail -n 1 said)"
            return
        fi
    done
    n=$(number promotions)
    [ "$wanted" = "$([ "$n" = 0 ] && echo pushed || echo promoted)" ] ||
        { echo "FAIL promises, $cc $*: $n promotions"; return; }
    echo "ok promises, $wanted: $cc $*"
}
for cc in gcc clang; do
    promises $cc promoted -g "$ucilkcc" --ucilk-cc=$cc -static
    promises $cc pushed -g $cc -static -Wl,--no-eh-frame-hdr
    promises $cc pushed -fno-asynchronous-unwind-tables $cc
done
