#!/usr/bin/env bash
# bench/run.sh [--check] [--only PART]... [BUILD]: measures the figures of
# docs/performance.md on this machine, by the programs of the build tree BUILD, which
# it builds.  With --check the status is 1 if a bound is missed.  The parts: spawn
# instructions coarse overhead futures loops reducers workers uts steal fresh arrays corpus
# lcs idle local cluster stack tools.
# It needs two idle cores, and prints the load before.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
check=false only=" " runs=${BENCH_RUNS:-11} build=
while [ $# -gt 0 ]; do
    case $1 in
    --check) check=true ;;
    --only) only+="$2 "; shift ;;
    --help) sed -n '2,7s/^# //p' "$0"; echo "BENCH_RUNS=N: runs of each program (now $runs)"; exit 0 ;;
    -*) echo "bench/run.sh: unknown option $1; --help says what there is" >&2; exit 2 ;;
    *) build=$1 ;;
    esac
    shift
done
build=${build:-$here/build}
bin=$build/bench
failed=0 limit_of_a_run=120
wants() { [ "$only" = " " ] || [[ $only == *" $1 "* ]] || [[ $only == *" $1="* ]]; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if ! cmake --build "$build" --target bench_programs -j "$(nproc)" >"$scratch/log" 2>&1; then
    tail -n 20 "$scratch/log" >&2
    echo "bench/run.sh: $build does not build; tools/try.sh makes a build tree" >&2
    exit 2
fi

# A program that hangs is ended, and counts as failed.  A place of cluster.sh, a function, has
# a limit itself.
limited() {
    if [ "$1" = both ]; then
        shift
        both timeout $limit_of_a_run "$@"
    elif [ "$(type -t "$1")" = function ]; then
        "$@"
    else
        timeout $limit_of_a_run "$@"
    fi
}
# once WORKERS PROGRAM ARGS...: the seconds of one run.
once() {
    local workers=$1 t0 t1; shift
    t0=$(date +%s.%N); UCILK_NWORKERS=$workers limited "$@" >/dev/null; t1=$(date +%s.%N)
    awk -v a="$t0" -v b="$t1" 'BEGIN { printf "%.6f\n", b - a }'
}
# Runs the program twice at the same time: on two cores that share nothing.
both() { "$@" & "$@"; wait; }
summary() { sort -n "$@" | awk '{ t[NR] = $1 } END { print t[1], t[int((NR + 1) / 2)] }'; }

# seconds WORKERS PROGRAM ARGS...: "min median" of $runs runs, after one that does not count.
seconds() {
    once "$@" >/dev/null
    for _ in $(seq "$runs"); do once "$@"; done | summary
}

# in_turn FILE COUNT COMMAND...: runs the commands (workers, program, arguments) COUNT
# times, in turn, since the machine's speed drifts.  The seconds of the first go to
# FILE.1, and so on.
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
# told WORKERS PROGRAM ARGS...: the seconds that the program itself prints.
told() {
    local workers=$1; shift
    UCILK_NWORKERS=$workers limited "$@" | sed -n 's/^\(.*[^0-9.]\)\?\([0-9.][0-9.]*\) s, .*/\2/p'
}

echo "ucilk $(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo '?'), $(date -u +%F), $(nproc) CPUs: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
echo "load before: $(cut -d' ' -f1 /proc/loadavg); min and median of $runs runs"

if wants spawn; then
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
        # 63,245,985 spawns
    bound "a spawn (minima)" "$(calc "($(min "$ours") - $(min "$plain")) / 63.245985e6 * 1e9" 2)" '<=' 2.0 ns
    bound "a spawn (medians)" "$(calc "($(med "$ours") - $(med "$plain")) / 63.245985e6 * 1e9" 2)" '<=' 2.0 ns
    if [ $cc = gcc ] && [ -x "$build/examples/fib_macros" ]; then
        macros=$(seconds 1 "$build/examples/fib_macros" 38)
        row "macro form, 1 worker" $macros
    fi
done

fi

if wants instructions && command -v valgrind >/dev/null; then
    echo; echo "instructions a call of fib that spawns, by callgrind: fib(25) less fib(20)"
    count() {
        UCILK_NWORKERS=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
            awk '/Collected/ { print $4 }'
    }
    each=110447 # 121,392 spawns less 10,945
    for cc in gcc clang; do
        [ -x "$bin/fib_$cc" ] || continue
        ours=$(($(count "$bin/fib_$cc" 25) - $(count "$bin/fib_$cc" 20)))
        plain=$(($(count "$bin/fib_noinline_$cc" 25) - $(count "$bin/fib_noinline_$cc" 20)))
        limit=27; [ $cc = clang ] && limit=30
        bound "$cc" "$(calc "$ours / $each" 1)" '<=' $limit ""
        row "  the serial version" "$(calc "$plain / $each" 1)" ""
    done
    # Seven are the spawn's and the sync's, up to four those of a frame pointer.
    echo; echo "instructions of a spawn with its sync beyond those of a call that is not inlined"
    for cc in gcc clang; do
        [ -x "$bin/kinds_$cc" ] || continue
        for shape in one doubles pairs seven; do
            ours=$(($(count "$bin/kinds_$cc" $shape 25) - $(count "$bin/kinds_$cc" $shape 20)))
            plain=$(($(count "$bin/kinds_serial_$cc" $shape 25) - $(count "$bin/kinds_serial_$cc" $shape 20)))
            bound "$cc, $shape" "$(calc "($ours - $plain) / $each" 1)" '<=' 11 ""
        done
    done
fi

# Long tasks: the second form pushes every spawn at once (docs/protocols/lazy.md, W4).
if wants coarse && [ -x "$bin/coarse" ]; then
    echo; echo "long tasks: lazy spawns' time, of eager ones' (minima)"
    coarse() { # WORKERS SHAPE N MS [compute]
        local workers=$1 program; shift
        for _ in 1 2 3; do
            for program in coarse coarse_eager; do
                UCILK_NWORKERS=$workers limited "$bin/$program" "$@" >>"$scratch/$program.$workers.$*"
            done
        done
        local lazy eager
        lazy=$(summary "$scratch/coarse.$workers.$*") eager=$(summary "$scratch/coarse_eager.$workers.$*")
        bound "$*, $workers workers: $(min "$eager") s" "$(calc "$(min "$lazy") / $(min "$eager")" 3)" '<=' 1.05 ""
    }
    for workers in 2 8 64; do
        for leaves in "64 1" "64 10" "64 100" "1024 1" "1024 10"; do
            # shellcheck disable=SC2086
            coarse $workers tree $leaves
        done
        for shape in "loop 256" "chain 64" "late 40" "busy 40"; do
            # shellcheck disable=SC2086
            for ms in 1 10; do coarse $workers $shape $ms; done
        done
    done
    for shape in "tree 64" "chain 64" "late 40"; do
        # shellcheck disable=SC2086
        coarse 2 $shape 10 compute
    done
fi

if wants overhead; then
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

echo; echo "one worker against serial; a thread that does nothing"
row "" "min, s" "median, s"
overheads=("nqueens 13")
[ ! -x "$bin/uts_gcc" ] || overheads+=("uts -t 1 -a 3 -d 11 -b 4 -r 19")
for what in "${overheads[@]}"; do
    read -r name arguments <<<"$what"
    for cc in gcc clang; do
        [ -x "$bin/${name}_$cc" ] || continue
        in_turn "$name" "$runs" "1 $bin/${name}_serial_$cc $arguments" "1 $bin/${name}_$cc $arguments"
        serial=$(summary "$scratch/$name.1") ours=$(summary "$scratch/$name.2")
        row "$name $arguments, $cc, elision" $serial
        row "  1 worker" $ours
        bound "  1 worker, of the elision (minima)" "$(calc "$(min "$ours") / $(min "$serial")")" '<=' 1.05 ""
        rm "$scratch/$name".*
    done
done
for cc in gcc clang; do
    [ -x "$bin/btc_$cc" ] || continue
    in_turn btc "$runs" "1 $bin/btc_noinline_$cc 28" "1 $bin/btc_$cc 28"
    serial=$(summary "$scratch/btc.1") ours=$(summary "$scratch/btc.2")
    row "btc 28, $cc, serial, not inlined into itself" $serial
    row "  1 worker" $ours
    # 2^29 - 2 spawns
    row "  a spawn, ns" "$(calc "($(min "$ours") - $(min "$serial")) / (2 ^ 29 - 2) * 1e9" 2)" ""
    rm "$scratch/btc".*
done
echo "  create and join: $(UCILK_NWORKERS=1 "$bin/creation")"
echo "  with pedigrees, a $(UCILK_NWORKERS=1 "$bin/random")"
fi

if wants futures; then
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

fi

if wants loops; then
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

fi

# --- Short loops, again and again ---
if wants short && [ -x "$bin/short_loops" ] && [ "$(nproc)" -ge 2 ]; then
    echo; echo "short loops, 5,000 times, us; of 5 runs the median of each column"
    # short WORKERS PROGRAM N: mean, median, p99, most.
    short() {
        for _ in 1 2 3 4 5; do
            UCILK_NWORKERS=$1 OMP_NUM_THREADS=$1 timeout 60 "$2" "$3"
        done >"$scratch/short"
        for k in 1 2 3 4; do awk -v k=$k '{ print $k }' "$scratch/short" | sort -n | sed -n 3p; done | paste -sd ' '
    }
    field() { awk -v k="$2" '{ print $k }' <<<"$1"; }
    printf '  %-34s %9s %9s %9s %9s\n' "" mean median p99 most
    for n in 25000 1000; do
        serial=$(short 1 "$bin/short_loops_serial" $n)
        one=$(short 1 "$bin/short_loops" $n) two=$(short 2 "$bin/short_loops" $n)
        # shellcheck disable=SC2086
        {
            printf '  %-34s %9s %9s %9s %9s\n' "$n iterations, serial" $serial
            printf '  %-34s %9s %9s %9s %9s\n' "  1 worker" $one
            printf '  %-34s %9s %9s %9s %9s\n' "  2 workers" $two
        }
        if [ -x "$bin/short_loops_openmp" ]; then
            openmp=$(short 2 "$bin/short_loops_openmp" $n)
            # shellcheck disable=SC2086
            printf '  %-34s %9s %9s %9s %9s\n' "  OpenMP, 2 threads" $openmp
            bound "  2 workers, of OpenMP's mean" "$(calc "$(field "$two" 1) / $(field "$openmp" 1)")" '<=' 1 ""
        fi
        if [ $n = 25000 ]; then
            bound "  2 workers, speed-up of means" "$(calc "$(field "$one" 1) / $(field "$two" 1)")" '>=' 1.5 x
            # The interruptions by the machine are in the times of the plain loop, too.
            bound "  2 workers, p99 of the median" "$(calc "$(field "$two" 3) / $(field "$two" 2)")" '<=' 3 ""
            row "  the plain loop's" "$(calc "$(field "$serial" 3) / $(field "$serial" 2)")" ""
        else
            bound "  2 workers, of the plain loop's mean" "$(calc "$(field "$two" 1) / $(field "$serial" 1)")" '<=' 1 ""
        fi
    done
fi

# --- Short loops and recursions on more workers: a picture of all is docs/short.svg ---
if wants short && [ -x "$bin/short" ] && [ "$(nproc)" -ge 2 ]; then
    echo; echo "loops and recursions from a serial loop: the worst of each shape, of one worker"
    python3 -B "$here/bench/short.py" "$bin/short" >"$scratch/short_all"
    while read -r title; do
        bound "${title%%: *}, ${title#*(}" "$(sed 's/.*at most \([0-9.]*\) .*/\1/' <<<"$title")" '<=' 1.10 ""
    done < <(grep -v '^ ' "$scratch/short_all" | sed 's/)$//')
fi

if wants reducers; then
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

fi

if wants workers && [ "$(nproc)" -ge 2 ]; then
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
fi

if wants uts && [ "$(nproc)" -ge 2 ] && [ -x "$bin/uts_gcc" ]; then
        echo; echo "uts on two workers"
        row "" "min, s" "median, s"
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
        bound "2 workers, of the serial elision (minima)" "$(calc "$(min "$serial") / $(min "$two")" 3)" '>=' 1.9 x
        row "the same, of the stack of nodes'" "$(calc "$(min "$stack") / $(min "$two")" 3)" x
        row "the same, of the plain recursion's" "$(calc "$(min "$plain") / $(min "$two")" 3)" x
fi

if wants steal && [ "$(nproc)" -ge 2 ]; then
    echo; echo "steal ping-pong, 1 KiB of locals, 20,000 rounds"
    for library in "" _cluster; do
        for _ in 1 2 3 4 5; do UCILK_NWORKERS=2 timeout 60 "$bin/pingpong$library" 20000; done >"$scratch/pingpong"
        sort -k4n "$scratch/pingpong" | sed "s/^/  ${library:+cluster library: }/" | sed -n '1p;3p;5p'
        line=$(sort -k4n "$scratch/pingpong" | sed -n 3p)
        if [ -z "$library" ]; then
            bound "steal to first instruction, median of five medians" "$(sed 's/.*median \([0-9]*\).*/\1/' <<<"$line")" '<=' 150 ns
        fi
    done
    echo; echo "a steal, a suspend at a sync and its resumption, step by step, in ticks; means of the middle half"
    UCILK_NWORKERS=2 timeout 60 "$bin/breakdown" >"$scratch/breakdown"
    grep -v '^#' "$scratch/breakdown" | sed 's/^/  /' | column -t -s $'\t'
    value() { awk -F '\t' -v name="# $1" '$1 == name { print $2 }' "$scratch/breakdown"; }
    row "ticks a nanosecond" "$(calc "$(value "ticks a second") / 1e9")" ""
    bound "a failed attempt" "$(calc "$(value "a failed attempt") / $(value "ticks a second") * 1e9" 1)" '<=' 100 ns
fi

if wants fresh && [ "$(nproc)" -ge 2 ]; then
    echo; echo "short programs, medians of 101 fresh processes, two workers"
    read -r steal run without thread < <(UCILK_NWORKERS=2 timeout 60 "$bin/fresh" 101)
    bound "from the first spawn to the first stolen strand" "$steal" '<=' 0.3 ms
    bound "a whole run of a program that spawns once" "$run" '<=' 1.5 ms
    row "the same program without the spawn, ms" "$without" ""
    row "a bare pthread_create to its first instruction, ms" "$thread" ""
fi

# With --only arrays=NAME only the program NAME is run.
wants_array() { [[ $only != *" arrays="* ]] || [[ $only == *" arrays=$1 "* ]]; }
# Runs the program twice at the same time; prints the time of the slower run.
told_both() { { told "$@" & told "$@"; wait; } | sort -n | tail -1; }

# Programs whose tasks share arrays, with their arguments.
if wants arrays; then
echo; echo "tasks on shared arrays; their own time"
row "" "min, s" "median, s"
on_arrays=("mergesort -n 10000000" "matmul -n 1024" "strassen -n 1024" "lu -n 1024" "lu_quad -n 1024"
    "heat -t 200" "fft -n 4194304" "quicksort -n 10000000")
for what in "${on_arrays[@]}"; do
    read -r name arguments <<<"$what"
    wants_array "$name" || continue
    for cc in gcc_O3 gcc_O2 clang_O3 clang_O2; do
        level=_${cc#*_}; [ $level = _O2 ] || level=
        program=$bin/${name}${level}_${cc%_*} serial_program=$bin/${name}_serial${level}_${cc%_*}
        times=$scratch/$name.$cc
        [ -x "$program" ] || continue
        for _ in $(seq "$runs"); do
            # shellcheck disable=SC2086
            {
                told 1 "$serial_program" $arguments >>"$times.serial"
                told 1 "$program" $arguments >>"$times.1"
                [ "$(nproc)" -lt 2 ] || {
                    told 2 "$program" $arguments >>"$times.2"
                    told_both 1 "$serial_program" $arguments >>"$times.both"
                }
            }
        done
        serial=$(summary "$times.serial") one=$(summary "$times.1")
        row "$name $arguments, ${cc/_/ -}, serial elision" $serial
        row "  1 worker" $one
        bound "  1 worker, of the elision (minima)" "$(calc "$(min "$one") / $(min "$serial")" 4)" '<=' 1.03 ""
        [ "$(nproc)" -ge 2 ] || continue
        two=$(summary "$times.2") both=$(summary "$times.both")
        row "  2 workers" $two
        gives=$(calc "2 * $(min "$serial") / $(min "$both")")
        row "  what this machine gives to two that share nothing" "$gives" x
        # The bound is 1.9; where the machine gives two processes that share
        # nothing less than that, it is 99 % of what it gives.
        limit=$(awk -v g="$gives" 'BEGIN { l = 0.99 * g; print l < 1.9 ? l : 1.9 }')
        bound "  speed-up over 1 worker (minima)" "$(calc "$(min "$one") / $(min "$two")")" '>=' "$limit" x
    done
done
fi

# What the rewriting costs: loops and recursions of one file.
if wants corpus; then
    for cc in gcc_O3 gcc_O2 clang_O3 clang_O2; do
        level=_${cc#*_}; [ $level = _O2 ] || level=
        [ -x "$bin/corpus${level}_${cc%_*}" ] || continue
        echo; echo "loops and recursions, ${cc/_/ -}: elision, ms; one worker, of that (least of $((20 * ((runs + 2) / 3))) rounds)"
        for _ in $(seq $(((runs + 2) / 3))); do
            timeout $limit_of_a_run "$bin/corpus_serial${level}_${cc%_*}" >>"$scratch/corpus.$cc.serial"
            UCILK_NWORKERS=1 timeout $limit_of_a_run "$bin/corpus${level}_${cc%_*}" >>"$scratch/corpus.$cc.ours"
        done
        least() { awk -F '\t' '!($1 in t) || $2 < t[$1] { t[$1] = $2 } { v[$1] = $3 } END { for (k in t) printf "%s\t%s\t%s\n", k, t[k], v[k] }' "$scratch/corpus.$cc.$1" | sort; }
        while IFS=$'\t' read -r name serial value ours other; do
            [ "$value" = "$other" ] || { echo "  $name: $other instead of $value"; failed=1; }
            bound "$(printf '%-42s %9.3f' "$name" "$serial")" "$(calc "$ours / $serial")" '<=' 1.03 ""
        done < <(join -t $'\t' <(least serial) <(least ours))
    done
fi

if wants lcs; then
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

fi

if wants idle && [ "$(nproc)" -ge 2 ]; then
    echo; echo "idle workers; memory"
    read -r used woken bare < <(UCILK_NWORKERS=2 "$bin/idle")
    bound "an idle worker, % of a CPU" "$(calc "100 * $used" 4)" '<=' 0.1 %
    bound "from a spawn to a worker that slept, median" "$woken" '<=' 0.1 ms
    row "a bare futex to a thread on another CPU, ms" "$bare" ""
    peak=$(UCILK_NWORKERS=2 "$bin/suspended" 100000 2>&1 | sed -n 's/ KiB$//p')
    bound "100,000 tasks that wait, resident" "$peak" '<=' 1048576 KiB
    line=$(UCILK_NWORKERS=2 "$bin/steady" 2000000 2>&1 | sed -n 1p)
    echo "  $line"
    bound "2 10^6 spawns stolen to and fro, more memory" "$(sed 's/.*each, \(-\?[0-9]*\) KiB.*/\1/' <<<"$line")" '<=' 4096 KiB
fi

# Programs for clusters on one machine, where workers are processes.
if wants local && [ "$(nproc)" -ge 2 ]; then
    echo; echo "the library for clusters on one machine, two workers, and that of threads; own times"
    row "" "min, s" "median, s"
    for what in "uts $T1L" "lcs -n 65536 -C 512"; do
        read -r name arguments <<<"$what"
        [ -x "$bin/${name}_cluster" ] || continue
        for _ in $(seq $(((runs + 1) / 2))); do
            # shellcheck disable=SC2086
            {
                told 1 "$bin/${name}_cluster" $arguments >>"$scratch/local.$name.1"
                told 2 "$bin/${name}_cluster" $arguments >>"$scratch/local.$name.2"
                told 2 "$bin/${name}_gcc" $arguments >>"$scratch/local.$name.threads"
            }
        done
        one=$(summary "$scratch/local.$name.1") two=$(summary "$scratch/local.$name.2")
        row "$name $arguments, 1 worker" $one
        row "  2 workers" $two
        row "  2 threads" $(summary "$scratch/local.$name.threads")
        bound "  speed-up of 2 workers (minima)" "$(calc "$(min "$one") / $(min "$two")")" '>=' 1.9 x
    done
fi

if wants cluster; then
. "$here/bench/cluster.sh"
fi

if wants stack; then
echo; echo "stack"
bound "a level of btc" "$(UCILK_NWORKERS=1 "$bin/depth")" '<=' 440 B
fi

if wants tools; then
echo; echo "what the tools cost"
forms=$here/tests/scale/forms.c
"$build/bin/ucilkcc" --ucilk-serial -w -O2 "$forms" -o "$scratch/forms_serial"
"$build/bin/ucilkcc" --ucilk-tool=scale -w -O2 "$forms" -o "$scratch/forms"
for _ in $(seq "$runs"); do
    "$scratch/forms_serial" leaves 20 | awk '{ print $1 }' >>"$scratch/tools.serial"
    UCILK_SCALE=/dev/null "$scratch/forms" leaves 20 | awk '{ print $1 }' >>"$scratch/tools.scale"
done
bound "scale: tasks of $(calc "$(min "$(summary "$scratch/tools.serial")") * 1e9 / 2^20" 0) ns, of the serial time" \
    "$(calc "$(min "$(summary "$scratch/tools.scale")") / $(min "$(summary "$scratch/tools.serial")")")" '<=' 3 x
in_turn tools $runs "2 $bin/nqueens_gcc 13" "2 env UCILK_TRACE=$scratch/trace $bin/nqueens_gcc 13"
bound "UCILK_TRACE: nqueens 13, 2 workers, of a run without (minima)" \
    "$(calc "$(min "$(summary "$scratch/tools.2")") / $(min "$(summary "$scratch/tools.1")")")" '<=' 1.02 x
fi

end
