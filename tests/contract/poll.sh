#!/bin/bash
# poll.sh BUILD: under UCILK_ATOMICS=am a task that computes answers messages in
# ucilk_poll().
set -euo pipefail

build=$1
here=$(cd "$(dirname "$0")" && pwd)
program=$(mktemp)
trap 'rm -f "$program"' EXIT
"$build/bin/ucilkcc" --ucilk-cluster -O2 "$here/poll.c" -o "$program"

expect() { # WANTED SETTINGS -- MODE
    local wanted=$1 got try
    shift
    for try in {1..20}; do # the thief may be late, but is never too early
        got=$(env UCILK_NWORKERS=2 UCILK_TEST_TIMEOUT=60 "$@")
        [ "$wanted$got" = "stolennot stolen" ] || break
    done
    [ "$got" = "$wanted" ] || {
        echo "FAIL $*: '$got' instead of '$wanted'"
        exit 1
    }
    echo "ok $*: $got"
}

nic=(UCILK_TRANSPORT=nic UCILK_STEAL=message)
expect stolen "${nic[@]}" UCILK_ATOMICS=am "$program" poll
expect "not stolen" "${nic[@]}" UCILK_ATOMICS=am "$program" deaf
expect stolen "${nic[@]}" UCILK_ATOMICS=assist "$program" deaf
expect stolen UCILK_TRANSPORT=shm "$program" poll
"$build/bin/ucilkcc" --ucilk-serial -O2 "$here/poll.c" -o "$program"
expect "not stolen" "$program" poll
