#!/bin/bash
# check_stack.sh BUILD PROGRAM DIRECTORY: UCILK_CHECK_STACK=1 reports the first
# task that follows a pointer into another's stack, and nothing else.
set -u

build=$1
program=$2
failed=0
export UCILK_CHECK_STACK=1 UCILK_TEST_STEAL=always UCILK_TEST_TIMEOUT=60

fail() {
    echo "FAIL $*"
    sed 's/^/     /' err
    failed=1
}

for UCILK_NWORKERS in 2 8; do
    export UCILK_NWORKERS
    for kind in write read; do
        timeout 90 "$program" $kind >out 2>err && fail "$kind passes"
        [ "$(grep -c '^ucilk: ' err)" = 1 ] && grep -Eq \
            "^ucilk: task \`(fill|add)' spawned at .*check_stack.c:[0-9]+ \(worker [0-9]\) follows a pointer to 0x27" err ||
            fail "$kind on $UCILK_NWORKERS workers"
    done
    timeout 90 "$program" right >out 2>err && [ ! -s err ] ||
        fail "right on $UCILK_NWORKERS workers"
    for example in "fib 12" "ffib 12" "futuretree 6" "mergesort -n 10000"; do
        [ -x "$build/examples/cluster/${example%% *}" ] || continue
        # shellcheck disable=SC2086
        timeout 90 "$build/examples/cluster/"$example >out 2>err && [ ! -s err ] ||
            fail "$example on $UCILK_NWORKERS workers"
    done
done
exit $failed
