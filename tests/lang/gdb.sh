#!/bin/bash
# gdb.sh BUILD: what a debugger's `bt' shows.  In a task that was not stolen
# it goes through the spawns to main; in a stolen one it ends in a frame named
# ucilk_stolen, and nothing comes after it.
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
        program=$scratch/stack
        $cc -g $level -DUCILK_CLUSTER -I"$build/include" "$here/gdb/stack.c" \
            "$build/lib/libucilk_cluster.a" -pthread -o "$program"
        UCILK_NWORKERS=1 timeout 60 gdb -nx -batch -ex "break leaf" -ex run \
            -ex "bt" "$program" >"$scratch/bt" 2>&1 </dev/null || true
        check "$cc $level: a task that was not stolen" "$scratch/bt" \
            "leaf ucilk_abi_spawn inner ucilk_abi_spawn outer main"

        env UCILK_NWORKERS=3 UCILK_TEST_TIMEOUT=60 stdbuf -oL "$program" 42 \
            >"$scratch/out" 2>&1 &
        pid=$!
        until=$((SECONDS + 30))
        until spinner=$(awk '/^spinning/ { print $3 }' "$scratch/out") &&
            [ -n "$spinner" ]; do
            [ $SECONDS -lt $until ] || break
            sleep 0.05
        done
        timeout 60 gdb -nx -batch -p "${spinner:-$pid}" -ex bt \
            >"$scratch/bt" 2>&1 </dev/null || true
        sed -i '/^0x.* in .* ()/d' "$scratch/bt"
        check "$cc $level: a stolen task" "$scratch/bt" \
            "spin_here middle ucilk_stolen"
        kill -9 $pid
        wait $pid 2>/dev/null || true
        pid=
    done
done
[ $n_failed = 0 ]
