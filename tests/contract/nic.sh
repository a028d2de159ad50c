#!/bin/bash
# nic.sh BUILD: tests the modes of the simulated network, and how its processes end.
set -uo pipefail

program=$1/tests/contract
n_failed=0

fail() {
    echo "FAIL $*"
    n_failed=$((n_failed + 1))
}

good() { # RANKS TEST, with variables set
    timeout 60 "$program" nic "$@" || fail "nic $*: status $?"
}

# What was posted in order is seen in order without reordering, else not; and
# each seed gives another order.
REORDERS=0 UCILK_NIC_REORDER=0 good 4 no_order
for seed in 1 2; do
    REORDERS=1 UCILK_TEST_SEED=$seed good 4 no_order
done

# Atomic with the processors', and only with themselves: the tickets tell.
CPU_ATOMICS=1 UCILK_NIC_ATOMICS=global good 4 tickets_cpu
export UCILK_NIC_ATOMICS=own
# On an idle machine a card seldom meets the processors between its two steps.
tries=0
until UCILK_TEST_SEED=$tries CPU_ATOMICS=0 timeout 60 "$program" nic 4 tickets_cpu 2>/dev/null; do
    [ $((++tries)) -lt 40 ] || {
        fail "atomics of its own gave no ticket twice in $tries runs"
        break
    }
done
for test in tickets lock_by_swap lock_by_or exchange bits; do
    good 4 $test
done
unset UCILK_NIC_ATOMICS

# A delay: long enough to be seen, and short enough to test with.
DELAY=20000 UCILK_NIC_DELAY=20000 good 2 delays
export UCILK_NIC_DELAY=100
for test in flood two_threads requests waiting unaligned large many two_users \
    busy_victim no_order lock_by_swap; do
    good 4 $test
done
unset UCILK_NIC_DELAY

# Who has nothing to do sleeps: all processes together, in half a second.  A
# start may be slow: one of five.
TIMEFORMAT='%U %S'
for try in {1..5}; do
    used=$({ time "$program" nic 8 idle >&2; } 2>&1 | tail -1)
    ! awk -v used="$used" 'BEGIN { split(used, t); exit t[1] + t[2] > 0.25 }' ||
        break
    [ "$try" != 5 ] || fail "idle ranks and cards took $used s"
done

# The end, by any rank: status and message, and no process is left.
ends() { # STATUS MESSAGE VICTIM TEST
    local status=0 text
    text=$(VICTIM=$3 timeout 20 "$program" nic 4 "$4" 2>&1) || status=$?
    [ $status = "$1" ] || fail "$4 of rank $3: status $status"
    [[ $text =~ ^$2$ ]] || fail "$4 of rank $3 said: $text"
    for _ in {1..50}; do
        pgrep -f "^$program nic 4 $4\$" >/dev/null || return 0
        sleep 0.1
    done
    fail "$4 of rank $3: processes are left"
}
for victim in 0 1 3; do
    ends 7 '' $victim end_by_abort
    ends 9 '' $victim end_by_exit
done
for victim in 1 3; do
    ends 137 "ucilk: worker $victim \(process [0-9]+\) was killed by SIGKILL; ending the program" \
        $victim end_by_kill
done
ends 137 '.*' 0 end_by_kill # whoever has started it says so

[ $n_failed = 0 ]
