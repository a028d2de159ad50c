#!/bin/bash
# run.sh BUILD: what happens when programs go wrong, or do what programs may
# do around tasks.  Each case is a mode of fault.c with the exit status and
# the message that it must lead to; after each, no process may be left.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { echo "usage: run.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
scratch=$(mktemp -d)
chmod 755 "$scratch"
n_failed=0
started=()    # processes of ours that may still run
cgroup=""     # made by us

clean_up() {
    local pid
    for pid in "${started[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
    remove_cgroup
    rm -rf "$scratch"
}
trap clean_up EXIT

ok() {
    echo "ok $*"
}

fail() { # NAME: WHY
    echo "FAIL $*"
    n_failed=$((n_failed + 1))
    sed 's/^/     /' "$scratch/out" "$scratch/err" 2>/dev/null | head -20
}

# await SECONDS COMMAND...: until the command succeeds.
await() {
    local until=$(($(date +%s%N) + $1 * 1000000000))
    shift
    until "$@"; do
        [ "$(date +%s%N)" -lt $until ] || return 1
        sleep 0.02
    done
}

processes_of() { # pids that run a program
    local exe
    for exe in /proc/[0-9]*/exe; do
        [ "$(readlink "$exe" 2>/dev/null)" = "$1" ] || continue
        exe=${exe%/exe}
        echo "${exe#/proc/}"
    done
    return 0
}

none_left() {
    [ -z "$(processes_of "$program")" ]
}

# expect NAME STATUS PATTERN... -- COMMAND...: the command ends with STATUS (a
# glob),
# and its output has a line that matches each extended regular expression; a
# pattern that starts with ! must not occur.
expect() {
    local name=$1 wanted=$2 patterns=() pattern status=0 why=""
    shift 2
    while [ "$1" != -- ]; do
        patterns+=("$1")
        shift
    done
    shift
    { timeout 60 "$@" 2>"$scratch/err" | cat >"$scratch/out"; } || status=$?
    [[ "$status" == $wanted ]] || why="status $status instead of $wanted"
    for pattern in "${patterns[@]}"; do
        if [ "${pattern#!}" != "$pattern" ]; then
            ! grep -qE -- "${pattern#!}" "$scratch/out" "$scratch/err" ||
                why+="; says \`${pattern#!}'"
        else
            grep -qE -- "$pattern" "$scratch/out" "$scratch/err" ||
                why+="; does not say \`$pattern'"
        fi
    done
    await 2 none_left || why+="; processes left: $(processes_of "$program")"
    if [ -z "$why" ]; then ok "$name"; else fail "$name: ${why#; }"; fi
}

program=$scratch/fault
gcc -g -O2 -I"$build/include" "$here/fault.c" "$build/lib/libucilk.a" \
    -pthread -o "$program"
gcc -O2 -shared -fPIC "$here/occupy.c" -o "$scratch/occupy.so"
unset "${!UCILK_@}" CILK_NWORKERS
ulimit -c 0
workers="env UCILK_NWORKERS=4 UCILK_TEST_TIMEOUT=40"

# Runs a program that begins with descriptors 0, 1 and 2, whatever this script
# was given.
without_descriptors='import os, sys
os.closerange(3, 1024)
os.execv(sys.argv[1], sys.argv[1:])'

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

# --- A task goes wrong --------------------------------------------------

