#!/bin/bash
# suite.sh BUILD [--full]               the language programs between nodes that
#                                       are this machine's ranks
# suite.sh BUILD LABEL LAUNCHER...      by this launcher alone: hosts.sh 2x1 -- mpirun
#
# Runs the programs of tests/lang whose tasks share no memory, over the simulated
# network and MPI, with forced steals; each must print what its serial elision
# prints.  run.sh has the other strategies, and futures.sh tests futures.  --full
# runs every program, with more ranks, seeds and delays, and on hosts over TCP.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ulimit -s "$(ulimit -H -s)" # for the elisions of deep recursions
n_failed=0

# The others write to arrays and variables of main's, or print in tasks: rules
# of one machine.
programs=(cilk5 errno_macros exits exits_macros names old recursion
    recursion_macros reducers scopes)

"$here/../lang/macros.py" "$scratch/macros"

# build_one NAME: NAME and NAME.expected
build_one() {
    local name=$1 lang=$here/../lang source
    source=$lang/$name.c
    if [[ $name == *_macros ]]; then
        [ -e "$source" ] || source=$scratch/macros/$name.c
        gcc -g -O2 -DUCILK_CLUSTER -I"$build/include" -I"$lang" "$source" "$build/lib/libucilk_cluster_test.a" \
            -lm -pthread -o "$scratch/$name" &&
            gcc -O1 -DUCILK_SERIAL -I"$build/include" -I"$lang" "$source" -lm \
                -o "$scratch/$name.serial"
    else
        "$build/bin/ucilkcc" --ucilk-cluster -g -O2 -c "$source" -o "$scratch/$name.o" &&
            gcc -g "$scratch/$name.o" "$build/lib/libucilk_cluster_test.a" -lm -pthread \
                -o "$scratch/$name" &&
            "$build/bin/ucilkcc" --ucilk-serial -DUCILK_SERIAL -O1 "$source" \
                -lm -o "$scratch/$name.serial"
    fi >"$scratch/$name.log" 2>&1 &&
        timeout 60 "$scratch/$name.serial" >"$scratch/$name.expected"
}

# over LABEL SETTINGS... -- LAUNCHER...: every program, one line.  Open MPI on
# hosts hands on no environment.
over() {
    local label=$1 settings=(UCILK_TEST_TIMEOUT=60) handed=() name bad=0
    local setting start=$SECONDS
    shift
    while [ "$1" != -- ]; do
        settings+=("$1")
        shift
    done
    shift
    case "$*" in
    *hosts.sh*mpich* | *hosts.sh*mpiexec*) ;;
    *hosts.sh*) for setting in "${settings[@]}"; do handed+=(-x "$setting"); done ;;
    esac
    for name in "${programs[@]}"; do
        local status=0 out=$scratch/$name.out err=$scratch/$name.err
        timeout 90 env "${settings[@]}" "$@" "${handed[@]}" \
            "$scratch/$name" >"$out" 2>"$err" </dev/null || status=$?
        [ $status != 0 ] || ! cmp -s "$out" "$scratch/$name.expected" || continue
        bad=1
        echo "FAIL $label: $name: status $status: ${settings[*]} $*"
        [ $status != 0 ] ||
            diff "$out" "$scratch/$name.expected" | head -5 | sed 's/^/     /'
        head -20 "$err" | cut -c1-400 | sed 's/^/     /'
    done
    n_failed=$((n_failed + bad))
    [ $bad = 1 ] ||
        echo "ok $label: ${#programs[@]} programs, $((SECONDS - start)) s"
}

