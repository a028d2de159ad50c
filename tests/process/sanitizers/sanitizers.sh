# The scripts here source this file.  Its functions run cases and print a line, ok or
# FAIL, for each.  BUILD is $1; the working directory is a temporary one.  With
# mode=full in the environment each program is compiled by both compilers and runs in
# every setting; otherwise by one compiler, in one setting.
set -uo pipefail

build=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tests=$(cd "$here/../.." && pwd)
examples=$tests/../examples
compilers=(gcc clang)
settings=(1:no 2:always 4:always)
n=0
export UCILK_TEST_TIMEOUT=100
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# build_program SANITIZER CC SOURCE OUTPUT: as its first line says.
build_program() {
    local sanitizer=$1 cc=$2 source=$3 output=$4 flags=() libs=(-lm -pthread)
    read -ra flags <<<"$(sed -n '1s|^/\* flags: \(.*\) \*/$|\1|p' "$source")"
    flags+=(-g -O1 -fsanitize="$sanitizer")
    case $source in
    */uts*) libs+=(-lnettle) ;;
    esac
    case $source in
    *_macros.c) "$cc" "${flags[@]}" -I"$build/include" "$source" -o "$output" "$build/lib/libucilk.a" "${libs[@]}" ;;
    *) "$build/bin/ucilkcc" --ucilk-cc="$cc" -Wno-ucilk "${flags[@]}" "$source" -o "$output" "${libs[@]}" ;;
    esac >"$output.log" 2>&1
}

# run_program OUT WORKERS:STEAL PROGRAM ARGUMENT...
run_program() {
    local out=$1 setting=$2
    shift 2
    local variables=(UCILK_NWORKERS="${setting%:*}")
    [ "${setting#*:}" = no ] || variables+=(UCILK_TEST_STEAL="${setting#*:}")
    timeout -k 5 120 env -u UCILK_TEST_STEAL "${variables[@]}" "$@" >"$out" 2>&1 </dev/null
}

# chosen_settings N: one of them, the nth, if not all.
chosen_settings() {
    if [ "${mode:-quick}" = full ]; then
        echo "${settings[@]}"
    else
        echo "${settings[$(($1 % ${#settings[@]}))]}"
    fi
}

# clean SANITIZER SOURCE [ARGUMENT...]: ends with 0, and no report.
clean() {
    local sanitizer=$1 source=$2 setting cc status program
    shift 2
    n=$((n + 1))
    local by=("${compilers[@]}")
    [ "${mode:-quick}" = full ] || by=("${by[$((n % ${#by[@]}))]}")
    for cc in "${by[@]}"; do
        program=$PWD/clean.$n.$cc
        if ! build_program "$sanitizer" "$cc" "$source" "$program"; then
            echo "FAIL ${source##*/} by $cc -fsanitize=$sanitizer: does not compile: $(grep -m 1 error "$program.log")"
            continue
        fi
        for setting in $(chosen_settings $((n / 2))); do
            status=0
            run_program out "$setting" "$program" "$@" || status=$?
            if [ $status = 0 ] && ! grep -qE 'Sanitizer|runtime error' out; then
                echo "ok ${source##*/} $cc $sanitizer $setting"
            else
                echo "FAIL ${source##*/} by $cc -fsanitize=$sanitizer, $setting: status $status: $(
                    grep -m 1 -E 'SUMMARY|runtime error|ucilk:|CHECK' out | cut -c1-200)"
            fi
        done
        rm -f "$program"
    done
}

# clean_all SANITIZER FOLDER NAME...: programs of a folder of tests/
clean_all() {
    local name
    for name in "${@:3}"; do clean "$1" "$tests/$2/$name.c"; done
}

# finds PROGRAM MISTAKE TEXT LABEL: a report that has the text, and a line of the
# mistake's, on 1 worker and on more.
finds() {
    local program=$1 mistake=$2 text=$3 label=$4 line lines setting found
    n=$((n + 1))
    lines=$(grep -nE "LINE.* $mistake( |\$)" "$here/mistakes.c" | cut -d: -f1)
    for setting in $(chosen_settings $n); do
        if run_program out "$setting" "$program" "$mistake"; then
            echo "FAIL $mistake, $label, $setting: nothing found"
            continue
        fi
        found=
        for line in $lines; do
            ! grep -q "mistakes.c:$line" out || found=1
        done
        if [ -n "$found" ] && grep -q "$text" out; then
            echo "ok $mistake $label $setting"
        else
            echo "FAIL $mistake, $label, $setting: no report of \"$text\" in line $lines: $(grep -m 1 SUMMARY out)"
        fi
    done
}

# mistakes SANITIZER CC MISTAKE=TEXT...
mistakes() {
    local sanitizer=$1 cc=$2 each program=$PWD/mistakes.$2
    shift 2
    if ! build_program "$sanitizer" "$cc" "$here/mistakes.c" "$program"; then
        echo "FAIL mistakes.c by $cc -fsanitize=$sanitizer: does not compile: $(grep -m 1 error "$program.log")"
        return
    fi
    for each in "$@"; do
        finds "$program" "${each%%=*}" "${each#*=}" "$cc -fsanitize=$sanitizer"
    done
    for setting in $(chosen_settings $n); do
        if run_program out "$setting" "$program" none && [ "$(cat out)" = right ]; then
            echo "ok none $cc $sanitizer $setting"
        else
            echo "FAIL none, $cc -fsanitize=$sanitizer, $setting: $(grep -m 1 -E 'SUMMARY|error' out)"
        fi
    done
}

# each_example SANITIZER HALF: with mode=full all, in keywords and in macros;
# otherwise one half of them (0 or 1) in one form, so that each example has one of
# the two sanitizers.
each_example() {
    local name arguments other i=0
    seq 2000 | tr 0-9 'abCdE ghij' >words.txt
    cp "$examples"/*.[ch] .
    "$tests/lang/macros.py" . --examples
    while read -r name arguments; do
        i=$((i + 1))
        [ "${mode:-quick}" = full ] || [ $((i / 2 % 2)) = "$2" ] || continue
        # shellcheck disable=SC2086
        clean "$1" "$PWD/$name" $arguments
        [ "${mode:-quick}" = full ] || continue
        other=${name%.c}_macros.c
        [[ $name != *_macros.c ]] || other=${name%_macros.c}.c
        # shellcheck disable=SC2086
        clean "$1" "$PWD/$other" $arguments
    done <<END
fib.c 14
nqueens_macros.c 6
btc.c 7
collatz_macros.c 3000
ffib.c 10
futuretree_macros.c 6
fanout.c 50
pipeline_macros.c -k 3 -n 20
cholesky.c 3
lcs_macros.c -n 128 -C 16
mergesort.c -n 3000
quicksort_macros.c -n 3000
matmul.c -n 48
strassen_macros.c -n 64
lu.c -n 64
heat_macros.c -n 32 -m 32 -t 4
fft.c -n 512
qcholesky_macros.c -n 32
knapsack.c -n 12
wordcount_macros.c $PWD/words.txt
uts.c -t 3 -b 4 -d 4
END
}
