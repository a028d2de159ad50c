#!/bin/bash
# gdb.sh BUILD: tests what `bt' of gdb shows.  In a task that was not stolen it
# goes through the spawns to main; in a stolen one it ends in a frame named
# ucilk_stolen, and with tools/gdb/ucilk-gdb.py it goes on to main.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { echo "usage: gdb.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
scratch=$(mktemp -d)
pid=
clean_up() {
    [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true
    rm -rf "$scratch"
}
trap clean_up EXIT
n_failed=0
script=$here/../../tools/gdb/ucilk-gdb.py
unset DEBUGINFOD_URLS

# frames FILE: the function names of a backtrace, innermost first.
frames() {
    sed -nE 's/^#[0-9]+ +(0x[0-9a-f]+ in )?([A-Za-z_0-9?]+).*/\2/p' "$1"
}

# check NAME FILE FUNCTIONS: these occur in this order, the last one at the
# end; no frame is unknown, and gdb does not complain.
check() {
    local name=$1 file=$2 wanted found
    found=$(frames "$file" | tr '\n' ' ')
    wanted=$(printf '%s .*' $3)
    wanted="(.* )?${wanted%.\*}"
    if ! [[ $found =~ ^$wanted$ ]]; then
        echo "FAIL $name: the frames are: $found"
    elif grep -qE "^#.*\?\?|corrupt stack|previous frame|cannot access" "$file"
    then
        echo "FAIL $name: gdb does not understand the stack"
    else
        echo "ok $name"
        return
    fi
    sed 's/^/     /' "$file"
    n_failed=$((n_failed + 1))
}

for cc in gcc clang; do
    for level in -O0 -O2; do
        spawn=ucilk_abi_spawn
        [ $level = -O0 ] || spawn=ucilk_abi_spawn_args # written out
        program=$scratch/stack
        $cc -g $level -I"$build/include" "$here/gdb/stack.c" \
            "$build/lib/libucilk.a" -pthread -o "$program"
        UCILK_NWORKERS=1 timeout 60 gdb -nx -batch -ex "break leaf" -ex run \
            -ex "bt" "$program" >"$scratch/bt" 2>&1 </dev/null || true
        check "$cc $level: a task that was not stolen" "$scratch/bt" \
            "leaf $spawn inner $spawn outer main"

        : >"$scratch/out" # of the program before
        env UCILK_NWORKERS=3 stdbuf -oL "$program" 42 \
            >"$scratch/out" 2>&1 &
        pid=$!
        until=$((SECONDS + 30))
        until spinner=$(awk '/^spinning/ { print $3 }' "$scratch/out") &&
            [ -n "$spinner" ]; do
            [ $SECONDS -lt $until ] || break
            sleep 0.05
        done
        # What the thread says that spins.
        own=(-ex "python [t.switch() for t in gdb.selected_inferior().threads() if t.ptid[1] == ${spinner:-0}]" -ex bt)
        timeout 60 gdb -nx -batch -p $pid "${own[@]}" >"$scratch/bt" 2>&1 </dev/null || true
        sed -i '/^0x.* in .* ()/d' "$scratch/bt"
        check "$cc $level: a stolen task" "$scratch/bt" \
            "spin_here middle ucilk_stolen"
        timeout 60 gdb -nx -batch -x "$script" -p $pid "${own[@]}" >"$scratch/bt" 2>&1 </dev/null || true
        sed -i '/^0x.* in .* ()/d' "$scratch/bt"
        check "$cc $level: a stolen task, with the script" "$scratch/bt" \
            "spin_here middle root main"
        kill -9 $pid
        wait $pid 2>/dev/null || true
        pid=
    done
done
[ $n_failed = 0 ]