for where in 0 1; do
    who="worker 0"
    [ $where = 0 ] || who="worker [123]"
    on="in the launcher"
    [ $where = 0 ] || on="in another worker"
    expect "SIGSEGV in a task, $on" 139 \
        "^ucilk: $who: SIGSEGV at address 0x8 in task .crash. spawned at .*fault.c" \
        -- $workers "$program" crash segv $where
    expect "abort in a task, $on" 134 \
        "^ucilk: $who: SIGABRT in task .crash. spawned at .*fault.c" \
        -- $workers "$program" crash abort $where
    expect "exit(7) in a task, $on" 7 \
        "^main, about to exit, atexit launcher$" '!atexit.*atexit' '!ucilk:' \
        -- $workers "$program" crash exit $where
    expect "_exit(8) in a task, $on" 8 '!atexit' '!ucilk:' \
        -- $workers "$program" crash _exit $where
    expect "stack overflow, $on" 139 \
        "^ucilk: $who: stack overflow in task .overflow. spawned at .*fault.c:[0-9]+, [0-9]+ spawns deep, .*256 MiB of stack.*UCILK_STACK_SIZE" \
        -- $workers "$program" crash overflow $where
    expect "stack overflow by large frames, $on" 139 \
        "stack overflow in task .stride. .*256 MiB of stack.*UCILK_STACK_SIZE" \
        -- $workers "$program" crash stride $where
    expect "stack overflow of 64 KiB, $on" 139 \
        "stack overflow in task .overflow. .* 64 KiB of stack.*UCILK_STACK_SIZE" \
        -- $workers UCILK_STACK_SIZE=64K "$program" crash overflow $where
done
expect "a task that kills its process, in another worker" 137 \
    "^ucilk: worker [123] \(process [0-9]+\) was killed by SIGKILL in task .crash." \
    -- $workers "$program" crash kill 1
expect "a pointer to another worker's heap" 139 \
    "^ucilk: worker 0: SIGSEGV in task .follow. .* C heap of worker [123], which is private" \
    -- $workers "$program" pointer
expect "exit(7) in a task, one worker" 7 \
    "^main, about to exit, atexit launcher$" '!atexit.*atexit' \
    -- env UCILK_NWORKERS=1 "$program" crash exit 0
for n in 2 4 4 8; do
    expect "exit in $n tasks at once" "2[0-7]" "^atexit launcher$" \
        "^atexit of a task$" '!atexit wrong' '!ucilk:' \
        -- $workers UCILK_NWORKERS=$n "$program" exits $n
done
expect "stack overflow, one worker" 139 \
    "stack overflow in task .overflow.*UCILK_STACK_SIZE" \
    -- env UCILK_NWORKERS=1 "$program" crash overflow 0

# --- Foreign stacks -----------------------------------------------------

expect "a spawn in a pthread is refused" 1 \
    "fault.c:[0-9]+: spawn of .fib. in a thread of the program's own" \
    -- $workers "$program" pthread
expect "a spawn in a signal handler is refused" 1 \
    "fault.c:[0-9]+: spawn of .fib. on a foreign stack: in a signal handler" \
    -- $workers "$program" handler
expect "a spawn in a constructor is refused" 1 \
    "fault.c:[0-9]+: spawn of .fib. .*constructor" \
    -- $workers FAULT_CONSTRUCTOR=1 "$program" fib 5

# --- Options ------------------------------------------------------------

bad_option() {
    expect "${1:0:40} is refused" 1 "^ucilk: ${2:-${1%%=*}}" '!before' \
        -- env "$1" "$program" fib 5
}
bad_option UCILK_NWORKERS=0 "UCILK_NWORKERS=0: not a whole number from 1"
bad_option UCILK_NWORKERS=two
bad_option UCILK_NWORKERS=-1
bad_option UCILK_NWORKERS=4097
bad_option UCILK_NWORKERS=
bad_option UCILK_NWORKERS=2x
bad_option CILK_NWORKERS=many
bad_option UCILK_STACK_SIZE=1K "UCILK_STACK_SIZE=1K: not a size from 64 KiB"
bad_option UCILK_STACK_SIZE=17T
bad_option UCILK_STACK_SIZE=99999999999999999999
bad_option UCILK_STACK_SIZE=12Q
bad_option UCILK_EVAC_SIZE=big
bad_option UCILK_STATS=2
bad_option UCILK_STATS=json:
bad_option UCILK_TEST_STEAL=sometimes
bad_option UCILK_TEST_SEED=x
bad_option UCILK_HELP=yes
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
expect "UCILK_STATS=1" 0 "workers +4$" "steals +[0-9]+$" "suspends" \
    "remote frees" "outstanding joins" "bytes per steal" \
    "stack high-water mark" "evacuation high-water mark" \
    -- $workers UCILK_STATS=1 "$program" fib 20
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

