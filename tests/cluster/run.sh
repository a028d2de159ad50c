#!/bin/bash
# run.sh BUILD [--full] [ROW...]: the same programs over every network and every
# strategy, with and without forced steals, all with right answers.
#
# A row is a network:
#   shm            3 workers of one machine
#   nic            3 workers on the simulated network; nic-own: its atomics are
#                  not atomic with the CPUs'; nic-late: 50 us late
#   openmpi, mpich         3 ranks on one node
#   openmpi-apart, ...     each a node of its own
#   openmpi-2x1, mpich-1+2+1, ...   hosts of hosts.sh, over TCP
# A cell is a row, a strategy, and whether steals are forced.  By default a row
# runs some of its cells, and a cell some of the examples, so that each of them and
# each strategy occurs in some row; and three rows run the programs of tests/lang.  --full runs all cells, with more programs; it
# takes two hours.  Status 77: this machine does not allow hosts, and
# UCILK_TEST_NO_NAMESPACES=1 accepts that.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
rows=(openmpi-1+2+1 mpich-1+2+1 openmpi-2x2 openmpi-2x1 openmpi-4x1 mpich-2x1
    openmpi-apart mpich-apart nic-late nic nic-own openmpi mpich shm)

# Programs whose tasks need no memory but their frames, futures and views: as
# they are run when every spawn goes by another worker, and without that.
examples=("fib 16|fib 27" "nqueens 6|nqueens 10" "btc 9|btc 16"
    "collatz 100000|collatz 1000000" "ffib 13|ffib 21"
    "futuretree 8|futuretree 11" "fanout 100|fanout 1000"
    "pipeline -n 50|pipeline" "pipeline -k 1 -n 50|pipeline -k 1 -n 1000"
    "lcs -n 512 -C 64|lcs -n 4096 -C 64" "cholesky 3|cholesky 8"
    "uts -t 3 -b 4 -d 4|uts -a 1 -d 9 -r 7")
# The programs of tests/lang whose tasks share no memory.  The others write to arrays
# and variables of main's, or print in tasks: rules of one machine.
language=(cilk5 errno_macros exits exits_macros names old recursion
    passing recursion_macros reducers scopes vectors)

# language_program NAME: $scratch/lang/NAME, and what its elision prints.
language_program() {
    local name=$1 lang=$here/../lang to=$scratch/lang library=$build/lib/libucilk_cluster_test.a source
    source=$lang/$name.c
    [ -e "$source" ] || source=$to/$name.c # made
    if [[ $name == *_macros ]]; then
        gcc -g -O2 -DUCILK_CLUSTER -I"$build/include" -I"$lang" "$source" "$library" -lm -pthread -o "$to/$name" &&
            gcc -O1 -DUCILK_SERIAL -I"$build/include" -I"$lang" "$source" -lm -o "$to/$name.serial"
    elif [ -x "$build/bin/ucilkcc" ]; then
        "$build/bin/ucilkcc" --ucilk-cluster -g -O2 "$source" "$library" -lm -pthread -o "$to/$name" &&
            "$build/bin/ucilkcc" --ucilk-serial -O1 "$source" -lm -o "$to/$name.serial"
    else
        return 0
    fi >"$to/$name.log" 2>&1 && timeout 60 "$to/$name.serial" >"$to/$name.expected" ||
        { echo "FAIL $name does not compile, or its elision fails: $(head -3 "$to/$name.log")"; touch "$scratch/failed"; }
}

# runs_language ROW ATOMICS CHECK: does this cell run the programs of tests/lang?
runs_language() {
    case $mode:$1:$2:$3 in
    *:nic:*:1 | *:*-apart:auto:1 | full:nic-*:1 | full:*-apart:*:1 | full:*-[0-9]*:auto:1) ;;
    *) return 1 ;;
    esac
}

strategies() { # ROW: atomics, steals, empty check
    local atomics steal check
    echo auto auto 1
    [ "$1" != shm ] || return 0
    for atomics in native loopback assist am; do
        case "$1 $atomics" in # its atomics are not atomic with the CPUs'
        "nic-own native" | mpich*native) continue ;;
        openmpi*native | openmpi*loopback) [ $has_window = yes ] || continue ;;
        esac
        for steal in onesided message; do
            for check in 1 0; do echo $atomics $steal $check; done
        done
    done
}

