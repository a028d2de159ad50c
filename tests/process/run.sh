#!/bin/bash
# run.sh BUILD [OPTION...] [NAME...]: programs of one process.  NAME is a
# program or script of the folders here, with or without the folder, or a
# folder.  Each program ends with status 0 and the line "right"; on 1 to 64
# workers, with and without forced steals, through gcc and clang by several
# flags.
#
#   --full        every run with every set of flags, an hour; otherwise each
#                 program has some of the runs with one set, another every day,
#                 all sets and runs have some programs: 2 minutes on 2 cores
#   --serial      the serial elisions only, which need no library
#   --cc 'CC FLAGS'       only with these
#   --workers N   only on so many
#   --steal always|no     only with or without forced steals
#   --times N     each run so many times
#   --seconds N   begins nothing new after so many, and says so; 0: no end.
#                 Otherwise 240, with --full and the options above none
#   --jobs N      at once; otherwise one a CPU
#   --keep DIR    build there, and leave it
#   --list        print the names
#   --help        print this
#
# One line for each failure, with the command that repeats it; the last line
# counts.  The programs' packages (Debian): libssl-dev libsqlite3-dev
# libopenblas-dev libomp-dev python3 lld.
#
# NAME.c is in keywords; ../lang/macros.py makes NAME_macros.c of some, in macros.
# NAME_part.c is linked with it, NAME_plain.c too, compiled without the tool.  A source may begin with
# /* flags: FLAG... */ or /* libs: -lNAME... */.  linking/*.sh and
# sanitizers/*.sh print a line for each of their cases.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
run_limit=70 # seconds; the runtime's own limit is 60
in_macros="pointers/aligned pointers/futures_locals pointers/locals pointers/scopes"

die() {
    echo "run.sh: $*" >&2
    exit 2
}

# compiler and flags, one a line
configurations() {
    local cc
    for cc in gcc clang; do
        cat <<EOF
$cc -O0
$cc -O2
$cc -O3 -march=native
$cc -Os -fstack-protector-strong -D_FORTIFY_SOURCE=2
$cc -O2 -flto$([ $cc = clang ] && echo " -fuse-ld=lld")
EOF
    done
}

names() { # FOLDER/NAME of all programs, FOLDER/NAME.sh of all scripts
    local file
    printf '%s_macros\n' $in_macros
    (cd "$here" && for file in */*.c linking/*.sh sanitizers/*.sh; do
        case $file in
        */*_part.c | */*_plain.c | linking/*.c | linking/link.sh) ;;
        sanitizers/*.c | sanitizers/sanitizers.sh) ;;
        *.sh) echo "$file" ;;
        *) echo "${file%.c}" ;;
        esac
    done)
}

# chosen NAME...: the names that are meant
chosen() {
    local wanted name found
    [ $# != 0 ] || { names; return; }
    for wanted in "$@"; do
        found=
        for name in $(names); do
            case $name in
            "$wanted" | "$wanted".sh | "$wanted"/* | */"$wanted" | */"$wanted".sh)
                echo "$name"
                found=1
                ;;
            esac
        done
        [ -n "$found" ] || die "no program $wanted; --list prints their names"
    done
}

# What the source says in its first line behind WORD.
said() { # WORD FILE
    sed -n "1s|^/\\* $1: \\(.*\\) \\*/\$|\\1|p" "$2"
}

# compile NAME OUTPUT serial|parallel CC FLAGS...
compile() {
    local source=$here/$1.c output=$2 form=$3 cc=$4 libs flags
    [[ $1 != *_macros ]] || source=$scratch/process/$1.c
    local tool=("$build/bin/ucilkcc" --ucilk-cc="$cc" -Wno-ucilk)
    shift 4
    read -ra libs <<<"$(said libs "$source") -lm -pthread"
    read -ra flags <<<"$* -g $(said flags "$source")"
    local objects=()
    if [ -e "${source%.c}_plain.c" ]; then
        "$cc" "${flags[@]}" -c "${source%.c}_plain.c" -o "$output.plain.o" || return
        objects+=("$output.plain.o")
    fi
    [ ! -e "${source%.c}_part.c" ] || objects+=("${source%.c}_part.c")
    case $source:$form in
    *_macros.c:serial)
        "$cc" "${flags[@]}" -DUCILK_SERIAL -I"$build/include" -I"$here/pointers" "$source" \
            -o "$output" "${libs[@]}"
        ;;
    *_macros.c:parallel)
        local link
        read -ra link < <("$build/bin/ucilkcc" --ucilk-cc="$cc" --showme:link)
        "$cc" "${flags[@]}" -I"$build/include" -I"$here/pointers" "$source" -o "$output" \
            "${link[@]}" "${libs[@]}"
        ;;
    *:serial)
        "${tool[@]}" --ucilk-serial "${flags[@]}" "$source" "${objects[@]}" \
            -o "$output" "${libs[@]}"
        ;;
    *)
        "${tool[@]}" "${flags[@]}" "$source" "${objects[@]}" -o "$output" \
            "${libs[@]}"
        ;;
    esac
}

