#!/usr/bin/env bash
# tests/projects/suites.sh [OPTION]... BUILD DIR: a folder with somebody else's
# Cilk programs, as they are.  Prints a table: does each compile with ucilkcc, is
# it right, against its serial elision, on 1, 2 and 8 workers and with forced
# steals (4 workers), and how long it takes.  Ends with 1 unless all compile and
# are right.
#
# A folder with a makefile is built by make, with CC and its kin set (CILKC, CILKCC),
# and every program that comes out of it is run.  In any other each file .c or
# .cilk that has a main is a program, linked with those that have none.
# Beside a program NAME may lie NAME.args, a line of arguments for each run, and
# NAME.in, its input.
#
#   --cflags=FLAGS    compile with these (-O2 -g)
#   --filter=COMMAND  what both outputs go through before they are compared; by
#                     default numbers and plurals go from lines that speak of time or workers
#   --limit=SECONDS   of a run (60)
#   --logs=FOLDER     keeps what compilers and programs say
#   UCILK_CC=clang    the compiler underneath; gcc
set -uo pipefail

usage() { sed -n '2,/^set /s/^# \{0,1\}//p' "$0" | sed '$d'; }
die() { echo "suites.sh: $*" >&2; exit 2; }

cflags="-O2 -g" limit=60 logs=
# shellcheck disable=SC2016
filter='sed -E "/time|second|elapsed|clock|worker|proc|speed|[0-9] ?m?s\b/I s/[0-9]+([.][0-9]*)?([eE][-+]?[0-9]+)?/N/g; s/(processor|worker)s/\1/g"'
while [[ ${1-} = --* ]]; do
    case $1 in
    --cflags=*) cflags=${1#*=} ;;
    --filter=*) filter=${1#*=} ;;
    --limit=*) limit=${1#*=} ;;
    --logs=*) logs=${1#*=} ;;
    --help) usage; exit 0 ;;
    *) die "unknown option $1; --help says what there is" ;;
    esac
    shift