programs() { # FORCED
    local name example
    for example in "${examples[@]}"; do
        if [ "$1" = no ]; then example=${example#*|}; else example=${example%|*}; fi
        name=${example%% *}
        [ -e "$build/examples/cluster/$name" ] || continue
        echo "$build/examples/cluster/$example"
        echo "$build/examples/cluster/${name}_macros${example#"$name"}"
    done
}

# --- One row: on its hosts, if it has some ---

# run ROW SETTING... -- COMMAND...
run() {
    local row=$1 settings=() launch=()
    shift
    while [ "$1" != -- ]; do
        settings+=("$1")
        shift
    done
    shift
    case $row in
    *-apart) settings+=(UCILK_NODE_SIZE=1) ;;
    nic*) settings+=(UCILK_TRANSPORT=nic) ;;
    esac
    case $row in
    nic-own) settings+=(UCILK_NIC_ATOMICS=own) ;;
    nic-late) settings+=(UCILK_NIC_DELAY=50) ;;
    esac
    case $row in
    shm | nic*) launch=(env UCILK_NWORKERS=3) ;;
    openmpi | openmpi-apart)
        launch=(mpirun.openmpi --oversubscribe --bind-to none -n 3)
        ;;
    openmpi*) launch=(mpirun.openmpi) ;;
    mpich | mpich-apart) launch=(mpirun.mpich -n 3) ;;
    mpich*) launch=(mpirun.mpich) ;;
    esac
    case $row in
    openmpi*) for setting in "${settings[@]}"; do launch+=(-x "$setting"); done ;;
    *) launch=(env "${settings[@]}" "${launch[@]}") ;;
    esac
    echo "${launch[*]} $*" >"$out.command"
    timeout -k 5 ${limit:-120} "${launch[@]}" "$@" >"$out.out" 2>"$out.err" </dev/null
}

right() { # PROGRAM
    if [ -e "$1.expected" ]; then
        cmp -s "$out.out" "$1.expected"
        return
    fi
    grep -qE "^right|: 341 nodes, 256 leaves|: 20458 nodes, 10440 leaves" "$out.out"
}

# cells ROW NUMBER: ATOMICS STEAL CHECK FORCED
cells() {
    local n=0
    strategies "$1" | while read -r strategy; do
        if [ "$mode" = full ] || [ "$1" = shm ]; then
            echo "$strategy no"
            echo "$strategy always"
        elif [ "$strategy" = "auto auto 1" ] || [ $(((n + $2) % 3)) = 0 ]; then
            if [ $(((n / 3 + $2) % 2)) = 0 ]; then forced=no; else forced=always; fi
            echo "$strategy $forced"
        fi
        n=$((n + 1))
    done
}