# pass or fail: one line in the counts each; what fails is said.
pass() {
    echo pass >>"$scratch/counts"
}

fail() { # WHAT WHY REPEAT
    echo fail >>"$scratch/counts"
    printf 'FAIL %s: %s; repeat: %s\n' "$1" "$2" "$0 $build $3" # one write
}

# The line that says most of what a run printed.
why() { # STATUS FILE
    local line
    line=$(grep -m 1 -E 'CHECK\(|ucilk: |rror' "$2" || grep -v '^right$' "$2" | tail -n 1)
    case $1 in
    0) echo "status 0, not right: ${line:0:200}" ;;
    124 | 137) echo "no end in time: ${line:0:200}" ;;
    *) echo "status $1: ${line:0:200}" ;;
    esac
}

# run PROGRAM OUT [VARIABLE=VALUE...]: in an empty directory of its own.
run() {
    local program=$1 out=$2
    shift 2
    mkdir -p "$out.cwd"
    { # bash itself tells of signals
        (cd "$out.cwd" && exec timeout -k 5 $run_limit env -u UCILK_TEST_STEAL "$@" \
            "$program" >"$out" 2>&1 </dev/null)
    } 2>/dev/null
}

# judge LABEL REPEAT PROGRAM OUT [VARIABLE=VALUE...]: runs it; false if it is not right.
judge() {
    local status=0
    run "${@:3}" || status=$?
    if [ $status = 0 ] && [ "$(cat "$4")" = right ]; then
        pass
        return
    fi
    fail "$1" "$(why $status "$4")" "$2"
    return 1
}

# The settings of the nth program with the kth flags: WORKERS:STEAL
settings() {
    local n=$1 k=$2 of=(1 2 4 8 16 64) w
    if [ "$mode" = full ]; then
        printf '%s:no\n%s:always\n' 1 1 2 2 4 4 8 8 16 16 64 64
    elif [ $k = few ]; then # programs that are compiled once only
        printf '%s\n' 1:no 2:always 4:always 8:no 16:no 64:always
    elif [[ $k == few* ]]; then # twice: each setting with one of the two, by turns
        printf '%s\n' 1:no 4:always 16:no 2:always 8:no 64:always |
            awk -v half=$(((n + ${k#few}) % 2)) '(NR > 3) == half'
    else
        w=${of[$(((n + k) % 6))]}
        printf '%s\n' "$w:no" "${of[$(((n + k + 3) % 6))]}:always"
    fi | awk -F: -v w="$only_workers" -v s="$only_steal" \
        '(w == "" || $1 == w) && (s == "" || $2 == s)'
}

# one N NAME K CC FLAGS...: a program by one compiler.
one() {
    local n=$1 name=$2 k=$3 dir=$scratch/$1.$3 setting workers steal
    shift 3
    local label="$name, $*" again="--cc '$*'" program
    mkdir -p "$dir"
    program=$dir/${name##*/}
    if ! compile "$name" "$program" parallel "$@" >"$dir/log" 2>&1; then
        fail "$label" "does not compile: $(grep -m 1 -E 'error|undefined|cannot' "$dir/log" |
            cut -c1-200)" "$again $name"
        return
    fi
    local list time
    list=$(settings "$n" "$k")
    # Where a filter leaves none of the few it is meant.
    if [ -z "$list" ]; then
        list=${only_workers:-2}:${only_steal:-always}
    fi
    for setting in $list; do
        workers=${setting%:*} steal=${setting#*:}
        for ((time = 0; time < only_times; time++)); do
            judge "$label, $workers workers, steal $steal" "$again --workers $workers --steal $steal $name" \
                "$program" "$dir/out" $([ "$steal" = no ] || echo UCILK_TEST_STEAL="$steal") \
                UCILK_NWORKERS="$workers" UCILK_TEST_TIMEOUT=60 || break
        done
    done
    [ -n "$only_keep" ] || rm -rf "$dir"
}

serial() { # N NAME
    local name=$2 dir=$scratch/$1.serial cc
    mkdir -p "$dir"
    local compilers=("gcc -O1" "clang -O2")
    [ "$mode" != quick ] || compilers=("${compilers[$1 % 2]}")
    for cc in "${compilers[@]}"; do
        # shellcheck disable=SC2086
        if ! compile "$name" "$dir/serial" serial $cc >"$dir/log" 2>&1; then
            fail "$name, elision by $cc" "does not compile: $(grep -m 1 -E 'error|undefined' "$dir/log" |
                cut -c1-200)" "--serial $name"
            continue
        fi
        judge "$name, elision by $cc" "--serial $name" "$dir/serial" "$dir/out"
    done
    [ -n "$only_keep" ] || rm -rf "$dir"
}

script() { # N NAME.sh
    local dir=$scratch/$1.script line n_lines=0
    mkdir -p "$dir"
    while read -r line; do
        n_lines=$((n_lines + 1))
        case $line in
        "ok "*) pass ;;
        "FAIL "*)
            line=${line#FAIL }
            fail "$2, ${line%%: *}" "${line#*: }" "$2"
            ;;
        esac
    done < <(cd "$dir" && bash "$here/$2" "$build" 2>&1)
    [ $n_lines -gt 0 ] || fail "$2" "printed nothing" "$2"
    [ -n "$only_keep" ] || rm -rf "$dir"
}

if [ "${1:-}" = --job ]; then # from xargs below: KIND N NAME K CC FLAGS...
    read -ra job <<<"$2"
    if [ "$only_seconds" != 0 ] && [ $(($(date +%s) - began)) -ge "$only_seconds" ]; then
        echo late >>"$scratch/counts"
        exit 0
    fi
    case ${job[0]} in
    one) one "${job[@]:1}" ;;
    serial)
        ulimit -S -s "$(ulimit -H -s)" # deep recursions on the system's stack
        serial "${job[@]:1}"
        ;;
    script) script "${job[@]:1}" ;;
    esac
    exit 0
