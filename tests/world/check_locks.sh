#!/bin/bash
# check_locks.sh BUILD PROGRAM DIRECTORY: UCILK_CHECK_LOCKS=1 reports a lock that
# is held over a spawn, a sync, a get, a loop or the end of a task, with both
# places, and nothing else; and locks and the report of deadlocks go together.
set -u

program=$2
source=$(dirname "$0")/check_locks.c
failed=0

fail() {
    echo "FAIL $*"
    sed 's/^/     /' err
    failed=1
}

# run WORKERS [VARIABLE=VALUE...] ARGUMENT...: its status; stderr to err
run() {
    local workers=$1
    shift
    env UCILK_NWORKERS="$workers" UCILK_TEST_TIMEOUT=60 timeout 90 env "$@" \
        >out 2>err
}

line_of() { # WORDS: the lines of the source where they stand
    grep -n "$1" "$source" | cut -d: -f1
}

for mistake in spawn sync end later get for once stream task; do
    locked=$(line_of "LOCK $mistake")
    for workers in 1 2; do
        for where in "" task; do
            run $workers UCILK_CHECK_LOCKS=1 "$program" $mistake $where
            status=$?
            [ $status = 1 ] || fail "$mistake $where, $workers: status $status"
            grep -q "locked at .*check_locks.c:$locked," err ||
                fail "$mistake $where, $workers: not the place of the lock"
            ok=
            for held in $(line_of "HELD $mistake"); do
                grep -q "^ucilk: [^ ]*check_locks.c:$held: " err && ok=1
            done
            # clang has no line for that sync.
            [ $mistake = end ] && grep -q "^ucilk: end_held: " err && ok=1
            [ $ok ] || fail "$mistake $where, $workers: not the other place"
            [ "$(wc -l <err)" = 1 ] || fail "$mistake: more than one line"
        done
    done
done

# Without addr2line: symbol or object, and offset.
mkdir -p bin
for tool in env timeout; do ln -sf "$(command -v $tool)" bin/; done
PATH=$PWD/bin run 2 UCILK_CHECK_LOCKS=1 "$program" spawn
grep -q "check_locks.c:.*locked at [^ :]*+0x[0-9a-f]*," err ||
    fail "without addr2line"

# Nothing to report: also while thieves are forced to come.
for workers in 1 2 8; do
    run $workers UCILK_CHECK_LOCKS=1 "$program" || fail "in order, $workers"
    run $workers UCILK_CHECK_LOCKS=1 UCILK_TEST_STEAL=always "$program" ||
        fail "in order, forced, $workers"
done

for check in 0 1; do
    run 2 UCILK_CHECK_LOCKS=$check "$program" patience ||
        fail "patience, UCILK_CHECK_LOCKS=$check"
    run 2 UCILK_CHECK_LOCKS=$check "$program" deadlock
    grep -q "deadlock: no task can run any more" err ||
        fail "no report of a deadlock, UCILK_CHECK_LOCKS=$check"
done
UCILK_NWORKERS=2 timeout -s KILL 1 "$program" crossed >out 2>err
[ $? = 137 ] && [ ! -s err ] || fail "two that wait for each other's locks"
exit $failed
