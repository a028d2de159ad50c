# Part of run.sh.  shellcheck shell=bash

# --- A process is killed from outside -----------------------------------

# hold N: the program with N tasks on N workers, in the background.  Sets
# `main' and `others', the pids of the launcher and of the other workers.
hold() {
    local n=$1
    : >"$scratch/out"
    env --default-signal=INT UCILK_NWORKERS="$n" UCILK_TEST_TIMEOUT=40 stdbuf -oL "$program" hold \
        "$n" >"$scratch/out" 2>"$scratch/err" &
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
    elif ! await 2 none_left; then
        fail "$name: processes left: $(processes_of "$program")"
    else
        ok "$name"
    fi
}
killed_worker

killed_launcher() {
    local name="worker 0 killed by $1" status=0
    hold 4 || { fail "$name: four tasks do not run on four workers"; return; }
    kill "$1" "$main"
    wait "$main" 2>/dev/null || status=$?
    if ! await 2 none_left; then
        fail "$name: processes left: $(processes_of "$program")"
    elif [ $status != $((128 + $(kill -l "${1#-}" 2>/dev/null || true))) ] &&
        [ $status -lt 129 ]; then
        fail "$name: status $status"
    else
        ok "$name"
    fi
}
killed_launcher -KILL
killed_launcher -TERM
killed_launcher -INT
