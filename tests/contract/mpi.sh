#!/bin/bash
# mpi.sh BUILD PLACE IMPLEMENTATION: the MPI plug-ins keep the contract.
#   PLACE            node (all ranks on this one) or hosts (each on its own,
#                    over TCP: tests/cluster/hosts.sh)
#   IMPLEMENTATION   openmpi or mpich
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$1
place=$2
mpi=$3
program=$build/tests/contract
plugin=$build/lib/ucilk/ucilk_$mpi.so
n_failed=0

launch=(mpirun."$mpi")
command -v "${launch[0]}" >/dev/null || launch=(mpirun)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if [ "$mpi $place" = "openmpi node" ]; then
    launch+=(--oversubscribe --bind-to none)
fi

if [ "$place" = hosts ]; then
    # Over TCP UCX changes a word by the atomics of its owner's CPU.
    [ "$mpi" != openmpi ] || launch+=(-x CPU_ATOMICS=1 -x WAIT_TELLS=1)
    # Each start takes a second there: those where the network matters, on 4 ranks.
    "$here/../cluster/hosts.sh" 4x1 --limit 500 -- env RANKS=4 WAIT_TELLS=1 \
        TESTS="collectives flood sizes requests past_a_sleeper waiting unaligned large many tickets \
tickets_cpu lock_by_swap lock_by_or busy_victim hammer hammer_messages" \
        "$here/run.sh" "$build" "$plugin" "${launch[@]}"
    status=$?
    [ $status != 77 ] || [ "${UCILK_TEST_NO_NAMESPACES-}" = 1 ] || status=1
    exit $status
fi

fail() {
    echo "FAIL $*"
    n_failed=$((n_failed + 1))
}

if [ "$mpi" = mpich ] && [ "$(nproc)" -lt 4 ]; then
    # Ranks of MPICH's that wait leave their processor to nobody.
    RANKS=2 "$here/run.sh" "$build" "$plugin" "${launch[@]}" || n_failed=1
    RANKS=4 TESTS="collectives flood two_threads requests past_a_sleeper large tickets lock_by_or \
hammer_messages" "$here/run.sh" "$build" "$plugin" "${launch[@]}" || n_failed=1
else
    "$here/run.sh" "$build" "$plugin" "${launch[@]}" || n_failed=1
fi

# What measures the network by the same contract, and its table.
[ "$mpi" = mpich ] ||
    timeout 100 "${launch[@]}" -n 2 "$build/bench/link" "$plugin" 0.005 |
    python3 -B "$here/../../bench/link.py" | grep "^| message | 8 |" >/dev/null ||
        fail "bench/link"

# An abort is quiet, has its status, and takes all with it.
left() {
    pgrep -f "^$program $plugin - end_by_abort\$" >/dev/null
}
for victim in 0 1 3; do
    status=0
    text=$(VICTIM=$victim timeout 60 "${launch[@]}" -n 4 "$program" "$plugin" \
        - end_by_abort 2>&1) || status=$?
    [ $status = 7 ] || fail "abort by rank $victim: status $status"
    [ -z "$text" ] || fail "abort by rank $victim said: $text"
    for _ in {1..100}; do
        left || break
        sleep 0.1
    done
    ! left || fail "abort by rank $victim: processes are left"
done

[ $n_failed = 0 ]