# --- Limits -------------------------------------------------------------

limited() { # KIB COMMAND...: with so much address space
    (ulimit -v "$1" && shift && exec "$@")
}
export -f limited
expect "ulimit -v too small" 1 "^ucilk: .*RLIMIT_AS" '!before' \
    -- bash -c 'limited "$@"' - 200000 $workers "$program" fib 5
expect "ulimit -v that suffices with a smaller heap" 0 "fib\(15\) = 610" \
    -- bash -c 'limited "$@"' - 8000000 $workers "$program" fib 15
expect "a stack of 16 TiB for each of 2 workers" 0 "fib\(15\) = 610" \
    -- $workers UCILK_NWORKERS=2 UCILK_STACK_SIZE=16T "$program" fib 15
expect "more address space than there is" 1 \
    "^ucilk: cannot reserve .* for 4096 workers.*UCILK_STACK_SIZE" '!before' \
    -- env UCILK_NWORKERS=4096 UCILK_STACK_SIZE=1T "$program" fib 5
expect "a stack region that is occupied" 1 \
    "^ucilk: the stack region 0x[0-9a-f]+-0x280000000000 is already occupied by .27fffff00000" \
    '!before' -- $workers LD_PRELOAD="$scratch/occupy.so" "$program" fib 5
somebody=() # whom the limit on processes binds: not root
[ "$(id -u)" != 0 ] || somebody=(setpriv --reuid 54321 --clear-groups)
expect "too many processes" 1 "^ucilk: cannot start worker [0-9]+ of 64: .*(ulimit -u|pids)" \
    -- "${somebody[@]}" bash -c 'ulimit -u 20 && exec "$@"' - env UCILK_NWORKERS=64 "$program" fib 5

# A CPU quota of one core, in a cgroup of either version.
make_cpu_cgroup() {
    local own
    own=$(awk -F: '("," $2 ",") ~ /,cpu,/ { print $3 }' /proc/self/cgroup)
    if [ -n "$own" ]; then
        own=/sys/fs/cgroup/cpu$own
        [ -d "$own" ] || own=/sys/fs/cgroup/cpu
        mkdir "$own/ucilk-fault-$$" 2>/dev/null || return 1
        cgroup=$own/ucilk-fault-$$
        { echo 100000 >"$cgroup/cpu.cfs_period_us" &&
            echo 100000 >"$cgroup/cpu.cfs_quota_us"; } 2>/dev/null || return 1
    else
        own=/sys/fs/cgroup$(awk -F: '$1 == 0 { print $3 }' /proc/self/cgroup)
        mkdir "$own/ucilk-fault-$$" 2>/dev/null || return 1
        cgroup=$own/ucilk-fault-$$
        { echo "100000 100000" >"$cgroup/cpu.max"; } 2>/dev/null || return 1
    fi
    (echo $BASHPID >"$cgroup/cgroup.procs") 2>/dev/null
}

remove_cgroup() {
    [ -z "$cgroup" ] || await 2 rmdir "$cgroup" 2>/dev/null || true
    cgroup=""
}

# A memory cgroup of ours, of either version.
make_cgroup() {
    local own limit file=memory.max
    own=$(awk -F: '$2 == "memory" { print $3 }' /proc/self/cgroup)
    if [ -n "$own" ]; then
        own=/sys/fs/cgroup/memory$own
        [ -d "$own" ] || own=/sys/fs/cgroup/memory
        file=memory.limit_in_bytes
    else
        own=/sys/fs/cgroup$(awk -F: '$1 == 0 { print $3 }' /proc/self/cgroup)
    fi
    mkdir "$own/ucilk-fault-$$" 2>/dev/null || return 1
    cgroup=$own/ucilk-fault-$$
    { echo $((96 << 20)) >"$cgroup/$file"; } 2>/dev/null || return 1
    # No swapping instead.
    for limit in memory.swap.max:0 memory.memsw.limit_in_bytes:$((96 << 20)); do
        { echo "${limit#*:}" >"$cgroup/${limit%%:*}"; } 2>/dev/null || true
    done
    # Can processes be moved there?
    (echo $BASHPID >"$cgroup/cgroup.procs") 2>/dev/null
}

