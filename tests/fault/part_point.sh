# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: a worker is killed, or stopped for two seconds, at each
# named point of the protocols, without --nightly at every other one, the others
# the next day.  The program itself prints the list of points: a new one is tested
# within two days.  A point that no run passes is a failure, except those listed
# below.

# POINT@WORKER, with wildcards, that no program here passes, and why.
declare -A unreachable=(
    [home@0]="worker 0 is where main comes home to"
    [home_[or]*@1]="only worker 0 opens regions and receives main"
    [home_makes_way@1]="only worker 0 makes way for main"
    [exit_[cd]*@1]="worker 0 runs exit"
    [exit_worker@0]="worker 0 runs exit itself"
    [worker_died@1]="worker 0 looks after the others"
    [*_far@*]="takes another node: tests/cluster"
    [detached_*@*]="takes another node: tests/cluster"
    [promoted@*]="spawns are promoted in programs of one process"
    [inlet@*]="inlets are for programs of one process"
    [abort@*]="inlets are for programs of one process"
    [group_*@*]="groups are for programs of one process: tests/cluster/groups.sh"
)

# What is tried in turn: workers, forced steals, seconds or a mode.
attempts=("4 always 8" "2 no 0.1" "4 no away 8" "8 no 8" "2 no 20" "4 always 60")
attempts_of_any=("16 always 8" "16 no away 4" "4 always 20")
# What is tried before.  A worker that steals from itself races with nobody:
# forced steals pass these races once in seconds, two workers without them some
# hundred times a second.  And a deque is reset when so many entries of one
# worker are lost: two workers are there first.
declare -A first_attempt=(
    [conflict_kept]="2 no 4" [steal_vain]="2 no 4"
    [wait_in_place]="2 no 4" [join_second]="2 no 4"
    [reset_locked]="2 always 8"
)
# Programs of their own.
declare -A own_attempt=(
    [exit_worker@1]="2 no exit" [worker_died@0]="2 no die"
    [armed@0]="2 no away 20" [notified@1]="2 no away 20"
)

# How many at once: most of the time they sleep or wait for a core.  Those that
# missed their point are run again, with fewer beside them: whether a worker
# comes there is a matter of chance, and of how busy the machine is.
rounds=(12 2 1)
missed="the point was not passed"
steady=$scratch/steady_test
gcc -g -O2 -DUCILK_CLUSTER -I"$build/include" "$here/steady.c" "$build/lib/libucilk_cluster_test.a" \
    -pthread -o "$steady"
mapfile -t points < <(UCILK_HELP=1 "$steady" |
    awk 'found { print $1 } /points of UCILK_TEST_KILL/ { found = 1 }')

# start NAME ATTEMPT SETTING...: `copy', a program of its own in the background;
# `main' is its pid, `log' its output.
start() {
    local workers steal seconds
    copy=$scratch/$1
    log=$scratch/$1.log
    read -r workers steal seconds <<<"$2"
    shift 2
    [ "$steal" != no ] || steal=""
    ln -f "$steady" "$copy"
    env TMPDIR="$scratch/tmp" UCILK_NWORKERS="$workers" \
        UCILK_TEST_STEAL="$steal" UCILK_TEST_TIMEOUT=150 "$@" \
        "$copy" mix $seconds >"$log" 2>&1 &
    main=$!
}

# attempts_at POINT[:N][@WORKER] ATTEMPT...: sets `tried', what to try in turn.
attempts_at() {
    local first=${first_attempt[${1%%[:@]*}]:-} own=${own_attempt[${1/:*@/@}]:-}
    tried=("${@:2}")
    [ -z "$first" ] || tried=("$first" "${tried[@]}")
    [ -z "$own" ] || tried=("$own")
}

# Ends the copy's test: prints how it went and, where there is a reason, WHY.
finish() { # NAME WHY
    local left why=$2 word=FAIL
    [ "$why" != "; $missed" ] || word=MISSED
    if ! await 30 none_left "$copy"; then
        left=$(processes_of "$copy")
        why+="; processes left: $left"
        kill -9 $left 2>/dev/null || true
    fi
    rm -f "$copy"
    [ -z "$why" ] || { echo "$word $1: ${why#; }"; head -20 "$log"; return; }
    echo "ok $1"
}

