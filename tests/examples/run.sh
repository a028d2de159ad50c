#!/bin/bash
# run.sh BUILD: runs the examples in BUILD/examples, in both forms, on 1, 2, 5 and 8
# workers, against the known answers; the trees of uts; wrong arguments.
. "$(dirname "$0")/../steps.sh"

bin=$build/examples
quiet=yes

# run STATUS TEXT COMMAND...: ends with that status and prints that text.
run() { says "UCILK_NWORKERS=${UCILK_NWORKERS-} ${*:3}" "$1" "$2" timeout 120 "${@:3}"; }

T1="-t 1 -a 3 -d 10 -b 4 -r 19"
T2="-t 1 -a 2 -d 16 -b 6 -r 502"
T3="-t 0 -b 2000 -q 0.124875 -m 8 -r 42"
T3L="-t 0 -b 2000 -q 0.200014 -m 5 -r 7"
T4="-t 2 -a 0 -d 16 -b 6 -r 1 -q 0.234375 -m 4"
T5="-t 1 -a 0 -d 20 -b 4 -r 34"

export UCILK_NWORKERS
if [ -x "$bin/pi" ]; then
    for UCILK_NWORKERS in 1 2 5 8; do
        run 0 "pi = 3.142075, by 7855188 points of 10000000" "$bin/pi" 10000000
    done
fi
for form in "" _macros; do
    for UCILK_NWORKERS in 1 2 8; do
        run 0 right "$bin/ffib$form" 25
        run 0 right "$bin/futuretree$form" 16
        run 0 right "$bin/fanout$form" 1000
        run 0 right "$bin/fanout$form" 0
        run 0 right "$bin/pipeline$form"
        run 0 right "$bin/pipeline$form" -k 1 -n 100
        run 0 right "$bin/pipeline$form" -k 100 -n 20
        run 0 right "$bin/cholesky$form" 1
        run 0 right "$bin/cholesky$form" 12
    done
    for UCILK_NWORKERS in 1 2 5; do
        run 0 right "$bin/fib$form" 30
        run 0 right "$bin/nqueens$form" 10
        run 0 right "$bin/queens$form" 20
        run 0 right "$bin/queens$form" 3
        run 0 right "$bin/connect$form" 5 4
        run 0 right "$bin/connect$form" 4 5
        run 0 right "$bin/btc$form" 18
        run 0 right "$bin/collatz$form" 1000000
        for tree in "$T1" "$T2" "$T3" "$T4" "$T5"; do
            # shellcheck disable=SC2086
            run 0 right "$bin/uts$form" $tree
        done
    done
    UCILK_NWORKERS=2
    # 17,844 levels deep, on the stack that a worker has by default.
    # shellcheck disable=SC2086
    run 0 "111345631 nodes, 89076904 leaves (80.00 %), depth 17844" "$bin/uts$form" $T3L
    # Every node has four children, down to depth 4: (4^5 - 1) / 3.
    run 0 "balanced tree: 341 nodes, 256 leaves (75.07 %), depth 4" "$bin/uts$form" -t 3 -b 4 -d 4
    run 0 "1 nodes, 1 leaves" "$bin/uts$form" -t 0 -b 0
    # By another program after the same paper.
    run 0 "20458 nodes, 10440 leaves (51.03 %), depth 27" "$bin/uts$form" -a 1 -d 9 -r 7
    # shellcheck disable=SC2086
    run 0 "21383 nodes, 16132 leaves (75.44 %), depth 73" "$bin/uts$form" $T4 -f 0.25
    # Of depth 0: the root alone, or with children that have none, as -a 3 -d 1.
    run 0 "balanced tree: 1 nodes, 1 leaves" "$bin/uts$form" -t 3 -d 0
    for shape in 0 1 2 3; do
        run 0 "geometric tree: 6 nodes, 5 leaves (83.33 %), depth 1" \
            "$bin/uts$form" -a $shape -d 0 -r 19
    done
    run 0 "geometric tree: 6 nodes, 5 leaves (83.33 %), depth 1" "$bin/uts$form" -a 3 -d 1 -r 19
    # More work a node; more and less to read.
    # shellcheck disable=SC2086
    run 0 "21383 nodes, 16132 leaves (75.44 %), depth 73" "$bin/uts$form" $T4 -f 0.25 -g 4
    # shellcheck disable=SC2086
    run 0 "21383 16132 73 " "$bin/uts$form" $T4 -f 0.25 -v 0
    run 0 "seed 19, cyclic, depth 0; 2 digests a node" "$bin/uts$form" -a 2 -d 0 -r 19 -v 2 -g 2
    run 0 "known trees" "$bin/uts$form" -h
    run 2 "-t 7: not a whole number from 0 to 3" "$bin/uts$form" -t 7
    run 2 "-d 1.5: not a whole number" "$bin/uts$form" -d 1.5
    run 2 "-g 0: not a whole number from 1" "$bin/uts$form" -g 0
    run 2 "-q nan: not a number from 0 to 1" "$bin/uts$form" -q nan
    run 2 "-h says what there is" "$bin/uts$form" -z
    run 2 "17: not a flag" "$bin/uts$form" 17
    run 2 "-k is not a whole number from 1 to 100" "$bin/pipeline$form" -k 0
    run 2 "usage: pipeline" "$bin/pipeline$form" -z
    run 2 "usage: pipeline" "$bin/pipeline$form" 10
    for name in fib nqueens btc ffib futuretree fanout cholesky; do
        run 2 "not a whole number" "$bin/$name$form" x
        run 2 usage "$bin/$name$form"
    done
done

# A long search shows how far it is, on a terminal only.
export SHELL=/bin/sh
# shellcheck disable=SC2086
run 0 "million nodes a second" script -qec "'$bin/uts' $T2" /dev/null
# shellcheck disable=SC2086
run 0 right script -qec "'$bin/uts' $T2" /dev/null
step "progress on a terminal" [ "$(grep -c "about [0-9]* million nodes" "$scratch/log")" -gt 0 ]
# shellcheck disable=SC2086
run 0 right "$bin/uts" $T2
step "no progress in a file" [ -z "$(grep "about" "$scratch/log")" ]

# A few under valgrind, which has one worker; more of them: shared.sh.
if command -v valgrind >/dev/null; then
    unset UCILK_NWORKERS
    check="valgrind -q --error-exitcode=9 --leak-check=full"
    # shellcheck disable=SC2086
    run 0 610 $check "$bin/fib_macros" 15
    # shellcheck disable=SC2086
    run 0 167 $check "$bin/lcs" -n 256 -C 32
fi

echo "$n_passed passed, $n_failed failed"
[ $n_failed = 0 ]
