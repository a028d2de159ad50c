# The part of bench/run.sh about ranks of MPI, which sources it: the network
# without the runtime, steals between nodes in comparison, and whole programs in
# comparison with the workers of one machine.  The two hosts are network
# namespaces, joined by TCP (tests/cluster/hosts.sh), which need root.
# shellcheck shell=bash disable=SC2154,SC2086

plugin=$build/lib/ucilk/ucilk_openmpi.so
hosts=$here/tests/cluster/hosts.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# Two ranks: on this machine as one node or as two, and on two hosts.  The strings
# are mpirun's arguments before the program.
one_node() { timeout 600 mpirun.openmpi --oversubscribe --bind-to none -n 2 "$@"; }
two_nodes() { one_node -x UCILK_NODE_SIZE=1 "$@"; }
two_hosts() { "$hosts" 2x1 --limit 600 -- mpirun "$@"; }
slow_hosts() { "$hosts" 2x1 --delay 0.05 --limit 600 -- mpirun "$@"; }

places=(two_nodes two_hosts)
about() {
    case $1 in
    one_node) echo "one node" ;;
    two_nodes) echo "two nodes on one machine, through MPI" ;;
    two_hosts) echo "two hosts, TCP" ;;
    slow_hosts) echo "two hosts, TCP, 100 us" ;;
    esac
}

# link_of PLACE OPERATION BYTES COLUMN: a figure of that place's table, us.
link_of() {
    awk -F '\t' -v op="$2" -v bytes="$3" -v column="$4" '
        $1 == "operation" { for (i = 3; i <= NF; i++) if ($i == column) k = i }
        $1 == op && $2 == bytes { print $k }' "$scratch/link.$1"
}

# steal_steps FILE: the medians of the steps of bench/steals and of their sum, ns.
steal_steps() {
    awk -F '\t' '
        function median(v, n,   i, j, x) {
            for (i = 2; i <= n; i++) {
                x = v[i]
                for (j = i - 1; j > 0 && v[j] > x; j--) v[j + 1] = v[j]
                v[j + 1] = x
            }
            return v[int((n + 1) / 2)]
        }
        $1 == "bytes" { for (i = 2; i <= NF; i++) title[i] = $i; last = NF }
        $1 == "steal" {
            n++
            all[n] = 0
            for (i = 2; i <= last; i++) { t[i, n] = $(i + 1); all[n] += $(i + 1) }
        }
        END {
            if (!n) exit 1
            for (i = 2; i <= last; i++) {
                for (k = 1; k <= n; k++) v[k] = t[i, k]
                printf "%s\t%.0f\n", title[i], median(v, n)
            }
            printf "all\t%.0f\n", median(all, n)
            printf "steals\t%d\n", n
        }' "$1"
}

# operations JSON: the operations of the network that a successful steal from
# another node takes, on the average.
operations() {
    local name steals
    steals=$(counted far_steals "$1")
    [ "${steals:-0}" != 0 ] || return 0
    for name in rounds gets atomics posts extra; do
        row "  $name a steal, of $steals" "$(calc "$(counted steal_$name "$1") / $steals" 2)" ""
    done
}

# The network without the runtime.
measure_links() {
    local place
    for place in "${places[@]}"; do
        echo; echo "the network by itself, $(about $place): medians and least round trips, us"
        $place "$bin/link" "$plugin" "${BENCH_SECONDS:-0.3}" >"$scratch/link.$place"
        sed 's/^/  /' "$scratch/link.$place" | column -t -s $'\t'
    done
}

# Steals between nodes, step by step, and their bounds.
measure_steals() {
    local place how victim steps size=1024 segment trips operation trip copy all
    for place in "${places[@]}"; do
        for how in message onesided; do
            for victim in polls leaf; do
                [ $how.$victim != onesided.leaf ] || continue
                steps=$scratch/steals.$place.$how.$victim
                echo; echo "a steal, $(about $place), $how, the victim $victim; medians, ns"
                $place -x UCILK_STEAL=$how -x UCILK_STATS=json:$steps.json \
                    "$bin/steals" $victim $size >"$steps.raw"
                steal_steps "$steps.raw" >"$steps"
                sed 's/^/  /' "$steps" | column -t -s $'\t'
                operations "$steps.json"
                segment=4096 # at least what a segment of this size has
                [ $how = message ] && trips=1.5 operation=message || trips=4.5 operation=get
                trip=$(link_of $place $operation 8 polls)
                copy=$(calc "$(link_of $place $operation $segment polls) - $trip")
                all=$(calc "$(awk -F '\t' '$1 == "all" { print $2 }' "$steps") / 1000")
                if [ $victim = leaf ]; then
                    bound "$how, the victim in a leaf" "$all" '<=' 1000 us
                elif [ $place = two_hosts ]; then
                    bound "$how, $trips round trips of $trip us + copy" "$all" '<=' \
                        "$(calc "$trips * $trip + ($copy > 0 ? $copy : 0)")" us
                else # a link that is faster than what the two sides compute
                    row "$how, round trips of $trip us" "$(calc "$all / $trip" 1)" ""
                fi
            done
        done
    done
}