for name in "${programs[@]}"; do
    [ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n
    build_one "$name" || {
        echo "FAIL $name does not compile, or its serial elision fails"
        head "$scratch/$name.log"
        touch "$scratch/failed"
    } &
done
wait
[ ! -e "$scratch/failed" ] || exit 1

if [ $# -gt 1 ]; then
    label=$1
    shift
    over "$label" -- "$@"
    over "$label, forced steals" UCILK_TEST_STEAL=always UCILK_TEST_SEED=1 -- "$@"
    exit $((n_failed > 0))
fi
full=${1:-}

# Strategies, as the options name them.
native=(UCILK_ATOMICS=native UCILK_STEAL=onesided)
loopback=(UCILK_ATOMICS=loopback UCILK_STEAL=onesided)
assist=(UCILK_ATOMICS=assist UCILK_STEAL=onesided)
am=(UCILK_ATOMICS=am UCILK_STEAL=onesided)
message=(UCILK_STEAL=message)
forced=(UCILK_TEST_STEAL=always)

nic() { # RANKS SEED LABEL SETTINGS...
    local ranks=$1 seed=$2 label=$3
    shift 3
    over "nic, $ranks ranks, $label, seed $seed" UCILK_TRANSPORT=nic \
        UCILK_NWORKERS="$ranks" UCILK_TEST_SEED="$seed" "$@" --
}

nic 3 1 "native, forced steals" "${native[@]}" "${forced[@]}"
nic 3 3 "message, forced steals" "${message[@]}" "${forced[@]}"
nic 4 6 "nodes of two, forced steals" UCILK_NODE_SIZE=2 "${native[@]}" "${forced[@]}"
if [ "$full" = --full ]; then
    nic 3 0 "as it chooses"
    nic 3 2 "loopback, forced steals" "${loopback[@]}" "${forced[@]}" \
        UCILK_NIC_ATOMICS=own
    for strategy in native loopback assist am message; do
        declare -n settings=$strategy
        for seed in 0 11 12; do
            nic 2 $seed $strategy "${settings[@]}"
            nic 4 $seed "$strategy, nodes of two" "${settings[@]}" UCILK_NODE_SIZE=2
            nic 4 $seed "$strategy, forced steals" "${settings[@]}" "${forced[@]}"
            nic 3 $seed "$strategy, forced steals, 100 us" "${settings[@]}" \
                "${forced[@]}" UCILK_NIC_DELAY=100
        done
    done
    nic 3 13 "no empty check" UCILK_EMPTY_CHECK=0 "${native[@]}" "${forced[@]}"
fi

mpi() { # RANKS LAUNCHER LABEL SETTINGS...
    local ranks=$1 launcher=$2 label=$3
    shift 3
    over "$launcher, $ranks ranks, $label" "$@" -- $launcher -n "$ranks"
}

open_mpi="mpirun.openmpi --oversubscribe --bind-to none"
for launcher in "$open_mpi" mpirun.mpich; do
    if ! command -v ${launcher%% *} >/dev/null; then
        echo "skip: no $launcher"
        continue
    fi
    [ "$full" != --full ] || mpi 2 "$launcher" "one node"
    mpi 2 "$launcher" "nodes of one, forced steals" UCILK_NODE_SIZE=1 "${forced[@]}"
    [ "$full" = --full ] || continue
    for strategy in native loopback assist am message; do
        case "$launcher $strategy" in # its atomics are not the CPUs'
        "mpirun.mpich native") continue ;;
        esac
        declare -n settings=$strategy
        mpi 2 "$launcher" "nodes of one, $strategy" UCILK_NODE_SIZE=1 \
            "${settings[@]}"
        mpi 4 "$launcher" "nodes of two, $strategy, forced steals" \
            UCILK_NODE_SIZE=2 "${settings[@]}" "${forced[@]}" UCILK_TEST_SEED=9
    done
done

hosts() { # LAYOUT LAUNCHER
    over "$2, hosts $1" -- "$here/hosts.sh" "$1" -- "$2"
    over "$2, hosts $1, forced steals" "${forced[@]}" UCILK_TEST_SEED=1 -- \
        "$here/hosts.sh" "$1" -- "$2"
}

if [ "$full" = --full ]; then
    for layout in 2x1 2x2 1+2+1; do
        hosts $layout mpirun.openmpi
        hosts $layout mpirun.mpich
    done
fi

[ $n_failed = 0 ]