in_cgroup() {
    echo $BASHPID >"$cgroup/cgroup.procs" && exec "$@"
}
export -f in_cgroup
export cgroup
if make_cpu_cgroup; then
    expect "a CPU quota limits the workers" 0 '"workers": 1,' \
        -- bash -c 'in_cgroup "$@"' - env UCILK_STATS=json:/dev/stderr \
        "$program" fib 10
else
    echo "note: no CPU cgroup can be made here; its quota is not tested"
fi
remove_cgroup
if make_cgroup; then
    expect "a memory cgroup that is too small" 137 \
        "^ucilk: worker [123] was killed by the kernel's out-of-memory killer in task .touch_memory.*memory cgroup's limit of 96 MiB" \
        -- bash -c 'in_cgroup "$@"' - $workers "$program" memory 400000000
    expect "a memory cgroup that suffices" 0 "fib\(20\) = 6765" \
        -- bash -c 'in_cgroup "$@"' - $workers "$program" fib 20
else
    echo "note: no memory cgroup can be made here; its limit is not tested"
fi
remove_cgroup

# --- Static linking -----------------------------------------------------

static_linking() {
    local name="static linking" log=$scratch/static.log
    if ! gcc -static -O2 -I"$build/include" "$here/fault.c" \
        "$build/lib/libucilk.a" -pthread -o "$scratch/static" 2>"$log"; then
        if grep -qiE "multiple definition of .*__libc_start_main|static" "$log"
        then
            ok "$name is refused by the linker"
        else
            fail "$name: $(tail -3 "$log")"
        fi
        return
    fi
    expect "$name is refused" 1 "^ucilk: .*-static" '!before' \
        -- "$scratch/static" fib 5
}
static_linking

# --- What programs may do around tasks ----------------------------------

expect "text before the first spawn comes out once" 0 "^before$" \
    "^fib\(20\) = 6765$" -- $workers "$program" fib 20
if [ "$(grep -c before "$scratch/out")" != 1 ]; then
    fail "text before the first spawn comes out once: it does not"
fi
for steal in "" always; do
    how=${steal:+, forced steals}
    setting=${steal:+UCILK_TEST_STEAL=$steal}
    expect "system, popen, fork and wait$how" 0 \
        "children before: good" "children inside, between spawn and sync: good" \
        "children inside, after a sync: good" "children after: good" \
        -- $workers $setting "$program" children
    expect "forks of two threads at once, and signals$how" 0 '!not so' \
        -- $workers $setting "$program" forks
    expect "wait and SIGCHLD do not see workers$how" 0 \
        -- $workers $setting "$program" unseen
    expect "the first descriptor is 3$how" 0 \
        -- $workers $setting python3 -c "$without_descriptors" "$program" descriptors
done
ls -A /dev/shm >"$scratch/shm"
expect "nothing in /dev/shm" 0 "^6765$" -- $workers "$program" shm
if ! tail -n +2 "$scratch/out" | diff -q - "$scratch/shm" >/dev/null ||
    ! ls -A /dev/shm | diff -q - "$scratch/shm" >/dev/null; then
    fail "nothing in /dev/shm: $(ls -A /dev/shm)"
fi
expect "idle workers sleep and wake" 0 "workers, [0-9.]+ % of a core in all" \
    "a late spawn is stolen after" \
    -- env UCILK_NWORKERS=2 UCILK_TEST_TIMEOUT=40 "$program" idle 2
grep -h "idle\|late" "$scratch/out" | sed 's/^/     /'

echo "$n_failed failed"
[ $n_failed = 0 ]
