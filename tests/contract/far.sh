#!/bin/bash
# far.sh BUILD nic                    tests messages and far memory, by every strategy
# far.sh BUILD PLUG-IN LAUNCHER...    the same over a plug-in; LAUNCHER takes -n RANKS
#                                     and the command: mpirun --oversubscribe
# ATOMICS="native am" runs only these strategies, TESTS="one two" only these tests.
set -uo pipefail

build=$1
transport=$2
shift 2
program=$build/tests/contract_far
export UCILK_NWORKERS=1 UCILK_TRANSPORT=shm # of the runtime below the test
n_failed=0

for ranks in 2 4; do
    for atomics in ${ATOMICS:-auto native loopback assist am}; do
        for test in ${TESTS:-$("$program")}; do
            if [ "$transport" = nic ]; then
                UCILK_ATOMICS=$atomics timeout 60 \
                    "$program" nic $ranks "$test"
            else
                UCILK_ATOMICS=$atomics timeout 100 \
                    "$@" -n $ranks "$program" "$transport" - "$test"
            fi
            status=$?
            [ $status = 0 ] || {
                echo "FAIL $test, $ranks ranks, $atomics: status $status"
                n_failed=$((n_failed + 1))
            }
        done
    done
done
[ $n_failed = 0 ]
