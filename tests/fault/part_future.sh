# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: futures.  What is said of one that is used wrongly is tried
# further in tests/lang/misuse.sh.

future=$scratch/future
source=$here/future.c
gcc -g -O2 -I"$build/include" "$source" "$build/lib/libucilk_cluster.a" -pthread \
    -o "$future"
gcc -g -O2 -I"$build/include" "$source" "$build/lib/libucilk_cluster_test.a" -pthread \
    -o "$scratch/future_test"
program=$future
on="env UCILK_TEST_TIMEOUT=40 UCILK_NWORKERS="

line_of() { # the first that has this text
    grep -nF -m 1 -- "$1" "$source" | cut -d: -f1
}
get=future.c:$(line_of 'return ucilk_future_get(long, f)')
wait=future.c:$(line_of 'return ucilk_future_get(long, ucilk_promise_future(p))')

# --- A get too many, by whoever it is ---
late="used up: the future of .late. \(.*future.c:$(line_of 'cilk_future_k(n, late, n)')\)"
twice="used up: the future of .twice. \(.*future.c:$(line_of 'f = cilk_future(twice, 1), g')\)"
for n in 1 2 8; do
    for steal in "" always; do
        for k in 1 2 30; do
            for mode in many waiting; do
                expect "a get too many of $k, $mode, $n workers${steal:+, forced steals}" \
                    1 "^ucilk: .*$get: get of a future .*$late" '!came back' \
                    -- $on$n UCILK_TEST_STEAL=$steal "$future" $mode $k
            done
        done
    done
    # Its entry has been made anew so many times.
    for k in 1 65535 65536 65537 1048575 1048576 1048577; do
        expect "a stale handle after $k lives, $n workers" 1 \
            "^ucilk: .*$get: get of a future .*$twice" '!came back' \
            -- $on$n "$future" stale $k
    done
done

# --- Random bytes: a message, or where they make a good handle its answer ---
garbage() { # WORKERS
    local status bad=0 seed n_told=0
    for ((seed = 0; seed < 200; seed++)); do
        status=0
        timeout 60 $on$1 "$future" garbage $seed >"$scratch/out" \
            2>"$scratch/err" || status=$?
        if [ $status = 1 ] && grep -qE "^ucilk: .*future.c:[0-9]+: " "$scratch/err"
        then
            n_told=$((n_told + 1))
        elif [ $status != 0 ]; then
            bad=1
            fail "random bytes, seed $seed, $1 workers: status $status"
        fi
    done
    [ $n_told -gt 150 ] || fail "random bytes: only $n_told were told"
    [ $bad = 1 ] || ok "random bytes for handles, $1 workers: $n_told of $seed told"
}
garbage 1
garbage 2

# --- Where they cannot be used ---
for n in 1 2; do
    for how in get set from; do
        for where in thread handler; do
            expect "$how in a $where, $n workers" 1 \
                "^ucilk: .*future.c.*: [a-z_]+ in a thread of the program's own, in a signal handler" \
                '!came back' -- $on$n "$future" $where $how
        done
    done
    # It has the entry or says that it has none; its parent does not mind.
    for fulfilled in 0 1; do
        expect "a get in a forked child, $n workers, set: $fulfilled" 0 \
            "^child: status ([17]), signal 0" '!not so' \
            -- $on$n "$future" child $fulfilled
    done
done

# --- Deadlock: within 5 seconds, what waits, and for what ---
unset_at=$(line_of 'ucilk_promise_t p = ucilk_promise_make(long, n + 1)')
cycle_at=$(($(line_of 'other_promise = ucilk_promise_make') - 1))
for n in 1 2 8; do
    for steal in "" always; do
        with="$n workers${steal:+, forced steals}"
        limit="timeout 30 $on$n UCILK_TEST_STEAL=$steal"
        expect "deadlock: a promise that nobody sets, $with" 1 \
            "^ucilk: deadlock: .* 8 gets wait for what nobody will fulfil" \
            "^ucilk: .*$wait: get of the promise made at .*future.c:$unset_at" \
            -- $limit "$future" unset 7
        [ "$(grep -c "$wait: get of the promise" "$scratch/err")" = 8 ] ||
            fail "deadlock, $with: not 8 gets"
        expect "deadlock: 1000 gets, $with" 1 "^ucilk: deadlock: .* 1000 gets wait" \
            "and 980 more" -- $limit "$future" unset 999
        expect "deadlock: a cycle, $with" 1 "^ucilk: deadlock: .* 3 gets wait" \
            "get of the promise made at .*future.c:$cycle_at" \
            "get of the promise made at .*future.c:$((cycle_at + 1))" \
            "get of the future of .wait_then_set." -- $limit "$future" cycle
        expect "deadlock: at a region's end, $with" 1 \
            "^ucilk: deadlock: .* 1 get waits" "$wait: get of the promise" \
            -- $limit "$future" end
    done
