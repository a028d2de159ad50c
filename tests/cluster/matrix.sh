#!/bin/bash
# matrix.sh BUILD [REGEX]: what works with which parts of MPI: a row of matrix.md
# for each combination of components and transports whose name matches.  It takes
# about 20 s a row, and is no test: it fails only where what ucilk sets by itself
# does not work.
#   MPICC       the compiler wrapper of another MPI, as build_mpi.sh sets it: only
#               the rows of its implementation, by the mpirun beside it
#
# A row: two ranks on this host, each a node of its own.  What ucilk says of the
# network; tests of the contract, of messages and of one-sided operations; programs
# with forced steals.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
wanted=${2:-.}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
n_failed=0
messages="collectives flood sizes requests"
one_sided="unaligned large many tickets lock_by_or"

for name in fib futuretree; do
    "$build/bin/ucilkcc" --ucilk-cluster -O2 -c "$here/../../examples/$name.c" -o "$scratch/$name.o" &&
        gcc "$scratch/$name.o" "$build/lib/libucilk_cluster_test.a" \
            "-Wl,-rpath,$build/lib/ucilk" -lm -pthread -o "$scratch/$name" || exit 1
done

bin() { # NAME IMPLEMENTATION: the user's own, or the system's
    if [ -n "${MPICC-}" ]; then echo "$(dirname "$MPICC")/$1"; else echo "$1.$2"; fi
}

# count IMPLEMENTATION LAUNCHER...: how many of the tests of the contract in `set'
# pass: "all 4", "no window", or the others with their status (124: a minute was
# too short).
count() {
    local all=0 without=0 bad="" test status
    for test in $set; do
        all=$((all + 1))
        status=0
        timeout 60 "${@:2}" -n 2 "$build/tests/contract" "$build/lib/ucilk/ucilk_$1.so" - "$test" \
            >"$scratch/out" 2>&1 || status=$?
        case $status in
        0) ;;
        77) without=$((without + 1)) ;;
        *) bad+=", not $test ($status)" ;;
        esac
    done
    if [ $without = $all ]; then
        echo "no window"
    elif [ -z "$bad" ]; then
        echo "all $all"
    else
        echo "${bad#, }"
    fi
}

programs() { # LAUNCHER...: likewise, with forced steals
    local bad="" line status
    for line in "fib 16" "futuretree 5"; do
        status=0
        # shellcheck disable=SC2086
        UCILK_TEST_STEAL=always UCILK_TEST_SEED=1 UCILK_TEST_TIMEOUT=50 timeout 60 "$@" -n 2 \
            "$scratch/"$line >"$scratch/out" 2>&1 || status=$?
        [ $status = 0 ] && grep -q '^right$' "$scratch/out" || bad+=", not ${line% *} ($status)"
    done
    echo "${bad:-both}" | sed 's/^, //'
}

# try NAME IMPLEMENTATION LAUNCHER...
try() {
    local name=$1 mpi=$2 set network m o p
    shift 2
    [[ $name =~ $wanted ]] || return 0
    [ -e "$build/lib/ucilk/ucilk_$mpi.so" ] || return 0
    [ -x "$(command -v "$(bin mpirun "$mpi")")" ] || return 0
    local launcher=("$@")
    network=$(UCILK_VERBOSE=1 timeout 60 "${launcher[@]}" -n 2 "$scratch/fib" 20 2>&1 |
        sed -nE 's/.*network: [a-z]+ \((.*)\); (atomics .*): because (.*)/\1; \2/p' | head -1)
    if [ -z "$network" ]; then
        echo "| $name | does not start | | | |"
        [[ $name != *"as ucilk sets it"* ]] || n_failed=$((n_failed + 1))
        return
    fi
    set=$messages m=$(count "$mpi" "${launcher[@]}")
    set=$one_sided o=$(count "$mpi" "${launcher[@]}")
    p=$(programs "${launcher[@]}")
    echo "| $name | $network | $m | $o | $p |"
    [[ $name != *"as ucilk sets it"* ]] || [ "$m $p" = "all 4 both" ] || n_failed=$((n_failed + 1))
}

echo "| parts | what ucilk says | messages | one-sided | programs |"
echo "|---|---|---|---|---|"

open=(env UCILK_NODE_SIZE=1 "$(bin mpirun openmpi)" --oversubscribe --bind-to none)
mca() { # NAME OPTION...: Open MPI
    try "Open MPI, $1" openmpi "${open[@]}" "${@:2}"
}
mca "as ucilk sets it"
mca "ob1, btl tcp" --mca pml ob1 --mca btl self,tcp
mca "ob1, btl vader" --mca pml ob1 --mca btl self,vader
mca "ob1, osc rdma, btl tcp" --mca pml ob1 --mca btl self,tcp --mca osc rdma
mca "ob1, osc rdma, btl vader" --mca pml ob1 --mca btl self,vader --mca osc rdma
mca "ob1, osc pt2pt" --mca pml ob1 --mca osc pt2pt
mca "ob1, osc sm" --mca pml ob1 --mca osc sm
# Open MPI uses UCX without InfiniBand only if it is told to.
for tls in tcp,self posix,self sysv,self all; do
    mca "pml ucx, UCX_TLS=$tls" --mca pml ucx --mca osc ucx --mca opal_common_ucx_tls any \
        --mca opal_common_ucx_devices any -x UCX_TLS=$tls
    mca "ob1, osc ucx, UCX_TLS=$tls" --mca pml ob1 --mca osc ucx -x UCX_TLS=$tls
done
for provider in tcp sockets shm 'tcp;ofi_rxm' udp; do
    mca "cm, mtl ofi, FI_PROVIDER=$provider" --mca pml cm --mca mtl ofi \
        --mca mtl_ofi_provider_include "${provider##*;}" -x FI_PROVIDER="$provider"
done
mca "ob1, btl ofi" --mca pml ob1 --mca btl self,ofi

ch4=(env UCILK_NODE_SIZE=1 "$(bin mpirun mpich)")
try "MPICH, as ucilk sets it" mpich "${ch4[@]}"
if [ -n "${MPICC-}" ] && "$(dirname "$MPICC")/mpichversion" 2>/dev/null | grep -q 'ch4:ofi'; then
    for provider in tcp sockets shm udp; do
        try "MPICH, FI_PROVIDER=$provider" mpich "${ch4[@]}" -genv FI_PROVIDER $provider
    done
else
    for tls in tcp,self posix,self sysv,self all; do
        try "MPICH, UCX_TLS=$tls" mpich "${ch4[@]}" -genv UCX_TLS $tls
    done
fi
[ $n_failed = 0 ]
