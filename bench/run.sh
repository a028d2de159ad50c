#!/usr/bin/env bash
# bench/run.sh [--check] [--cluster] [BUILD]: the figures of docs/performance.md,
# measured now, on this machine.  With --check the status is 1 where a bound is
# missed; with --cluster only ranks of MPI are measured (bench/cluster.sh).
# Wants two idle cores; says so when they are not.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
check=false cluster=false runs=${BENCH_RUNS:-11} build=
while [ $# -gt 0 ]; do
    case $1 in
    --check) check=true ;;
    --cluster) cluster=true ;;
    --help) sed -n '2,5s/^# //p' "$0"; echo "BENCH_RUNS=N: runs of each program, at least 10 for a record (now $runs)"; exit 0 ;;
    -*) echo "bench/run.sh: unknown option $1; --help says what there is" >&2; exit 2 ;;
    *) build=$1 ;;
    esac
    shift
done
build=${build:-$here/build}
bin=$build/bench
if [ ! -x "$bin/fib_gcc" ]; then
    echo "bench/run.sh: no $bin/fib_gcc: build first, by tools/try.sh" >&2
    exit 2
fi
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# once WORKERS PROGRAM ARGS...: the seconds of one run.
once() {
    local workers=$1 t0 t1; shift
    t0=$(date +%s.%N); UCILK_NWORKERS=$workers "$@" >/dev/null; t1=$(date +%s.%N)
    awk -v a="$t0" -v b="$t1" 'BEGIN { printf "%.6f\n", b - a }'
}
# The program twice at the same time: what two cores give that share nothing.
both() { "$@" & "$@"; wait; }
summary() { sort -n "$@" | awk '{ t[NR] = $1 } END { print t[1], t[int((NR + 1) / 2)] }'; }

# seconds WORKERS PROGRAM ARGS...: "min median" of $runs runs after one more.
seconds() {
    once "$@" >/dev/null
    for _ in $(seq "$runs"); do once "$@"; done | summary
}

# in_turn FILE COUNT COMMAND...: COUNT rounds of the commands (workers, program,
# arguments), in turn since the machine's speed drifts; the seconds of the first
# go to FILE.1, and so on.
in_turn() {
    local file=$1 rounds=$2 k command; shift 2
    for _ in $(seq "$rounds"); do
        k=0
        for command in "$@"; do
            k=$((k + 1))
            once $command >>"$scratch/$file.$k"
        done
    done
}
calc() { awk "BEGIN { printf \"%.${2:-3}f\", $1 }"; }
row() { printf '  %-52s %10s %10s\n' "$@"; }

# bound NAME VALUE '<=' LIMIT UNIT
bound() {
    local verdict=ok
    if ! awk "BEGIN { exit !($2 $3 $4) }"; then verdict=MISSED; failed=1; fi
    printf '  %-52s %10s %-4s %s %s: %s\n' "$1" "$2" "$5" "$3" "$4" "$verdict"
}
min() { echo "${1% *}"; }
med() { echo "${1#* }"; }
end() {
    if [ $failed != 0 ]; then
        echo; echo "some bounds are missed"
        $check && exit 1
    fi
    exit 0
}
T1="-t 1 -a 3 -d 10 -b 4 -r 19" T1_nodes=4130071
T1L="-t 1 -a 3 -d 13 -b 4 -r 29" T1L_nodes=102181082
# told WORKERS PROGRAM ARGS...: the seconds that one run says it took.
told() {
    local workers=$1; shift
    UCILK_NWORKERS=$workers "$@" | sed -n 's/^\(.*[^0-9.]\)\?\([0-9.][0-9.]*\) s, .*/\2/p'
}

echo "ucilk $(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo '?'), $(date -u +%F), $(nproc) CPUs: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
echo "load before: $(cut -d' ' -f1 /proc/loadavg); min and median of $runs runs"

if $cluster; then
    . "$here/bench/cluster.sh"
    end
fi

