#!/usr/bin/env bash
# bench/peers.sh [OPTION]... [BUILD]: runs the same programs by ucilk and by other
# runtimes on this machine, in turn, and prints how their times relate.  BUILD is a
# build tree, build/ if none is named.
#
#   --programs LIST   of fib nqueens uts short long matmul sort; separated by commas
#   --peers LIST      of serial gomp libomp tbb taskflow opencilk massivethreads
#                     massivethreads-dm saws charm glb; without it all that there are
#   --size SIZE       tiny (checks the programs), small (the default) or large
#   --rounds N        how often each program runs (11), after once that does not count
#   --workers N       workers of each (all CPUs)
#   --under COMMAND   starts each program by COMMAND: `chrt -f 1' on a busy machine
#   --csv FILE        writes the table to FILE, too
#   --check           only runs each program once, and checks its answer
#
# Peers that Debian 12 has no package of, by where they are:
#   --taskflow DIR    Taskflow 4.0 or later: has taskflow/taskflow.hpp
#   --opencilk DIR    an installation of OpenCilk: has bin/clang
#   --massivethreads DIR, --massivethreads-dm DIR, --saws DIR, --charm DIR, --glb DIR
#                     a source tree, which is copied and built; the last is X10's
#
# short and long are loops of 1,000 and of a million iterations, sort is mergesort.
# serial is ucilk's program without its keywords.  libomp and opencilk are compared
# with ucilk over clang, the others with ucilk over gcc.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
source=$here/bench/peers
die() { echo "bench/peers.sh: $*" >&2; exit 2; }

all_programs="fib nqueens uts short long matmul sort"
all_peers="serial gomp libomp tbb taskflow opencilk massivethreads massivethreads-dm saws charm glb"
programs=$all_programs peers='' size=small rounds=11 workers=$(nproc) under='' csv=''
check=false build=''
declare -A place
while [ $# -gt 0 ]; do
    case $1 in
    --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 0 ;;
    --check) check=true ;;
    --programs | --peers | --size | --rounds | --workers | --under | --csv | --taskflow | --opencilk | \
        --massivethreads | --massivethreads-dm | --saws | --charm | --glb)
        [ $# -gt 1 ] || die "$1 wants a value; --help says what there is"
        case $1 in
        --programs) programs=${2//,/ } ;;
        --peers) peers=${2//,/ } ;;
        --size) size=$2 ;;
        --rounds) rounds=$2 ;;
        --workers) workers=$2 ;;
        --under) under=$2 ;;
        --csv) csv=$2 ;;
        *) place[${1#--}]=$(cd "$2" 2>/dev/null && pwd) || die "$1: there is no folder $2" ;;
        esac
        shift
        ;;
    -*) die "unknown option $1; --help says what there is" ;;
    *) build=$1 ;;
    esac
    shift
done
for what in $programs; do
    [[ " $all_programs " == *" $what "* ]] || die "no program $what; there are: $all_programs"
done
for what in $peers; do
    [[ " $all_peers " == *" $what "* ]] || die "no peer $what; there are: $all_peers"
done
for number in "$rounds" "$workers"; do
    [[ $number =~ ^[1-9][0-9]{0,3}$ ]] || die "$number: not a whole number from 1 to 9999"
done
build=${build:-$here/build}
[ -x "$build/bin/ucilkcc" ] && [ -f "$build/lib/libucilk.a" ] ||
    die "no ucilk in $build; tools/try.sh makes a build tree"
build=$(cd "$build" && pwd)
bin=$build/peers

case $size in
tiny)
    declare -A arguments=([fib]="20" [nqueens]="8" [uts]="-t 1 -a 3 -d 6 -b 4 -r 19"
        [short]="1000 100" [long]="100000 3" [matmul]="-n 160" [sort]="-n 50000") ;;
small) # uts: T1
    declare -A arguments=([fib]="32" [nqueens]="12" [uts]="-t 1 -a 3 -d 10 -b 4 -r 19"
        [short]="1000 20000" [long]="1000000 160" [matmul]="-n 1024" [sort]="-n 4000000") ;;