# kill_at POINT[:N]@WORKER SEED: status 137 and, unless it was worker 0, which
# the shell reports, one message.
kill_at() {
    local name="killed at $1${2:+, seed $2}" status why="" attempt tried
    attempts_at "$1" "${attempts[@]}"
    for attempt in "${tried[@]}"; do
        status=0
        start "kill.$1.${2:-}" "$attempt" UCILK_TEST_KILL="$1" \
            ${2:+UCILK_TEST_SEED="$2"}
        wait "$main" 2>/dev/null || status=$?
        [ $status = 0 ] || break
    done
    [ $status = 137 ] || why+="; status $status instead of 137"
    case $status$1 in
    0*)
        why="; $missed"
        ;;
    *@0)
        ! grep -q '^ucilk' "$log" || why+="; there is a message"
        ;;
    *)
        [ "$(grep -cE "^ucilk: worker [1-9][0-9]* \(process [0-9]+\) was \
killed by SIGKILL (in task \`[a-z_]+' spawned at [^ ]+:[0-9]+|outside of any \
task, in [a-z' ]+); ending the program$" "$log")" = 1 ] &&
            [ "$(grep -vc '^mix' "$log")" = 1 ] || why+="; there is not one message"
        ;;
    esac
    finish "$name" "$why"
}

# The process of the copy that is stopped, if any: worker 0 is `main', the
# others are children of its threads.
find_stopped() {
    local file pid stat children
    stopped=""
    for file in "/proc/$main/task/"*/children; do
        children=()
        { read -r -a children <"$file"; } 2>/dev/null || true # has no newline
        for pid in "$main" "${children[@]}"; do
            { read -r stat <"/proc/$pid/stat"; } 2>/dev/null || continue
            [[ ${stat##*) } != T* ]] || stopped=$pid
        done
    done
    [ -n "$stopped" ] || ! kill -0 "$main" 2>/dev/null
}

# stop_at POINT@WORKER: it goes on after two seconds, and the program ends with
# the right results.
stop_at() {
    local name="stopped for 2 s at $1" status=0 why="" stopped="" attempt tried
    attempts_at "$1" "${attempts[@]}"
    for attempt in "${tried[@]}"; do
        start "stop.$1" "$attempt" UCILK_TEST_STOP="$1"
        await 70 find_stopped || true
        [ -z "$stopped" ] || break
    done
    if [ -n "$stopped" ]; then
        sleep 2
        kill -CONT "$stopped" || why+="; process $stopped is gone"
        kill -USR1 "$main" 2>/dev/null || true
    else
        why+="; $missed"
    fi
    wait "$main" 2>/dev/null || status=$?
    [ $status = 0 ] || why+="; status $status"
    grep -q "^mix: [0-9]* done" "$log" || why+="; it is not done"
    finish "$name" "$why"
}

# No program passes it, so nothing must happen.
pass_at() {
    local why="" status=0
    start "pass.$1" "${attempts[0]}" UCILK_TEST_KILL="$1"
    sleep 2
    kill -USR1 "$main" 2>/dev/null || true
    wait "$main" 2>/dev/null || status=$?
    [ $status = 0 ] || why="status $status: it can be passed"
    finish "not passed: $1 (${*:2})" "$why"
}

# Whoever comes there first kills itself, with others close behind: still one
# message.
kill_any() {
    local name="killed at $1, every worker" status why="" n_killed=0 attempt tried
    attempts_at "$1" "${attempts_of_any[@]}"
    for attempt in "${tried[@]}"; do
        status=0
        start "any.$1" "$attempt" UCILK_TEST_KILL="$1"
        wait "$main" 2>/dev/null || status=$?
        [ $status = 137 ] || [ $status = 0 ] || # not passed this time
            why+="; status $status instead of 137"
        [ $status != 137 ] || n_killed=$((n_killed + 1))
        [ $status = 0 ] || [ "$(grep -c '^ucilk' "$log")" -le 1 ] ||
            why+="; more than one message"
    done
    [ $n_killed != 0 ] || why+="; $missed"
    finish "$name" "$why"
}

# Runs all cases, so many at once, prints what did not go well, and leaves
# those that missed their point.
run_cases() {
    local n=0 line
    mv "$scratch/cases" "$scratch/these"
    while read -r -a line; do
        while [ "$(jobs -rp | wc -l)" -ge "$1" ]; do wait -n || true; done
        { "${line[@]}" >"$scratch/result.$n" 2>&1 || true; } &
        n=$((n + 1))
    done <"$scratch/these"
    wait
    n=0
    while read -r line; do
        grep -v ^ok "$scratch/result.$n" || true
        ! grep -q ^MISSED "$scratch/result.$n" || echo "$line" >&3
        cat "$scratch/result.$n" >>"$scratch/results"
        n=$((n + 1))
    done <"$scratch/these" 3>"$scratch/cases"
}

all_points() {
    local point worker key seed at_once n_cases n_seeds=0 n=$(($(date +%s) / 86400))
    ls -A /dev/shm >"$scratch/shm"
    mkdir "$scratch/tmp"
    [ -z "$nightly" ] || n_seeds=10
    for point in "${points[@]}"; do
        # A race of microseconds, which tests/stress passes now and then.
        [ "$point" != exit_late ] || continue
        n=$((n + 1))
        [ -n "$nightly" ] || [ $((n % 2)) = 0 ] || continue
        for worker in 0 1; do
            for key in "${!unreachable[@]}"; do
                [[ $point@$worker == $key ]] || continue
                echo "pass_at $point@$worker ${unreachable[$key]}"
                continue 2
            done
            echo "kill_at $point@$worker"
            # Nothing goes on after a worker's death.
            [ "$point" = worker_died ] || echo "stop_at $point@$worker"
            for ((seed = 1; seed <= n_seeds; seed++)); do
                echo "kill_at $point:$((1 + seed / 3))@$worker $seed"
            done
        done
        # Those that any worker passes, in any program.
        [ -n "${own_attempt[$point@0]:-}${own_attempt[$point@1]:-}" ] ||
            [[ $point = home_makes_way || $point = promoted || $point = inlet ||
            $point = abort || $point = *_far ||
            $point = detached_* || $point = group_* ]] ||
            echo "kill_any $point"
    done >"$scratch/cases"
    n_cases=$(wc -l <"$scratch/cases")
    for at_once in "${rounds[@]}"; do
        run_cases "$at_once"
        [ -s "$scratch/cases" ] || break
    done
    echo "$(grep -c ^ok "$scratch/results") of $n_cases passed"
    [ ! -s "$scratch/cases" ] || fail "$missed: $(cut -d ' ' -f -2 "$scratch/cases")"
    ! grep -q ^FAIL "$scratch/results" || fail "see above"
    [ ${#points[@]} -ge 18 ] || fail "the program lists ${#points[@]} points"
    ls -A /dev/shm | diff - "$scratch/shm" >&2 || fail "something in /dev/shm"
    [ -z "$(ls -A "$scratch/tmp")" ] || fail "something in TMPDIR"
}
all_points