for cc in gcc clang; do
    [ -x "$bin/fib_$cc" ] || continue
    echo; echo "fib(38), $("$cc" --version | head -1)"
    row "" "min, s" "median, s"
    inlined=$(seconds 1 "$bin/fib_inlined_$cc" 38)
    plain=$(seconds 1 "$bin/fib_noinline_$cc" 38)
    ours=$(seconds 1 "$bin/fib_$cc" 38)
    row "serial, recursion inlined" $inlined
    row "serial, not inlined into itself" $plain
    row "spawn at every level, 1 worker" $ours
    limit=2.3; [ $cc = clang ] && limit=3.6
    # 63,245,985 spawns
    bound "a spawn (minima)" "$(calc "($(min "$ours") - $(min "$plain")) / 63.245985e6 * 1e9" 2)" '<=' $limit ns
    bound "a spawn (medians)" "$(calc "($(med "$ours") - $(med "$plain")) / 63.245985e6 * 1e9" 2)" '<=' $limit ns
    if [ $cc = gcc ] && [ -x "$build/examples/fib_macros" ]; then
        macros=$(seconds 1 "$build/examples/fib_macros" 38)
        row "macro form, 1 worker" $macros
    fi
done

if command -v valgrind >/dev/null; then
    echo; echo "instructions a spawn, by callgrind (fib(22): 28,656 spawns)"
    count() {
        UCILK_NWORKERS=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
            awk '/Collected/ { print $4 }'
    }
    for cc in gcc clang; do
        [ -x "$bin/fib_$cc" ] || continue
        # Start-up is taken off by a second run.
        ours=$(($(count "$bin/fib_$cc" 22) - $(count "$bin/fib_$cc" 1)))
        plain=$(($(count "$bin/fib_noinline_$cc" 22) - $(count "$bin/fib_noinline_$cc" 1)))
        row "$cc: fib with spawns; less the serial version's" "$(calc "$ours / 28656" 1)" "$(calc "($ours - $plain) / 28656" 1)"
    done
fi

if [ -x "$bin/uts_gcc" ]; then
    echo; echo "uts T1, one worker, $T1_nodes nodes"
    row "" "min, s" "median, s"
    in_turn T1 "$runs" "1 $bin/uts_stack_gcc $T1" "1 $bin/uts_serial_gcc $T1" "1 $bin/uts_gcc $T1"
    stack=$(summary "$scratch/T1.1") serial=$(summary "$scratch/T1.2") ours=$(summary "$scratch/T1.3")
    row "serial, with a stack of nodes, as the original" $stack
    row "serial elision" $serial
    row "a task a node" $ours
    per_node() { calc "($1 - $2) / $T1_nodes * 1e9" 2; }
    bound "a node, over the elision (minima)" "$(per_node "$(min "$ours")" "$(min "$serial")")" '<=' 8 ns
    bound "a node, over the elision (medians)" "$(per_node "$(med "$ours")" "$(med "$serial")")" '<=' 8 ns
    row "a node, over the stack of nodes (minima)" "$(per_node "$(min "$ours")" "$(min "$stack")")" ns
fi

echo; echo "one worker against the serial elision; a thread that does nothing"
row "" "min, s" "median, s"
overheads=("btc 28" "nqueens 13")
[ ! -x "$bin/uts_gcc" ] || overheads+=("uts -t 1 -a 3 -d 11 -b 4 -r 19")
for what in "${overheads[@]}"; do
    read -r name arguments <<<"$what"
    in_turn "$name" $(((runs + 1) / 2)) "1 $bin/${name}_serial_gcc $arguments" "1 $bin/${name}_gcc $arguments"
    serial=$(summary "$scratch/$name.1") ours=$(summary "$scratch/$name.2")
    row "$name $arguments, serial" $serial
    row "$name $arguments" $ours
    row "  ratio" "$(calc "$(min "$ours") / $(min "$serial")")" "$(calc "$(med "$ours") / $(med "$serial")")"
    rm "$scratch/$name".*
done
echo "  create and join: $(UCILK_NWORKERS=1 "$bin/creation")"