# What the assistant costs a worker that runs a leaf.
measure_leaf() {
    local place k=1 commands=("2 $bin/leaf")
    echo; echo "a task that spawns nothing, another worker idle; its own time"
    heads
    for place in "${places[@]}"; do commands+=("2 $place $bin/leaf"); done
    in_turn told "$runs" "${commands[@]}"
    row "workers of one machine" ${times[1]}
    for place in "${places[@]}"; do
        k=$((k + 1))
        row "$(about $place)" ${times[k]}
        bound "  of one machine's (medians)" "$(calc "$(med "${times[k]}") / $(med "${times[1]}")")" '<=' 1.03 ""
    done
}

# The time of a program that does next to nothing, of which most is the start
# and the end of ranks, with that of one that only begins and ends MPI.
measure_start() {
    local mpi n launch way
    echo; echo "start and end of ranks on this machine, and MPI_Init and MPI_Finalize alone, s"
    heads
    for mpi in openmpi mpich; do
        command -v mpicc.$mpi mpirun.$mpi >/dev/null || continue
        mpicc.$mpi -x c - -o "$scratch/bare.$mpi" <<'PROGRAM'
#include <mpi.h>
int main(int argc, char **argv) { MPI_Init(&argc, &argv); return MPI_Finalize(); }
PROGRAM
        launch="mpirun.$mpi"
        [ $mpi = mpich ] || launch+=" --oversubscribe --bind-to none"
        for n in 2 8 32; do
            in_turn once $(((runs + 1) / 2)) "1 $launch -n $n $scratch/bare.$mpi" \
                "1 $launch -n $n $bin/asleep 0 0" \
                "1 env UCILK_NODE_SIZE=1 $launch -n $n $bin/asleep 0 0"
            row "$mpi, $n ranks, MPI alone" ${times[1]}
            for way in 2 3; do
                row "  a program for clusters$([ $way = 2 ] || echo ', each rank a node')" ${times[way]}
                bound "  of MPI's (minima)" "$(ratio "${times[way]}" "${times[1]}" 2)" '<=' 1.5 ""
            done
        done
    done
}

