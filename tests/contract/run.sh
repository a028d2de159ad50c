#!/bin/bash
# run.sh BUILD [--far] nic                 runs every test on 2 and 4 ranks
# run.sh BUILD [--far] PLUG-IN LAUNCHER... the same over a plug-in; LAUNCHER takes
#                                          -n RANKS and the command: mpirun --oversubscribe
# With --far those of messages and far memory, by every strategy: ATOMICS="native am" runs
# only these.  TESTS="one two" runs only these tests, RANKS=2 only with so many ranks.
set -uo pipefail

build=$1
program=$build/tests/contract
shift
if [ "$1" = --far ]; then
    program+=_far
    export UCILK_NWORKERS=1 UCILK_TRANSPORT=shm # of the runtime below the test
    : "${ATOMICS:=auto native loopback assist am am-message}"
    shift
fi
transport=$1
shift
n_failed=0

# What the simulated network promises; of others the caller says.
[ "$transport" != nic ] || export REORDERS=1 CPU_ATOMICS=1 PROGRESS=1

for ranks in ${RANKS:-2 4}; do
    for atomics in ${ATOMICS:-auto}; do
        export UCILK_ATOMICS=${atomics%-message} UCILK_STEAL=auto
        [ "$atomics" = "$UCILK_ATOMICS" ] || UCILK_STEAL=message # gets and puts, too
        for test in ${TESTS:-$("$program")}; do
            if [ "$transport" = nic ]; then
                timeout 60 "$program" nic $ranks "$test"
            else
                timeout 100 "$@" -n $ranks "$program" "$transport" - "$test"
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