echo; echo "a future that is not stolen, created and got, less the plain call; least of 3, ns"
for cc in gcc clang; do
    [ -x "$bin/future_$cc" ] || continue
    for _ in 1 2 3; do UCILK_NWORKERS=1 "$bin/future_$cc" >>"$scratch/future.$cc"; done
    k=0
    for what in "result of 8 bytes" "of 32 bytes" "of 64 bytes" "of 8 bytes, got three times"; do
        k=$((k + 1))
        least=$(awk -v k=$k '{ print $k }' "$scratch/future.$cc" | sort -n | head -1)
        if [ $k = 1 ]; then
            bound "$cc: $what" "$least" '<=' 25 ns
        else
            row "$cc: $what" "$least" ""
        fi
    done
done

echo; echo "10^8 trivial iterations, one worker, ns each: plain loop, cilk_for"
for cc in gcc clang; do
    [ -x "$bin/loop_$cc" ] || continue
    for _ in 1 2 3; do
        "$bin/loop_serial_$cc" >>"$scratch/loop.$cc.serial"
        UCILK_NWORKERS=1 "$bin/loop_$cc" >>"$scratch/loop.$cc.ours"
    done
    k=0
    for what in "" " with a local reducer"; do
        k=$((k + 1))
        least() { awk -v k=$k '{ print $k }' "$scratch/loop.$cc.$1" | sort -n | head -1; }
        row "$cc$what" "$(least serial)" "$(least ours)"
        bound "  ratio" "$(calc "$(least ours) / $(least serial)")" '<=' 1.05 ""
    done
done

echo; echo "an access to a reducer, ns beyond one to a variable; least of 5 runs"
for cc in gcc clang; do
    [ -x "$bin/reducer_$cc" ] || continue
    for _ in 1 2 3 4 5; do
        UCILK_NWORKERS=1 "$bin/reducer_$cc" >>"$scratch/reducer.$cc"
    done
    k=0
    for what in "in the first strand" "in another one" "beside a hundred" "in a cilk_for, ns an iteration"; do
        k=$((k + 1))
        limit=2; [ $k = 4 ] && limit=0.1
        bound "$cc, $what" "$(awk -v k=$k '{ print $k }' "$scratch/reducer.$cc" | sort -n | head -1)" '<=' $limit ns
    done
done

if [ "$(nproc)" -ge 2 ]; then
    echo; echo "two workers"
    row "" "min, s" "median, s"
    for what in "fib 42" "nqueens 13"; do
        read -r name size <<<"$what"
        program="$bin/${name}_gcc $size"
        in_turn "$name" "$runs" "1 $program" "2 $program" "1 both $program"
        one=$(summary "$scratch/$name.1") two=$(summary "$scratch/$name.2")
        both=$(summary "$scratch/$name.3")
        row "$name($size), 1 worker" $one
        row "$name($size), 2 workers" $two
        row "two runs with 1 worker at the same time" $both
        row "what this machine gives at most, by that" "$(calc "2 * $(min "$one") / $(min "$both")")" x
        bound "$name($size), speed-up of minima" "$(calc "$(min "$one") / $(min "$two")" 3)" '>=' 1.95 x
    done
    if [ -x "$bin/uts_gcc" ]; then
        program="$bin/uts_gcc $T1L"
        in_turn T1L $(((runs + 2) / 3)) "1 $bin/uts_serial_gcc $T1L" "1 $bin/uts_stack_gcc $T1L" \
            "1 $bin/uts_plain_gcc $T1L" "1 $program" "2 $program" "1 both $program"
        serial=$(summary "$scratch/T1L.1") stack=$(summary "$scratch/T1L.2") plain=$(summary "$scratch/T1L.3")
        one=$(summary "$scratch/T1L.4") two=$(summary "$scratch/T1L.5") both=$(summary "$scratch/T1L.6")
        row "uts T1L, serial elision" $serial
        row "uts T1L, serial with a stack of nodes" $stack
        row "uts T1L, serial, plain recursion" $plain
        row "uts T1L, 1 worker" $one
        row "uts T1L, 2 workers" $two
        row "two runs with 1 worker at the same time" $both
        row "what this machine gives at most, by that" "$(calc "2 * $(min "$one") / $(min "$both")")" x
        bound "uts T1L, speed-up of minima" "$(calc "$(min "$one") / $(min "$two")" 3)" '>=' 1.95 x
        row "million nodes a second, 2 workers" "$(calc "$T1L_nodes / $(min "$two") / 1e6" 2)" ""
        bound "15.4 / 7.6 of the serial elision's" "$(calc "$(min "$serial") / $(min "$two")" 3)" '>=' 2.026 x
        row "the same, of the stack of nodes'" "$(calc "$(min "$stack") / $(min "$two")" 3)" x
        row "the same, of the plain recursion's" "$(calc "$(min "$plain") / $(min "$two")" 3)" x
    fi
    echo; echo "steal ping-pong, 1 KiB of locals, 20,000 rounds"
    line=$(UCILK_NWORKERS=2 "$bin/pingpong" 20000)
    echo "  $line"
    bound "steal to first instruction, median" "$(sed 's/.*median \([0-9]*\).*/\1/' <<<"$line")" '<=' 1000 ns