large) # uts: T1L
    declare -A arguments=([fib]="38" [nqueens]="13" [uts]="-t 1 -a 3 -d 13 -b 4 -r 29"
        [short]="1000 200000" [long]="1000000 1600" [matmul]="-n 2048" [sort]="-n 40000000") ;;
*) die "no size $size; there are: tiny small large" ;;
esac

# --- What there is ---

is_foreign() { [[ " massivethreads-dm saws charm glb " == *" $1 "* ]]; }
has_program() { # PEER PROGRAM
    ! is_foreign "$1" || [ "$2" = uts ]
}
compiler_of() { # PEER: what ucilk is compiled by beside it
    case $1 in libomp | opencilk) echo clang ;; *) echo gcc ;; esac
}
compiles() { # COMMAND...: does the program on standard input?
    "$@" - -o /dev/null 2>/dev/null
}
# lacks PEER: prints what is missing, if it is.
lacks() {
    case $1 in
    serial) ;;
    gomp) compiles g++ -fopenmp -x c++ <<<'#include <omp.h>
int main() { return omp_get_max_threads() < 1; }' || echo "install g++" ;;
    libomp) compiles clang++ -fopenmp -x c++ <<<'#include <omp.h>
int main() { return omp_get_max_threads() < 1; }' || echo "install clang, g++ and libomp-dev" ;;
    tbb) compiles g++ -std=c++17 -x c++ -fsyntax-only <<<'#include <tbb/task_group.h>
#include <tbb/global_control.h>' || echo "install g++ and libtbb-dev" ;;
    taskflow) compiles g++ -std=c++20 ${place[taskflow]:+-I"${place[taskflow]}"} -x c++ -fsyntax-only \
        <<<'#include <taskflow/taskflow.hpp>
using group = tf::TaskGroup;' ||
        echo "name Taskflow 4.0 or later by --taskflow; Debian 12 has no package of it" ;;
    opencilk)
        if [ -z "${place[opencilk]-}" ]; then
            echo "name an installation by --opencilk; Debian has no package of it"
        elif [ ! -x "${place[opencilk]}/bin/clang" ]; then
            echo "no bin/clang in ${place[opencilk]}"
        fi ;;
    *) [ -n "${place[$1]-}" ] || echo "name its source tree by --$1; Debian has no package of it" ;;
    esac
}
chosen=()
for peer in ${peers:-$all_peers}; do
    missing=$(lacks "$peer")
    if [ -z "$missing" ]; then
        chosen+=("$peer")
    elif [ -n "$peers" ] || [ -n "${place[$peer]-}" ]; then
        die "$peer: $missing"
    else
        echo "no $peer: $missing"
    fi