fi

build='' mode=quick only_cc='' only_workers='' only_steal='' only_times=1 only_keep=''
only_jobs=$(nproc) only_seconds='' day=$(($(date +%s) / 86400)) wanted=() began=$(date +%s)
while [ $# != 0 ]; do
    case $1 in
    --help)
        sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'
        exit 0
        ;;
    --list)
        names
        exit 0
        ;;
    --full | --serial) mode=${1#--} ;;
    --cc | --workers | --steal | --times | --jobs | --keep | --seconds)
        [ $# -ge 2 ] || die "$1 wants a value"
        declare "only_${1#--}=$2"
        shift
        ;;
    -*) die "unknown option $1; --help prints them" ;;
    *)
        if [ -z "$build" ]; then
            build=$(cd "$1" 2>/dev/null && pwd) || die "no folder $1"
        else
            wanted+=("$1")
        fi
        ;;
    esac
    shift
done
[ -n "$build" ] || die "usage: run.sh BUILD [OPTION...] [NAME...]"
[ -x "$build/bin/ucilkcc" ] || die "no ucilkcc in $build"
list=$(chosen ${wanted[@]+"${wanted[@]}"}) || exit 2
[ -z "$only_workers$only_steal" ] || [ $mode = serial ] || mode=full
if [ -z "$only_seconds" ]; then
    only_seconds=0
    [ "$mode$only_cc$only_times" != quick1 ] || only_seconds=240
fi
if [ -n "$only_keep" ]; then
    mkdir -p "$only_keep" && scratch=$(cd "$only_keep" && pwd) || exit 2
else
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
fi
: >"$scratch/counts"
mkdir -p "$scratch/process/pointers" "$scratch/macros" # macros.py's folder, and one beside its sources
# shellcheck disable=SC2086
"$here/../lang/macros.py" "$scratch/macros" ${in_macros//pointers/..\/process\/pointers} || exit 2
export build mode only_workers only_steal only_times only_keep scratch only_seconds began

# Long ones first.
{
    n=0
    for name in $list; do
        n=$((n + 1))
        case $name in
        *.sh)
            [ $mode = serial ] || echo "script $n $name"
            continue
            ;;
        esac
        if [ $mode = serial ] || { [ -z "$only_cc" ] && [ -z "$only_workers$only_steal" ]; }; then
            echo "serial $n $name"
            [ $mode != serial ] || continue
        fi
        if [ -n "$only_cc" ]; then
            echo "one $n $name few $only_cc"
        elif [ $mode = full ]; then
            configurations | awk -v n=$n -v name="$name" '{ print "one", n, name, NR, $0 }'
        elif [[ $name == pointers/* ]]; then # 1 of the 10, another for each and every day
            configurations | awk -v n=$((n * 3 + day)) -v k=$n -v name="$name" \
                '(n + NR) % 10 == 0 { print "one", k, name, NR, $0 }'
        elif [ $(((n + day) % 2)) = 0 ]; then
            echo "one $n $name few1 gcc -O2"
        else
            echo "one $n $name few2 clang -O1"
        fi
    done
} | sort -s -k1,1r | tr '\n' '\0' | xargs -0 -P "$only_jobs" -n 1 bash "$0" --job
n_late=$(grep -c late "$scratch/counts")
[ "$n_late" = 0 ] ||
    echo "left out after $only_seconds seconds: $n_late programs with their flags"
n_failed=$(grep -c fail "$scratch/counts")
echo "$(grep -c pass "$scratch/counts") passed, $n_failed failed"
[ "$n_failed" = 0 ]
