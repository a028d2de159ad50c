#!/bin/bash
# run.sh BUILD nic                         runs every test on 2 and 4 ranks
# run.sh BUILD PLUG-IN LAUNCHER...         the same over a plug-in; LAUNCHER takes
#                                          -n RANKS and the command: mpirun --oversubscribe
# TESTS="one two" runs only these tests, RANKS=2 only with so many ranks.
set -uo pipefail

build=$1
transport=$2
shift 2
program=$build/tests/contract
n_failed=0

# What the simulated network promises; of others the caller says.
[ "$transport" != nic ] || export REORDERS=1 CPU_ATOMICS=1 PROGRESS=1

for ranks in ${RANKS:-2 4}; do
    for test in ${TESTS:-$("$program")}; do
        if [ "$transport" = nic ]; then
            timeout 60 "$program" nic $ranks "$test"
        else
            timeout 100 "$@" -n $ranks "$program" "$transport" - "$test"
        fi
        status=$?
        [ $status = 0 ] || {
            echo "FAIL $test with $ranks ranks: status $status"
            n_failed=$((n_failed + 1))
        }
    done
done
[ $n_failed = 0 ]