fi

# The slower of two at the same time.
told_both() { { told "$@" & told "$@"; wait; } | sort -n | tail -1; }

# Programs whose tasks share arrays: the least speed-up that two workers are to
# have, if any; arguments.
echo; echo "tasks on shared arrays; their own time"
row "" "min, s" "median, s"
on_arrays=("mergesort 1.85 -n 10000000" "matmul 1.85 -n 1024"
    "quicksort - -n 10000000" "strassen - -n 1024" "lu - -n 1024")
for what in "${on_arrays[@]}"; do
    read -r name atleast arguments <<<"$what"
    for cc in gcc clang; do
        program=$bin/${name}_$cc times=$scratch/$name.$cc
        [ -x "$program" ] || continue
        for _ in $(seq "$runs"); do
            # shellcheck disable=SC2086
            {
                told 1 "$bin/${name}_serial_$cc" $arguments >>"$times.serial"
                told 1 "$program" $arguments >>"$times.1"
                [ "$(nproc)" -lt 2 ] || told 2 "$program" $arguments >>"$times.2"
            }
        done
        serial=$(summary "$times.serial") one=$(summary "$times.1")
        row "$name $arguments, $cc, serial elision" $serial
        row "  1 worker" $one
        bound "  1 worker, of the elision (minima)" "$(calc "$(min "$one") / $(min "$serial")" 4)" '<=' 1.03 ""
        [ "$(nproc)" -ge 2 ] || continue
        two=$(summary "$times.2") faster=$(calc "$(min "$one") / $(min "$two")")
        row "  2 workers" $two
        if [ "$atleast" = - ]; then
            row "  speed-up over 1 worker (minima)" "$faster" x
        else
            bound "  speed-up over 1 worker (minima)" "$faster" '>=' "$atleast" x
        fi
    done
done