done
[ ${#chosen[@]} != 0 ] || die "no peer to compare with"
if ! compiles gcc -fsyntax-only -x c <<<'#include <nettle/sha1.h>' && [[ " $programs " == *" uts "* ]]; then
    echo "no uts: install nettle-dev"
    programs=${programs/uts/}
fi
ours=()
for peer in "${chosen[@]}"; do
    cc=$(compiler_of "$peer")
    [[ " ${ours[*]-} " == *" ucilk_$cc "* ]] || ours+=("ucilk_$cc")
done

# --- Building ---

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# make_program OUTPUT COMMAND...: unless it is newer than all it may be made of.
make_program() {
    local output=$1; shift
    if [ -x "$output" ] && [ -z "$(find "$source" "$here"/examples/*.[ch] "$here/bench/clock.h" \
        "$build/lib/libucilk.a" "$build/bin/ucilkcc" "$0" -newer "$output" -print -quit)" ]; then
        return
    fi
    mkdir -p "${output%/*}"
    local libraries=(-lm) log=$scratch/${output//\//_}.log
    [[ $output != */uts ]] || libraries+=(-lnettle)
    "$@" -o "$output" "${libraries[@]}" >"$log" 2>&1 || {
        cat "$log" >&2
        echo "bench/peers.sh: $output does not compile" >&2
        touch "$scratch/failed"
    }
}
file_of() { # PROGRAM: its source's name
    case $1 in short | long) echo loops ;; *) echo "$1" ;; esac
}
our_source() { # NAME
    case $1 in
    sort) echo "$here/examples/mergesort.c" ;;
    uts | matmul) echo "$here/examples/$1.c" ;;
    *) echo "$source/ours/$1.c" ;;
    esac
}
cxx=(-O3 -Drestrict=__restrict__ -w)
build_program() { # PEER NAME
    local peer=$1 name=$2 output=$bin/$1/$2
    case $peer in
    ucilk_*) make_program "$output" "$build/bin/ucilkcc" "--ucilk-cc=${peer#ucilk_}" -O3 "$(our_source "$name")" ;;
    serial) make_program "$output" "$build/bin/ucilkcc" --ucilk-cc=gcc --ucilk-serial -O3 "$(our_source "$name")" ;;
    gomp | libomp)
        local compiler=g++; [ "$peer" = gomp ] || compiler=clang++
        make_program "$output" $compiler "${cxx[@]}" -std=c++17 -fopenmp -I"$source/openmp" "$source/$name.cc" ;;
    tbb) make_program "$output" g++ "${cxx[@]}" -std=c++17 -I"$source/tbb" "$source/$name.cc" -ltbb -pthread ;;
    taskflow) make_program "$output" g++ "${cxx[@]}" -std=c++20 -I"$source/taskflow" \
        ${place[taskflow]:+-I"${place[taskflow]}"} "$source/$name.cc" -pthread ;;
    massivethreads)
        local prefix=$bin/massivethreads/prefix
        make_program "$output" g++ "${cxx[@]}" -std=c++17 -I"$source/massivethreads" -I"$prefix/include" \
            "$source/$name.cc" -L"$prefix/lib" -Wl,-rpath,"$prefix/lib" -lmyth -pthread ;;
    opencilk)
        local from; from=$(our_source "$name")
        [ "$name" != nqueens ] || from=$source/opencilk/nqueens.c
        make_program "$output" "${place[opencilk]}/bin/clang" -fopencilk -O3 -I"$source/opencilk" "$from" ;;
    esac
}
for peer in "${chosen[@]}"; do
    if [ "$peer" = massivethreads ] || is_foreign "$peer"; then
        bash "$source/$peer.sh" build "${place[$peer]}" "$bin/$peer" ||
            die "$peer: its build failed, as said above"
    fi
done
for peer in taskflow opencilk; do # programs of another installation are not used
    [ "$(cat "$bin/$peer/place" 2>/dev/null)" = "${place[$peer]-}" ] && continue
    rm -rf "${bin:?}/$peer"
    mkdir -p "$bin/$peer"
    echo "${place[$peer]-}" >"$bin/$peer/place"
done
for peer in "${ours[@]}" "${chosen[@]}"; do
    is_foreign "$peer" && continue
    for name in $(for program in $programs; do file_of "$program"; done | sort -u); do
        while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
        build_program "$peer" "$name" &
    done
done
wait
[ ! -e "$scratch/failed" ] || exit 1

# --- Running ---

export UCILK_NWORKERS=$workers OMP_NUM_THREADS=$workers PEERS_WORKERS=$workers \
    CILK_NWORKERS=$workers MYTH_NUM_WORKERS=$workers MYTH_DEF_STKSIZE=1048576
limit_of_a_run=600 failed=0
counted="" # nodes, leaves and depth of the tree, by ucilk

# run PEER PROGRAM: the seconds, into `took'; status 1 if it fails or is wrong.
run() {
    local peer=$1 program=$2 output status=0 command
    if is_foreign "$peer"; then
        read -r nodes leaves _ <<<"$counted"
        # shellcheck disable=SC2086
        took=$(timeout $limit_of_a_run $under bash "$source/$peer.sh" run "$bin/$peer" "$workers" \
            "$nodes" "$leaves" ${arguments[uts]}) || return 1
        return
    fi
    command="$bin/$peer/$(file_of "$program") ${arguments[$program]}"
    [ "$program" != uts ] || command+=" -v 0"
    # shellcheck disable=SC2086
    output=$(timeout $limit_of_a_run $under $command 2>&1) || status=$?
    if [ "$program" = uts ]; then # NODES LEAVES DEPTH SECONDS RATE
        took=$(awk 'NF == 5 { print $4 }' <<<"$output")
        local found; found=$(awk 'NF == 5 { print $1, $2, $3 }' <<<"$output")
        counted=${counted:-$found}
        [ "$found" = "$counted" ] || status=1
    else
        took=$(sed -n 's/^\(.*[^0-9.]\)\?\([0-9.][0-9.]*\) s, .*/\2/p' <<<"$output")
        grep -q '^right$' <<<"$output" || status=1
    fi
    if [ $status != 0 ] || [ -z "$took" ]; then
        printf 'FAIL %s: %s (status %s)\n%s\n' "$peer" "$command" $status "$output" >&2
        return 1
    fi
}
summary() { # FILE: minimum and median
    sort -g "$1" | awk '{ t[NR] = $1 } END {
        m = NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2
        printf "%.6f %.6f\n", t[1], m }'
}
version_of() { # PEER
    case $1 in
    serial | gomp) gcc -dumpfullversion ;;
    libomp) clang --version | sed -n '1s/.*version \([0-9.]*\).*/\1/p' ;;
    tbb) echo '#include <tbb/version.h>