row() { # ROW NUMBER
    local began=$SECONDS out=$scratch/$1 n_runs=0 n_bad=0 i k=$(($2 * 7)) status per_cell=1
    local atomics steal check forced start line commands longest=0 slowest=""
    [ "$mode" != full ] || per_cell=8
    local language=("$scratch"/lang/*.expected)
    readarray -t programs_no < <(programs no)
    readarray -t programs_always < <(programs always)
    # Short runs: another round of them where nothing was stolen.
    for _ in 1 2 3 4 5; do
        while read -r atomics steal check forced; do
            declare -n programs=programs_$forced
            commands=()
            for ((i = 0; i < per_cell; i++, k++)); do commands+=("${programs[k % ${#programs[@]}]}"); done
            ! runs_language "$1" "$atomics" "$check" || commands+=("${language[@]%.expected}")
            for line in "${commands[@]}"; do
                read -ra command <<<"$line"
                settings=(UCILK_TEST_TIMEOUT=100 "UCILK_STATS=json:$out.json"
                    "UCILK_ATOMICS=$atomics" "UCILK_STEAL=$steal"
                    "UCILK_EMPTY_CHECK=$check" "UCILK_TEST_SEED=$((k + n_runs))")
                [ "$forced" = no ] && [[ $mode$line != quick"$scratch/lang/"* ]] ||
                    settings+=(UCILK_TEST_STEAL=always)
                status=0
                n_runs=$((n_runs + 1))
                start=$SECONDS
                run "$1" "${settings[@]}" -- "${command[@]}" || status=$?
                # Its own network was not there, for once: no fault of the program.
                if [ $status != 0 ] && grep -qi "failed to TCP connect" "$out".{out,err}; then
                    echo "note $1: Open MPI could not connect; once more: ${command[*]##*/}"
                    status=0
                    run "$1" "${settings[@]}" -- "${command[@]}" || status=$?
                fi
                [ $((SECONDS - start)) -le $longest ] || {
                    longest=$((SECONDS - start))
                    slowest="${command[*]##*/}, $atomics $steal $check, forced $forced"
                }
                if [ $status = 0 ] && right "${command[0]}"; then
                    cat "$out.json" >>"$out.stats"
                else
                    n_bad=$((n_bad + 1))
                    echo "FAIL $1: status $status: $(cat "$out.command")"
                    head -20 "$out.out" "$out.err" | sed 's/^/     /'
                fi
            done
        done < <(cells "$1" "$2")
        if happened "$1" >/dev/null; then break; fi
    done
    deep "$1" || n_bad=$((n_bad + 1))
    happened "$1" || n_bad=$((n_bad + 1))
    [ $n_bad = 0 ] || return 1
    echo "ok $1: $n_runs runs, $(sum steals) steals," \
        "$(sum far_steals) from other nodes, $(sum ready_taken) forced," \
        "$((SECONDS - began)) s, the longest $longest s: $slowest"
}

# Without any option: a tree 17,844 levels deep, which is T3L's depth; --full:
# T3L itself.
deep() { # ROW
    local limit=400 tree="-t 3 -b 1 -d 17844" right=": 17845 nodes, 1 leaves"
    [[ $1 = *-2x1 ]] || return 0
    [ "$mode" != full ] || tree="-t 0 -b 2000 -q 0.200014 -m 5 -r 7" right="^right"
    # shellcheck disable=SC2086
    ! run "$1" -- "$build/examples/cluster/uts" $tree || ! grep -q "$right" "$out.out" || return 0
    echo "FAIL $1: $(cat "$out.command")"
    head -20 "$out.out" "$out.err" | sed 's/^/     /'
    return 1
}

sum() { # FIELD, over all runs
    grep -o "\"$1\": [0-9]*" "$out.stats" | awk '{ s += $2 } END { print s + 0 }'
}

# Has what the row is there for happened?
happened() { # ROW
    local field fields="steals ready_taken" bad=0
    [[ $1 != *-* && $1 != nic ]] || fields+=" far_steals"
    for field in $fields; do
        [ "$(sum "$field")" = 0 ] || continue
        echo "FAIL $1: no $field"
        bad=1
    done
    return $bad
}

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if [ "${1-}" = --row ]; then # BUILD MODE SCRATCH ROW NUMBER
    build=$2 mode=$3 scratch=$4
    row "$5" "$6"
    exit
fi
if [ "${1-}" = --start ]; then # the same, on the row's hosts
    in=()
    case $5 in
    *-[0-9]*) in=("$here/hosts.sh" "${5#*-}" --limit 3500 --) ;;
    esac
    "${in[@]}" "$0" --row "${@:2}" || touch "$4/failed"
    exit 0
fi

[ "${1---help}" != --help ] || {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    exit 2
}
build=$(cd "$1" && pwd)
shift
mode=quick
[ "${1-}" != --full ] || { mode=full; shift; }
[ $# = 0 ] || rows=("$@")
. "$here/common.sh"
export has_window
began=$SECONDS
mkdir "$scratch/lang"
"$here/../lang/macros.py" "$scratch/lang"
(
    ulimit -s "$(ulimit -H -s)" # for the elisions of deep recursions
    for name in "${language[@]}"; do
        [ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n
        language_program $name &
    done
    wait
)
for i in "${!rows[@]}"; do echo "${rows[i]} $i"; done |
    xargs -P 2 -L 1 "$here/run.sh" --start "$build" $mode "$scratch"
echo "$((SECONDS - began)) s"
[ ! -e "$scratch/failed" ]