if [ -x "$bin/lcs_gcc" ]; then
    for cc in gcc clang; do
        for build_of in "" _native; do
            [ -x "$bin/lcs_kernels${build_of}_$cc" ] || continue
            echo; echo "a block of lcs, 512 by 512 cells, $cc -O3${build_of:+ -march=native}"
            "$bin/lcs_kernels${build_of}_$cc" | sed 's/^/  /'
        done
    done
    for n in 65536 262144; do
        [ $n = 65536 ] && rounds=$runs || rounds=$(((runs + 2) / 3))
        lcs="-n $n -C 512" blocks=$((n / 512))
        echo; echo "lcs $lcs, $((blocks * blocks)) blocks; its own time, of $rounds runs"
        row "" "min, s" "median, s"
        for _ in $(seq "$rounds"); do
            # shellcheck disable=SC2086
            {
                told 1 "$bin/lcs_serial_gcc" $lcs >>"$scratch/lcs.$n.serial"
                told 1 "$bin/lcs_gcc" $lcs >>"$scratch/lcs.$n.1"
                [ "$(nproc)" -lt 2 ] || {
                    told 2 "$bin/lcs_gcc" $lcs >>"$scratch/lcs.$n.2"
                    told_both 1 "$bin/lcs_serial_gcc" $lcs >>"$scratch/lcs.$n.both"
                }
            }
        done
        T1=$(summary "$scratch/lcs.$n.serial") one=$(summary "$scratch/lcs.$n.1")
        row "T1: the blocks in a plain loop" $T1
        row "1 worker" $one
        row "tc: a block, us" "$(calc "$(min "$T1") / $blocks ^ 2 * 1e6" 2)" "$(calc "$(med "$T1") / $blocks ^ 2 * 1e6" 2)"
        bound "1 worker, of T1 (minima)" "$(calc "$(min "$one") / $(min "$T1")" 4)" '<=' 1.02 ""
        bound "1 worker, of T1 (medians)" "$(calc "$(med "$one") / $(med "$T1")" 4)" '<=' 1.02 ""
        [ "$(nproc)" -ge 2 ] || continue
        two=$(summary "$scratch/lcs.$n.2") both=$(summary "$scratch/lcs.$n.both")
        row "2 workers" $two
        row "two plain loops at the same time" $both
        row "what this machine gives at most, by that" "$(calc "2 * $(min "$T1") / $(min "$both")")" x
        bound "speed-up over T1 (minima)" "$(calc "$(min "$T1") / $(min "$two")")" '>=' 1.9 x
        greedy=$(calc "$(min "$T1") * (1 / 2 + (2 * $blocks - 1) / $blocks ^ 2)" 6)
        bound "2 workers, greedy bound T1/2 + Tinf (minima)" "$(min "$two")" '<=' "$greedy" s
        # shellcheck disable=SC2086
        UCILK_NWORKERS=2 UCILK_STATS=json:$scratch/lcs.json "$bin/lcs_gcc" $lcs >/dev/null
        counted() { sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" "$scratch/lcs.json"; }
        row "steals" "$(counted steals)"
        row "outstanding joins (gets that suspended)" "$(counted gets_suspended)"
        row "  from readiness to resumption, us on the average" "$(calc "$(counted join_seconds) * 1e6" 2)"
        row "continuations from ready queues" "$(counted ready_taken)"
        row "stack; evacuated, most of a worker, KiB" "$(calc "$(counted stack_high_water) / 1024" 0)" "$(calc "$(counted evac_high_water) / 1024" 0)"
    done
    echo; echo "lcs, 32 by 32 blocks that sleep for 4 ms: workers, not CPUs, are what is short"
    lcs="-n 1600 -C 50"
    # shellcheck disable=SC2086
    for p in 1 2 4 8 16 32; do
        took=$(told $p "$bin/lcs_asleep" $lcs)
        [ $p = 1 ] && { T1=$took; row "1 worker" "$T1"; continue; }
        bound "$p workers, greedy bound T1/$p + Tinf" "$took" '<=' "$(calc "$T1 * (1 / $p + 63 / 1024)" 6)" s
    done
fi

if [ "$(nproc)" -ge 2 ]; then
    echo; echo "a steal, step by step, in ticks"
    UCILK_NWORKERS=2 "$bin/breakdown" >"$scratch/breakdown"
    sed 's/^/  /' "$scratch/breakdown"
    value() { awk -F '\t' -v name="# $1" '$1 == name { print $2 }' "$scratch/breakdown"; }
    bound "a failed attempt" "$(calc "$(value "a failed attempt") / $(value "ticks a second") * 1e9" 1)" '<=' 100 ns
fi

if [ "$(nproc)" -ge 2 ]; then
    echo; echo "idle workers; memory"
    read -r used woken < <(UCILK_NWORKERS=2 "$bin/idle")
    bound "an idle worker, % of a CPU" "$(calc "100 * $used" 4)" '<=' 0.1 %
    bound "from a spawn to a worker that slept, median" "$woken" '<=' 0.1 ms
    peak=$(UCILK_NWORKERS=2 "$bin/suspended" 100000 2>&1 | sed -n 's/ KiB$//p')
    bound "100,000 tasks that wait, resident" "$peak" '<=' 1048576 KiB
    line=$(UCILK_NWORKERS=2 "$bin/steady" 100000000 2>&1 | head -1)
    echo "  $line"
    bound "10^8 spawns stolen to and fro, more memory" "$(sed 's/.*each, \(-\?[0-9]*\) KiB.*/\1/' <<<"$line")" '<=' 4096 KiB
fi

. "$here/bench/cluster.sh"

echo; echo "stack"
bound "a level of btc" "$(UCILK_NWORKERS=1 "$bin/depth")" '<=' 440 B

end