done
for try in 1 2 3 4 5; do # of five, where the machine is busy
    status=0
    timeout 5 ${on}8 "$future" unset 7 >"$scratch/out" 2>"$scratch/err" || status=$?
    [ $status != 1 ] || break
done
if [ $status = 1 ]; then ok "deadlock: within 5 s"; else fail "deadlock: status $status"; fi

# --- Long, but no deadlock ---
seconds=3
[ -z "$nightly" ] || seconds=30
for n in 1 2 8; do
    for how in sleep spin; do
        for other in "" other; do
            expect "a leaf that takes $seconds s, $how $other, $n workers" 0 \
                "came back" '!ucilk' -- $on$n "$future" leaf $how $seconds $other
        done
    done
    expect "main in read, with waiters, $n workers" 0 "came back" '!ucilk' \
        -- bash -c '(sleep 2; echo 7) | "$@"' - $on$n "$future" reading
done

# stopped NAME COMMAND...: one of its processes stops itself; after 2 s it is
# told to go on.
find_stopped() {
    local pid
    for pid in $(processes_of "$future"); do
        [[ $(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null) != T* ]] ||
            { stopped=$pid; return 0; }
    done
    return 1
}
stopped() {
    local name=$1 status=0 pid
    shift
    "$@" >"$scratch/out" 2>"$scratch/err" &
    pid=$!
    started+=("$pid")
    if await 20 find_stopped; then
        sleep 2
        kill -CONT "$stopped"
        wait $pid || status=$?
        if [ $status = 0 ] && ! grep -q ucilk "$scratch/err"; then
            ok "$name"
        else
            fail "$name: status $status"
        fi
    else
        fail "$name: nobody stops"
        kill -9 $pid
    fi
}
for n in 2 8; do
    stopped "stopped for 2 s with waiters, $n workers" $on$n "$future" leaf stop
    stopped "stopped for 2 s with waiters, another of $n workers" \
        $on$n "$future" leaf stop 0 other
    expect "killed with waiters, $n workers" 137 '!came back' \
        -- bash -c '"$@"; exit $?' - $on$n "$future" leaf die
    expect "killed with waiters, another of $n workers" 137 '!came back' \
        "^ucilk: worker [1-7] \(process [0-9]+\) was killed by SIGKILL in task .long_leaf." \
        -- $on$n "$future" leaf die 0 other
done
for n in 2 8; do
    expect "exit while a future runs, $n workers" 3 '!ucilk' '!came back' \
        -- $on$n "$future" exit
done

# --- Memory ---
for n in 1 2; do
    expect "10^6 live futures in 256 MiB, $n workers" 0 "^1000000 live futures" \
        -- $on$n "$future" live 256
    grep -h "live futures" "$scratch/out" | sed 's/^/     /'
    expect "results of 1 MiB, $n workers" 0 "^1000 results" \
        -- $on$n "$future" large 1000
    grep -h "results" "$scratch/out" | sed 's/^/     /'
done

# --- Never got: told where it is asked for, and no leak ---
program=$scratch/future_test
for n in 1 2 8; do
    for steal in "" always; do
        expect "futures that are never got, $n workers${steal:+, forced steals}" \
            0 "futures never got +52$" \
            "one of them: the (promise|future).*future.c:[0-9]+" '!leak' \
            -- $on$n UCILK_TEST_STEAL=$steal UCILK_STATS=1 "$program" never 100
        expect "the same without statistics, $n workers" 0 '!ucilk' '!never got' \
            -- $on$n UCILK_TEST_STEAL=$steal "$program" never 100
    done
done
program=$scratch/fault
