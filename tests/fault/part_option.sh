# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: the options of a run.  tests/unit/test_options.c has more values.

bad_option() {
    expect "${1:0:40} is refused" 1 "^ucilk: ${2:-${1%%=*}}" '!before' \
        -- env "$1" "$program" fib 5
}
bad_option UCILK_NWORKERS=0 "UCILK_NWORKERS=0: not a whole number from 1"
bad_option CILK_NWORKERS=many
bad_option UCILK_STACK_SIZE=1K "UCILK_STACK_SIZE=1K: not a size from 64 KiB"
bad_option UCILK_TEST_KILL=nowhere "UCILK_TEST_KILL=nowhere: allowed is POINT"
bad_option UCILK_TEST_KILL=idle:0
bad_option UCILK_TEST_STOP=idle:1@x "UCILK_TEST_STOP=idle:1@x: allowed is POINT"
bad_option UCILK_NO_SUCH=1 "UCILK_NO_SUCH: no such option"
bad_option UCILK_NWORKER=2 "UCILK_NWORKER: no such option"
expect "CILK_NWORKERS is the second choice" 0 '"workers": 3' \
    -- env CILK_NWORKERS=3 UCILK_STATS=json:/dev/stderr "$program" fib 10
expect "UCILK_NWORKERS is the first choice" 0 '"workers": 2' \
    -- env CILK_NWORKERS=3 UCILK_NWORKERS=2 UCILK_STATS=json:/dev/stderr \
    "$program" fib 10
cpu=$(taskset -cp $$ | sed -E 's/.*: *([0-9]+).*/\1/')
expect "affinity limits the workers" 0 '"workers": 1' \
    -- taskset -c "$cpu" env UCILK_STATS=json:/dev/stderr "$program" fib 10
expect "one worker is one process" 0 "speed-up was limited: one worker" \
    -- env UCILK_NWORKERS=1 UCILK_STATS=1 "$program" alone
expect "UCILK_HELP=1" 0 "UCILK_NWORKERS" "UCILK_STACK_SIZE.*256M" \
    "UCILK_STATS" '!before' -- env UCILK_HELP=1 "$program" fib 5
expect "UCILK_STATS=1" 0 "workers +4, on" "run time +[0-9.]+ s$" "busy +[0-9.]+ workers" \
    "steals +[0-9]+" "suspended +[0-9]+ times at a sync" '!records allocated' \
    -- $workers UCILK_STATS=1 "$program" fib 20
expect "workers that are idle at the end count as idle" 0 "idle +[4-7][0-9]\.[0-9] % of" \
    "speed-up was limited: workers were idle" \
    -- env UCILK_NWORKERS=2 UCILK_STATS=1 "$program" serial
expect "UCILK_STATS=all" 0 "workers +4$" "steals +[0-9]+$" "suspends" \
    "remote frees" "outstanding joins" "bytes per steal" \
    "stack high-water mark" "evacuation high-water mark" \
    -- $workers UCILK_STATS=all "$program" fib 20
expect "UCILK_STATS=json:FILE" 0 "fib\(20\) = 6765" \
    -- $workers UCILK_STATS=json:"$scratch/s.json" "$program" fib 20
if python3 -m json.tool "$scratch/s.json" >/dev/null; then
    ok "the statistics are JSON"
else
    fail "the statistics are JSON: $(cat "$scratch/s.json")"
fi
expect "a statistics file that cannot be written" 1 \
    "^ucilk: UCILK_STATS=json:/nonexistent/x: cannot write" \
    -- $workers UCILK_STATS=json:/nonexistent/x "$program" fib 10

# With another user's rights, the environment is that of somebody who lacks them.
# Only root can make such a program.
if [ "$(id -u)" = 0 ]; then
    gcc -g -O2 -I"$build/include" "$here/fault.c" "$build/lib/libucilk.a" -pthread \
        -o "$scratch/fault_threads"
    mkdir -m 777 "$scratch/free"
    for of in fault fault_threads; do
        other=$scratch/free/$of
        cp "$scratch/$of" "$other"
        chown nobody "$other"
        chmod u+s "$other"
        # That for clusters may not look into its own /proc, as several workers do.
        [ $of = fault ] && n=1 || n=4
        for variable in UCILK_STATS=json:"$scratch/free/written" UCILK_TRANSPORT=mpi \
            UCILK_TRACE="$scratch/free/written" \
            UCILK_TEST_KILL=idle UCILK_PLUGINS=/tmp UCILK_NO_SUCH=1 UCILK_HELP=1 \
            OMPI_COMM_WORLD_SIZE=2 PMI_SIZE=2; do
            expect "set-user-id, $of: $variable" 0 "fib\(10\) = 55" '!ucilk' \
                -- env UCILK_NWORKERS=$n "$variable" "$other" fib 10
        done
        expect "set-user-id, $of: UCILK_NWORKERS" 1 "UCILK_NWORKERS=0: not a whole" \
            -- env UCILK_NWORKERS=0 "$other" fib 10
    done
    [ ! -e "$scratch/free/written" ] && ok "set-user-id: no file is written" ||
        fail "set-user-id: a file is written"
fi