# ticks PROGRAM: "thread ticks" of the threads of all its processes: what they have
# taken of their CPUs, in 1/100 s.
ticks() {
    local process
    for process in $(pgrep -f "^$1 8$"); do
        awk '{ print $1, $14 + $15 }' /proc/$process/task/*/stat
    done | sort
}

# What ranks take that wait while main sleeps, from a second after on.
measure_waiting() {
    local place most
    echo; echo "main sleeps: the thread of any rank that takes most of a core, %"
    for place in one_node "${places[@]}"; do
        $place "$bin/asleep" 8 >"$scratch/asleep.$place" &
        until [ "$(ticks "$bin/asleep" | wc -l)" -ge 4 ]; do sleep 0.2; done
        sleep 3
        ticks "$bin/asleep" >"$scratch/ticks.1"
        sleep 2
        ticks "$bin/asleep" >"$scratch/ticks.2"
        wait $!
        most=$(join "$scratch/ticks.1" "$scratch/ticks.2" |
            awk '{ d = ($3 - $2) / 2; if (d > most) most = d } END { printf "%.1f", most }')
        bound "$(about $place)" "$most" '<=' 2 "%"
        row "  then a region of 20 ms, s" "$(cut -d' ' -f1 "$scratch/asleep.$place")" ""
    done
}

# The share of the workers' time that messages take (Akiyama & Taura, figure 16).
measure_messages() {
    local what name arguments place stats
    echo; echo "messages: handled, and their share of the workers' time"
    for what in "uts $T1L" "lcs -n 65536 -C 512"; do
        read -r name arguments <<<"$what"
        for place in "${places[@]}"; do
            stats=$scratch/messages.$name.$place
            $place -x UCILK_STATS=json:$stats "$bin/${name}_cluster" $arguments >/dev/null
            row "$name, $(about $place)" \
                "$(sed 's/[,{}]/\n/g' "$stats" | awk -F ': ' '/"am_/ { n += $2 } END { print n }')" \
                "$(sed 's/[,{}]/\n/g' "$stats" | awk -F ': ' '
                    /"handler_seconds"/ { h = $2 } /"seconds"/ { s = $2 }
                    END { printf "%.4f %%", 100 * h / (2 * s) }')"
        done
    done
}

# Whole programs, in turn with the workers of one machine.
measure_programs() {
    local what place limit program k commands
    echo; echo "two workers: of one machine; ranks of one node; on two hosts. Their own time"
    heads
    for what in "uts $T1L" "lcs -n 131072 -C 512"; do
        program="$bin/${what/ /_cluster }"
        commands=("2 $program" "2 one_node $program")
        [[ $what != uts* ]] || commands+=("2 two_hosts $program")
        in_turn told $(((runs + 2) / 3)) "${commands[@]}"
        row "$what, workers of one machine" ${times[1]}
        k=1
        for place in one_node two_hosts; do
            k=$((k + 1))
            [ "${times[k]- }" != " " ] || continue # there are no two hosts
            row "  $(about $place)" ${times[k]}
            [ $place = one_node ] && limit=1.03 || limit=1.10
            bound "    of one machine's (minima)" "$(ratio "${times[k]}" "${times[1]}")" '<=' $limit ""
        done
    done
}

# A grid of futures on two hosts, over their link and over one of 100 us a round
# trip, whose relay takes CPU time of the workers'.
measure_futures() {
    local program="$bin/lcs_cluster -n 262144 -C 512" place k=1
    [ "${#places[@]}" = 2 ] || return 0
    echo; echo "lcs -n 262144 -C 512: one worker, and two hosts. Its own time"
    heads
    in_turn told $(((runs + 2) / 3)) "1 $program" "2 two_hosts $program" "2 slow_hosts $program"
    row "one worker" ${times[1]}
    for place in two_hosts slow_hosts; do
        k=$((k + 1))
        row "  $(about $place)" ${times[k]}
        bound "    speed-up (minima)" "$(ratio "${times[1]}" "${times[k]}")" '>=' 1.5 ""
    done
}

# code_lines FILE...: lines that are neither empty nor comments alone.
code_lines() { cat "$@" | gcc -fpreprocessed -dD -E -P -x c - | grep -c .; }

# Groups: how much of the nodes' time 2,000 of 1 ms take, and matrices beside the same
# program in MPI and threads.  Nodes have one worker each.
measure_groups() {
    local examples=$here/examples k program commands=()
    [ "${#places[@]}" = 2 ] || return 0
    "$build/bin/ucilkcc" --ucilk-groups -O3 "$examples/gmatmul.c" -o "$scratch/gmatmul"
    mpicc.openmpi -O3 -I"$examples" -I"$build/include" "$here/bench/peers/mpi_matmul.c" \
        -o "$scratch/mpi_matmul" -pthread
    for k in $(seq $(((runs + 2) / 3))); do
        two_hosts -x UCILK_NWORKERS=1 "$bin/groups" spin 2000 >>"$scratch/groups.spin"
        "$hosts" 16x1 -- mpirun -x UCILK_NWORKERS=1 "$bin/groups" sleep 2000 \
            >>"$scratch/groups.sleep"
    done
    echo; echo "2,000 groups of 1 ms, of the nodes' time"
    share() { sed 's/.* s, \([0-9.]*\) %.*/\1/' "$1" | sort -n | tail -1; }
    bound "two hosts, computing, best" "$(share "$scratch/groups.spin")" '>=' 95 %
    bound "16 hosts, sleeping, best" "$(share "$scratch/groups.sleep")" '>=' 90 %
    echo; echo "matrices of 2048 by 2048, hosts of one core; their own time"
    heads
    for program in "-x UCILK_NWORKERS=1 $scratch/gmatmul" "$scratch/mpi_matmul"; do
        commands+=("1 two_hosts -n 1 $program -n 2048" "1 two_hosts $program -n 2048")
    done
    in_turn told $(((runs + 2) / 3)) "${commands[@]}"
    row "gmatmul, one host" ${times[1]}
    row "  two hosts" ${times[2]}
    bound "  speed-up (minima)" "$(ratio "${times[1]}" "${times[2]}" 2)" '>=' 1.8 x
    row "mpi_matmul, one host" ${times[3]}
    row "  two hosts" ${times[4]}
    row "  speed-up (minima)" "$(ratio "${times[3]}" "${times[4]}" 2)" ""
    row "lines of code of gmatmul, and of mpi_matmul" \
        "$(code_lines "$examples/gmatmul.c" "$examples/gmatmul.h")" \
        "$(code_lines "$here/bench/peers/mpi_matmul.c")"
}

if [ ! -e "$plugin" ] || ! command -v mpirun.openmpi >/dev/null; then
    echo; echo "no Open MPI: no figures of ranks"
else
    if [ "$("$hosts" 2x1 -- true >/dev/null 2>&1; echo $?)" != 0 ]; then
        echo; echo "no network namespaces: no figures of two hosts"
        places=(two_nodes)
        two_hosts() { :; }
    fi
    measure_links
    measure_steals
    measure_leaf
    measure_start
    measure_waiting
    measure_messages
    measure_programs
    measure_futures
    measure_groups
fi
