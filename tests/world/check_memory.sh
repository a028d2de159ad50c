#!/bin/bash
# check_memory.sh BUILD PROGRAM DIRECTORY: UCILK_CHECK_MEMORY=1 reports the first
# task that reads what another worker wrote, with its place and the variable,
# on 2 and on 8 workers; it is silent about programs whose tasks share nothing,
# and the examples that do not give their answers.
set -u

build=$1
program=$2
failed=0
export UCILK_CHECK_MEMORY=1 UCILK_TEST_TIMEOUT=60

fail() {
    echo "FAIL $*"
    sed 's/^/     /' err
    failed=1
}

# wrong WORKERS ARGUMENT EXPRESSION: ends with one message that has it
wrong() {
    UCILK_NWORKERS=$1 UCILK_TEST_STEAL=always timeout 90 "$program" "$2" \
        >out 2>err && fail "$2 on $1 workers passes"
    [ "$(grep -c '^ucilk: ' err)" = 1 ] && grep -Eq "^ucilk: $3" err ||
        fail "$2 on $1 workers: not $3"
}

# right WORKERS STEAL COMMAND...: silent, and as on one worker
right() {
    local workers=$1 steal=$2
    shift 2
    UCILK_NWORKERS=$workers UCILK_TEST_STEAL=$steal timeout 90 "$@" \
        >out 2>err && [ ! -s err ] || fail "$* on $workers workers, $steal"
    UCILK_NWORKERS=1 timeout 90 "$@" >out.1 2>/dev/null
    [ "$(tail -1 out)" = "$(tail -1 out.1)" ] || fail "$*: $(tail -1 out)"
}

task='task `(tree|leaf|make)'\'' spawned at [^ ]*check_memory.c:[0-9]+'
for n in 2 8; do
    wrong $n count "($task|main) \(worker [0-9]\) reads \`count' at 0x[0-9a-f]+, which worker [0-9] has written since the parallel region began"
    wrong $n slots "main \(worker 0\) reads \`slots'(\+[0-9]+)? at "
    wrong $n regions "($task|main) \(worker [0-9]\) reads \`slots'(\+[0-9]+)? at 0x[0-9a-f]+, which worker [0-9] has written in an earlier region\."
    wrong $n double "main \(worker 0\) reads \`last'(\+[0-9])? at "
    wrong $n string "main \(worker 0\) reads \`name'(\+[0-9]+)? at "
    wrong $n pages "main \(worker 0\) reads \`large'\+[0-9]+ at "
    wrong $n heap "($task|main) \(worker [1-9]\) follows a pointer to 0x[0-9a-f]+, which is memory that worker 0 has from malloc"
    wrong $n store "($task|main) \(worker [1-9]\) follows a pointer to "
    wrong $n free "worker 1 frees memory of worker 0, "
    wrong $n returned "main \(worker 0\) follows a pointer to 0x[0-9a-f]+, which is memory that worker [1-9] has from malloc"
    for kind in nothing scratch own again write; do
        right $n always "$program" $kind
    done
done
for example in "fib 14" "nqueens 6" "btc 7" "collatz 3000" "cholesky 7" \
    "ffib 12" "futuretree 6" "fanout 10" "lcs -n 600 -C 64" "pipeline -n 30"; do
    if [ -x "$build/examples/cluster/${example%% *}" ]; then
        # shellcheck disable=SC2086
        right 8 always "$build/examples/cluster/"$example
    fi
done
exit $failed
