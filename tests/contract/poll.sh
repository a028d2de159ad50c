#!/bin/bash
# poll.sh BUILD: under UCILK_ATOMICS=am a task that computes answers messages in
# ucilk_poll().
set -euo pipefail

build=$1
here=$(cd "$(dirname "$0")" && pwd)
leaf=$here/../cluster/programs/leaf.c
program=$(mktemp)
trap 'rm -f "$program"' EXIT
"$build/bin/ucilkcc" --ucilk-cluster -Wno-ucilk-shared-write -O2 "$leaf" -o "$program"

expect() { # WANTED SETTING... COMMAND...
    local wanted=$1 got try
    shift
    for try in {1..20}; do # the thief may be late, but is never too early
        got=$(env UCILK_NWORKERS=2 UCILK_TEST_TIMEOUT=60 "$@") || true
        [ "$wanted$got" = "stolennot stolen" ] || break
    done
    [ "$got" = "$wanted" ] || {
        echo "FAIL $*: '$got' instead of '$wanted'"
        exit 1
    }
    echo "ok $*: $got"
}

nic=(UCILK_TRANSPORT=nic UCILK_STEAL=message)
expect stolen "${nic[@]}" UCILK_ATOMICS=am "$program" 0.5 1 poll
expect "not stolen" "${nic[@]}" UCILK_ATOMICS=am "$program" 0.5 1
expect stolen "${nic[@]}" UCILK_ATOMICS=assist "$program" 0.5 1
expect stolen UCILK_TRANSPORT=shm "$program" 0.5 1 poll
"$build/bin/ucilkcc" --ucilk-serial -Wno-ucilk-shared-write -O2 "$leaf" -o "$program"
expect "not stolen" "$program" 0.5 1 poll
