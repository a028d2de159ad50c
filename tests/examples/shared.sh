#!/bin/bash
# shared.sh BUILD [--full] [NAME...]: runs the examples whose tasks share memory, in
# both forms in turn, on 1 to 32 workers, with and without forced steals: each checks
# itself, and prints the same after `right' in every run.  Also small inputs under
# valgrind, on one worker, and wrong arguments.  --full: all arguments in both forms.
. "$(dirname "$0")/../steps.sh"

full=
[ "${1-}" != --full ] || { full=1; shift; }
bin=$build/examples
only=" $* "
quiet=yes
cd "$scratch"
for i in 1 2 3; do # files for wordcount
    seq $((i * i * 1000)) | tr 0-9 'abCdE ghij' >"$scratch/$i.txt"
done
printf 'no end of line: \303\244\303\266' >"$scratch/4.txt"
: >"$scratch/empty.txt"

# Programs and arguments: to run with several numbers of workers.
runs="
mergesort -n 200000
mergesort -n 5001 -k 1 -i 3 -m 5
mergesort -n 5001 -k 3 -i 3 -m 5 -s 2
mergesort -n 2 -i 1 -m 2
mergesort -n 0
quicksort -n 200000 -s 3
quicksort -n 5001 -k 2 -i 2
quicksort -n 5001 -k 3 -i 1
quicksort -n 3000 -k 4 -i 1
quicksort -n 1
matmul -n 257
matmul -n 50 -b 3
matmul -n 1
strassen -n 300 -b 40
strassen -n 50 -b 3
strassen -n 0
lu -n 257
lu -n 100 -b 5
lu -n 0
heat -n 400 -m 500 -t 5
heat -n 77 -m 33 -t 10 -b 20 -s 3
heat -n 1 -m 900 -t 9 -b 64
heat -n 1 -m 1 -t 3
fft -n 65536
fft -n 1 -s 2
fft -n 2048 -s 3
qcholesky -n 500 -z 600
qcholesky -n 1 -z 0
qcholesky -n 257 -z 300 -s 2
qcholesky -n 100 -z 2000 -s 3
knapsack -n 24
knapsack -n 0
knapsack -n 21 -r 0 -s 4
knapsack -n 100 -r 100000 -s 5
wordcount -f 4
wordcount -f 1 -n 0
wordcount -f 3 -n 3333 -p 500 -k 50 -s 9
wordcount 1.txt 2.txt 3.txt 4.txt empty.txt
wordcount -p 100 1.txt 4.txt
wordcount -p 1 4.txt 4.txt
"
# These for valgrind, which is 50 times as slow.
small="
mergesort -n 3000 -i 3 -m 20
quicksort -n 3000 -k 3
matmul -n 70 -b 9
strassen -n 70 -b 9
lu -n 70 -b 9
heat -n 33 -m 17 -t 10 -b 5
fft -n 2048
qcholesky -n 100 -z 150
knapsack -n 18
wordcount -f 2 -n 1000 -p 2000
wordcount -p 3000 2.txt 4.txt
"
# Status 2 and that message.
refused="
mergesort -m 1 | mergesort: -m 1: not a whole number from 2 to
quicksort -k 5 | quicksort: -k 5: not a whole number from 0 to 4
matmul -b 65 | matmul: -b 65: not a whole number from 1 to 64
strassen 100 | strassen: 100: not a flag; -h says what there is
lu -n | lu: -h says what there is
heat -t -1 | heat: -t -1: not a whole number from 0
heat 7 | heat: 7: not a flag; -h says what there is
fft -n 1000 | fft: -n 1000: not a power of two
qcholesky -x | qcholesky: -h says what there is
knapsack -n 1001 | knapsack: -n 1001: not a whole number from 0 to 1000
"

# chosen ROWS: those of the programs wanted, and built.
chosen() {
    local name rest
    while read -r name rest; do
        [ -n "$name" ] && [ -x "$bin/${name}_macros" ] || continue
        [ "$only" = "  " ] || [[ $only = *" $name "* ]] || continue
        echo "$name $rest"
    done <<<"$1"
}

# run STATUS PATTERN COMMAND...
run() { says "${*:3}" "$1" "$2" timeout 120 "${@:3}"; }

n_rows=0
while read -r name arguments; do
    expected=
    forms=("" _macros)
    [ -n "$full" ] || forms=("${forms[n_rows % 2]}")
    n_rows=$((n_rows + 1))
    for setting in 1 2 3 8 32 1s 2s 3s 8s; do
        steal=
        [ "${setting%s}" = "$setting" ] || steal=always
        for form in "${forms[@]}"; do
            [ -x "$bin/$name$form" ] || continue
            # shellcheck disable=SC2086
            run 0 '^right$' env UCILK_NWORKERS="${setting%s}" UCILK_TEST_STEAL=$steal \
                "$bin/$name$form" $arguments
            printed=$(sed '1,/^right$/d' "$scratch/log")
            step "$name$form $arguments on $setting: not as on one worker: $expected" \
                [ "$printed" = "${expected:=$printed}" ]
        done
    done
done < <(chosen "$runs")

if command -v valgrind >/dev/null; then
    while read -r name arguments; do
        forms=("" _macros)
        [ -n "$full" ] || forms=("${forms[n_rows % 2]}")
        n_rows=$((n_rows + 1))
        for form in "${forms[@]}"; do
            [ -x "$bin/$name$form" ] || continue
            # shellcheck disable=SC2086
            run 0 '^right$' env UCILK_NWORKERS=1 valgrind -q --error-exitcode=9 \
                --leak-check=full "$bin/$name$form" $arguments
        done
    done < <(chosen "$small")
else
    echo "no valgrind: not run under it"
fi

while read -r row; do
    for form in "" _macros; do
        read -r name arguments <<<"${row%% | *}"
        [ -x "$bin/$name$form" ] || continue
        # shellcheck disable=SC2086
        run 2 "${row#* | }" "$bin/$name$form" $arguments
        run 0 "^usage: $name " "$bin/$name$form" --help
    done
done < <(chosen "$refused")

echo "$n_passed passed, $n_failed failed"
[ $n_failed = 0 ]
