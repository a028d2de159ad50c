# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: limits of the system.

limited() { # KIB COMMAND...: with so much address space
    (ulimit -v "$1" && shift && exec "$@")
}
export -f limited
expect "ulimit -v too small" 1 "^ucilk: .*RLIMIT_AS" '!before' \
    -- bash -c 'limited "$@"' - 200000 $workers "$program" fib 5
expect "ulimit -v that suffices with a smaller heap" 0 "fib\(15\) = 610" \
    -- bash -c 'limited "$@"' - 8000000 $workers "$program" fib 15
for kib in 2390000 2780000 3170000 5900000; do # not what powers of two leave
    expect "ulimit -v $kib suffices" 0 "fib\(15\) = 610" \
        -- bash -c 'limited "$@"' - $kib $workers "$program" fib 15
done
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

# expect_one MESSAGE EXPECT'S ARGUMENTS...: there is one line in all, which has
# the message, or, where MESSAGE starts with ?, none.
expect_one() {
    local line=${1#\?} before=$n_failed n least=1
    [ "$line" = "$1" ] || least=0
    shift
    expect "$@"
    [ "$n_failed" = "$before" ] || return 0
    n=$(cat "$scratch/out" "$scratch/err" | wc -l)
    if [ "$n" -gt 1 ] || [ "$n" -lt $least ] ||
        grep -qvE "$line" "$scratch/out" "$scratch/err"; then
        fail "$1: not just the one message"
    fi
}

# The same, of five runs one at least says it.
expect_once() {
    local i message=$1
    shift
    for i in 1 2 3 4 5; do
        expect_one "?$message" "$@"
        [ ! -s "$scratch/err" ] || return 0
    done
    fail "$1: says nothing"
}

# in_cgroup without the cgroup file systems, as in some containers.
blind_in_cgroup() {
    in_cgroup unshare -m bash -c 'umount -lR /sys/fs/cgroup && exec "$@"' - "$@"
}
export -f blind_in_cgroup

memory_limits() {
    local kind by taken="^ucilk: worker [123] was killed by the kernel's \
out-of-memory killer in task .(take|descend). .*memory cgroup's limit of 96 MiB"
    by="$workers UCILK_STACK_SIZE=1G $program exhaust"
    expect "a memory cgroup that suffices" 0 "fib\(20\) = 6765" \
        -- bash -c 'in_cgroup "$@"' - $workers "$program" fib 20
    for kind in all stack; do
        expect_one "^enough" "enough for $kind" 0 \
            -- bash -c 'in_cgroup "$@"' - $by $kind 16
    done
    # Shared memory is not freed by a worker's end: where worker 0 wants some, too,
    # the kernel may take it as well before it has said anything.
    expect_once "$taken" "out of memory in the middle, other" 137 \
        -- bash -c 'in_cgroup "$@"' - $by other 400
    for kind in all stack; do
        expect_one "?$taken" "out of memory in the middle, $kind" 137 \
            -- bash -c 'in_cgroup "$@"' - $by $kind 400
    done
    # The kernel takes whoever has most, worker 0 then, and nobody can say it.
    expect_one "?out-of-memory killer" "out of memory in the middle, main" 137 \
        -- bash -c 'in_cgroup "$@"' - $by main 400
    expect_once "^ucilk: worker [123] was killed by SIGKILL in task .take. \
.*probably by the kernel's out-of-memory killer" \
        "out of memory, cgroups not to be seen" 137 \
        -- bash -c 'blind_in_cgroup "$@"' - $by other 400
}
if make_cgroup; then
    memory_limits
elif [ "$(id -u)" = 0 ]; then
    fail "no memory cgroup can be made"
else
    echo "note: not root, no memory cgroup can be made: its limit is not tested"
fi
remove_cgroup

data_limited() { # KIB COMMAND...: with so much private memory
    (ulimit -d "$1" && shift && exec "$@")
}
export -f data_limited
for kind in main all; do
    expect "ulimit -d too small for malloc, $kind" 5 "^malloc: " '!^ucilk' \
        -- bash -c 'data_limited "$@"' - 1000000 $workers "$program" exhaust $kind 2000
    expect "ulimit -v too small for malloc, $kind" 5 "^malloc: " '!^ucilk' \
        -- bash -c 'limited "$@"' - 8000000 $workers "$program" exhaust $kind 7000
done
expect_one "^enough" "ulimit -d that suffices" 0 \
    -- bash -c 'data_limited "$@"' - 1000000 $workers "$program" exhaust all 16
expect_one "^ucilk: cannot .*RLIMIT_DATA" \
    "ulimit -d too small to start" 1 \
    -- bash -c 'data_limited "$@"' - 300 $workers "$program" fib 5
expect_one "^ucilk: cannot .*RLIMIT_DATA" \
    "ulimit -d too small for the stack, one worker" 1 \
    -- bash -c 'data_limited "$@"' - 100000 env UCILK_NWORKERS=1 "$program" fib 5
expect "ulimit -d that suffices, one worker" 0 "fib\(15\) = 610" \
    -- bash -c 'data_limited "$@"' - 400000 env UCILK_NWORKERS=1 "$program" fib 15