TBB_VERSION_MAJOR TBB_VERSION_MINOR' | g++ -E -P -x c++ - | tail -1 | tr ' ' . ;;
    opencilk) "${place[opencilk]}/bin/clang" --version | sed -n '1s/.*version \([0-9.]*\).*/\1/p' ;;
    *) echo "?" ;;
    esac
}
commit=$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo "?")
machine=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)
today=$(date -u +%F)
[ -z "$csv" ] || echo "date,commit,machine,workers,rounds,program,arguments,peer,version,ucilk_min_s,ucilk_median_s,peer_min_s,peer_median_s,ratio_min,ratio_median" >"$csv"
echo "ucilk $commit, $today, $(nproc) CPUs: $machine; $workers workers"
last=0
$check || {
    last=$rounds
    echo "load before: $(cut -d' ' -f1 /proc/loadavg); seconds, of $rounds rounds; a ratio above 1: ucilk is faster"
    printf '%-8s %-18s %9s %9s %9s %9s %8s %8s\n' program peer "ucilk min" median "peer min" median "of min" "of median"
}
for program in $programs; do
    runners=("${ours[@]}")
    for peer in "${chosen[@]}"; do ! has_program "$peer" "$program" || runners+=("$peer"); done
    backwards=()
    for peer in "${runners[@]}"; do backwards=("$peer" "${backwards[@]}"); done
    for ((round = 0; round <= last; round++)); do
        # The machine's speed drifts: every other round is backwards.
        order=("${runners[@]}")
        ((round % 2 == 0)) || order=("${backwards[@]}")
        for peer in "${order[@]}"; do
            [ ! -e "$scratch/$program.$peer.wrong" ] || continue
            if run "$peer" "$program"; then
                [ $round = 0 ] || echo "$took" >>"$scratch/$program.$peer"
            else
                touch "$scratch/$program.$peer.wrong"
                failed=1
            fi
        done
    done
    for peer in "${runners[@]}"; do
        if [ -e "$scratch/$program.$peer.wrong" ]; then
            printf '%-8s %-18s FAILED\n' "$program" "$peer"
        elif $check; then
            printf '%-8s %-18s right\n' "$program" "$peer"
        elif [[ $peer != ucilk_* ]]; then
            our=ucilk_$(compiler_of "$peer")
            [ ! -e "$scratch/$program.$our.wrong" ] || continue
            read -r our_min our_median < <(summary "$scratch/$program.$our")
            read -r min median < <(summary "$scratch/$program.$peer")
            ratio() { awk "BEGIN { printf \"%.2f\", $1 / $2 }"; }
            printf '%-8s %-18s %9.6f %9.6f %9.6f %9.6f %8s %8s\n' "$program" "$peer" "$our_min" "$our_median" \
                "$min" "$median" "$(ratio "$min" "$our_min")" "$(ratio "$median" "$our_median")"
            [ -z "$csv" ] || printf '%s,%s,"%s",%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n' "$today" "$commit" \
                "$machine" "$workers" "$rounds" "$program" "${arguments[$program]}" "$peer" "$(version_of "$peer")" \
                "$our_min" "$our_median" "$min" "$median" "$(ratio "$min" "$our_min")" \
                "$(ratio "$median" "$our_median")" >>"$csv"
        fi
    done
done
exit $failed