done
[ $# = 2 ] || { usage | head -1 >&2; exit 2; }
ucilkcc=$1/bin/ucilkcc
[ -x "$ucilkcc" ] || die "no $ucilkcc: build first, by tools/try.sh"
ucilkcc=$(cd "$1/bin" && pwd)/ucilkcc
[ -d "$2" ] || die "no folder $2"
suite=$(cd "$2" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
logs=${logs:-$work/logs}
mkdir -p "$logs" && logs=$(cd "$logs" && pwd) || exit 2
unset MAKEFLAGS MAKELEVEL UCILK_NWORKERS UCILK_TEST_STEAL

makefile() { ls "$1"/GNUmakefile "$1"/makefile "$1"/Makefile 2>/dev/null | head -1; }

has_main() { # FILE: comments may fool it, and then the linker says so
    grep -Eq '(^|[^A-Za-z0-9_])(cilk_)?main[[:space:]]*\(' "$1"
}

# The folders with programs, relative to the suite: none below one with a makefile.
folders() { # FOLDER
    local sub
    if [ -n "$(makefile "$suite/$1")" ]; then
        echo "make $1"
        return
    fi
    ! compgen -G "$suite/$1/*.c" >/dev/null &&
        ! compgen -G "$suite/$1/*.cilk" >/dev/null || echo "files $1"
    for sub in "$suite/$1"/*/; do
        [ ! -d "$sub" ] || folders "$1/$(basename "$sub")"
    done
}

# build_make FOLDER OUTPUT FLAG...: programs to OUTPUT/NAME.
build_make() {
    local folder=$1 output=$2 cc program
    shift 2
    cc="$ucilkcc $*"
    rm -rf "$work/tree"
    cp -R "$suite/$folder" "$work/tree"
    touch "$work/began"
    make -C "$work/tree" -k CC="$cc" CILKC="$cc" CILKCC="$cc" LD="$cc" CILK="$cc" \
        OPT="$cflags" >"$logs/make" 2>&1
    find "$work/tree" -type f -perm -u+x -newer "$work/began" ! -name '*.so*' ! -name '*.sh' ! -name '*.o' |
        while read -r program; do
            [ "$(head -c 4 "$program" | tail -c 3)" = ELF ] && cp "$program" "$output/"
        done
}

# run PROGRAM NAME FOLDER OUTPUT [VARIABLE=VALUE]...: each line of arguments; the
# seconds go to OUTPUT.time.
run() {
    local program=$1 name=$2 folder=$3 output=$4 status line t0 t1 input=/dev/null
    local runs=("")
    shift 4
    [ ! -f "$folder/$name.args" ] || mapfile -t runs <"$folder/$name.args"
    [ ! -f "$folder/$name.in" ] || input=$folder/$name.in
    t0=$(date +%s.%N)
    for line in "${runs[@]}"; do
        # shellcheck disable=SC2086
        (cd "$folder" && exec env "$@" timeout -k 5 "$limit" "$program" $line) <"$input" 2>&1
        status=$?
        [ $status != 124 ] && [ $status != 137 ] || echo "not done after $limit s"
        echo "status $status"
    done >"$output"
    t1=$(date +%s.%N)
    awk -v a="$t0" -v b="$t1" 'BEGIN { printf "%.2f", b - a }' >"$output.time"
}

same() { # ONE OTHER
    cmp -s <(sh -c "$filter" <"$1") <(sh -c "$filter" <"$2")
}

failed=0 n=0 n_compile=0 n_right=0
row() { printf '%-36s %-9s %5s %5s %5s %6s %9s %8s %8s  %s\n' "$@"; }

# judge NAME FOLDER OURS SERIAL: programs; SERIAL may be missing.
judge() {
    local name=$1 folder=$2 ours=$3 serial=$4 log=$logs/${1//\//_} reference k word verdict=() right=true
    n_compile=$((n_compile + 1))
    local base=${name##*/}
    reference=$log.elision
    if [ -x "$serial" ]; then
        run "$serial" "$base" "$folder" "$reference"
    else # as Cilk-5's inlets have it: one worker is the measure
        run "$ours" "$base" "$folder" "$reference" UCILK_NWORKERS=1
        printf '%s' - >"$reference.time"
    fi
    for k in 1 2 8 forced; do
        if [ $k = forced ]; then
            run "$ours" "$base" "$folder" "$log.$k" UCILK_NWORKERS=4 UCILK_TEST_STEAL=always
        else
            run "$ours" "$base" "$folder" "$log.$k" UCILK_NWORKERS=$k
        fi
        word=yes
        same "$reference" "$log.$k" || { word=NO right=false; }
        verdict+=("$word")
    done
    if $right; then n_right=$((n_right + 1)); else failed=1; fi
    row "$name" yes "${verdict[@]}" "$(cat "$reference.time")" "$(cat "$log.1.time")" \
        "$(cat "$log.2.time")" "$($right || diff <(sh -c "$filter" <"$reference") <(sh -c "$filter" <"$log.2") | sed -n 2p)"
}

refuse() { # NAME LOG
    failed=1
    row "$1" NO - - - - - - - "$(grep -m1 -E 'error|undefined|No rule|multiple def' "$2" | cut -c1-120)"
}

row program compiles "on 1" "on 2" "on 8" forced "elision s" "on 1 s" "on 2 s" ""
while read -r kind folder; do
    path=$(cd "$suite/$folder" && pwd)
    shown=${folder#.}
    shown=${shown#/}
    if [ "$kind" = make ]; then
        rm -rf "$work/ours" "$work/serial"
        mkdir "$work/ours" "$work/serial"
        build_make "$folder" "$work/ours"
        cp "$logs/make" "$logs/${shown//\//_}.make"
        build_make "$folder" "$work/serial" --ucilk-serial
        any=false
        for program in "$work/ours"/*; do
            [ -x "$program" ] || continue
            any=true n=$((n + 1))
            judge "${shown:+$shown/}${program##*/}" "$path" "$program" "$work/serial/${program##*/}"
        done
        $any || { n=$((n + 1)); refuse "${shown:-.}" "$logs/${shown//\//_}.make"; }
        continue
    fi
    programs=() others=()
    for file in "$path"/*.c "$path"/*.cilk; do
        [ -f "$file" ] || continue
        if has_main "$file"; then programs+=("$file"); else others+=("$file"); fi
    done
    for file in "${programs[@]}"; do
        name=${file##*/}
        name=${shown:+$shown/}${name%.*}
        log=$logs/${name//\//_}
        n=$((n + 1))
        rm -f "$work/ours.x" "$work/serial.x"
        # shellcheck disable=SC2086
        if "$ucilkcc" $cflags "$file" "${others[@]}" -o "$work/ours.x" -lm >"$log.compiler" 2>&1; then
            rm -f "$work/serial.x"
            "$ucilkcc" --ucilk-serial $cflags "$file" "${others[@]}" -o "$work/serial.x" -lm >"$log.serial" 2>&1
            judge "$name" "$path" "$work/ours.x" "$work/serial.x"
        else
            refuse "$name" "$log.compiler"
        fi
    done
done < <(folders .)
echo "$n programs: $n_compile compile, $n_right are right"
[ $n -gt 0 ] || die "no program in $suite"
exit $failed
