# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: a process is killed or stopped from outside.

# hold N: the program with N tasks on N workers, in the background.  Sets
# `main' and `others', the pids of the launcher, which leads a process group of
# its own, and of the other workers.
hold() {
    local n=$1
    : >"$scratch/out"
    setsid env --default-signal=INT,QUIT UCILK_NWORKERS="$n" \
        UCILK_TEST_TIMEOUT=40 stdbuf -oL "$program" hold "$n" \
        >"$scratch/out" 2>"$scratch/err" &
    main=$!
    started+=("$main")
    await 20 has_lines "$n" || return 1
    others=$(awk '{ print $NF }' "$scratch/out" | grep -vx "$main" || true)
}

has_lines() {
    [ "$(grep -c '^task' "$scratch/out")" -ge "$1" ]
}

killed_worker() {
    local name="a worker killed by kill -9" victim status=0
    hold 3 || { fail "$name: three tasks do not run on three workers"; return; }
    victim=$(head -1 <<<"$others")
    kill -9 "$victim"
    wait "$main" 2>/dev/null || status=$?
    if [ $status != 137 ]; then
        fail "$name: status $status instead of 137"
    elif ! grep -qE "worker [12] \(process $victim\) was killed by SIGKILL in \
task .hold. spawned at .*fault.c:[0-9]+" "$scratch/err"; then
        fail "$name: the message does not say which, how and where"
    elif ! await 20 none_left; then
        fail "$name: processes left: $(processes_of "$program")"
    else
        ok "$name"
    fi
}
killed_worker

# killed_launcher SIGNAL [group]: the status is the signal's, nobody says
# anything, and no process is left; `group' as Ctrl-C does it, to all.
killed_launcher() {
    local name="SIG$1 to ${2:-worker 0}" status=0
    local wanted=$((128 + $(kill -l "$1")))
    hold 4 || { fail "$name: four tasks do not run on four workers"; return; }
    if [ -n "${2:-}" ]; then kill -"$1" -- -"$main"; else kill -"$1" "$main"; fi
    wait "$main" 2>/dev/null || status=$?
    if ! await 20 none_left; then
        fail "$name: processes left: $(processes_of "$program")"
    elif [ $status != $wanted ]; then
        fail "$name: status $status instead of $wanted"
    elif [ -s "$scratch/err" ]; then
        fail "$name: there is a message"
    else
        ok "$name"
    fi
}
for signal in KILL TERM INT HUP QUIT PIPE; do killed_launcher $signal; done
for signal in INT TERM HUP; do killed_launcher $signal group; done

has_four() { [ "$(processes_of "$program" | wc -l)" = 4 ]; }

# As Ctrl-Z and fg do it, but that the group has no terminal.
stopped_group() {
    local name="all processes stopped for a second" status=0
    setsid $workers "$program" fib 43 >"$scratch/out" 2>"$scratch/err" &
    main=$!
    started+=("$main")
    await 20 has_four
    kill -STOP -- -"$main" || true
    sleep 1
    kill -CONT -- -"$main" || { fail "$name: it was too fast"; return; }
    wait "$main" || status=$?
    if [ $status != 0 ] || ! grep -qx "fib(43) = 433494437" "$scratch/out"; then
        fail "$name: status $status"
    else
        ok "$name"
    fi
}
stopped_group

# 32767 is the upper half of libc's pointers there: it is not to be taken for
# the id that a clone of the process rewrites.
if unshare --pid --fork --mount-proc true 2>/dev/null; then
    for transport in nic shm; do
        expect "process 32767, $transport" 0 '^fib\(20\) = 6765$' '^32767$' -- \
            $workers UCILK_TRANSPORT=$transport unshare --pid --fork --mount-proc \
            setarch -R bash -c 'echo 32766 >/proc/sys/kernel/ns_last_pid
                "$@" &
                echo $!
                wait $!' - "$program" fib 20
    done
else
    echo "no PID namespaces here: process 32767 not tried"
fi

# --- What it says has nowhere to go ---

expect "a message that nobody reads" 137 \
    -- bash -c 'exec "$@" 2>/dev/full' - $workers "$program" crash kill 1
expect "a message without stderr" 137 \
    -- bash -c 'exec "$@" 2>&-' - $workers "$program" crash kill 1
