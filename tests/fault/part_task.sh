# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: a task goes wrong.

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
    expect "pthread_exit in a task, $on" 1 \
        "^ucilk: a thread ends inside of a parallel region" '!atexit' \
        -- $workers "$program" crash pthread_exit $where
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
expect "SIGSEGV in a library" 139 \
    "^ucilk: worker 0: SIGSEGV at address 0x8 by code of /.*/libc.so.6 in task .crash. " \
    -- env UCILK_NWORKERS=1 "$program" crash libc 0
expect "SIGSEGV with the stack written over" 139 \
    "^ucilk: worker 0: SIGSEGV at address 0x8 .*its task cannot be told" \
    -- env UCILK_NWORKERS=1 "$program" crash overrun 0
expect "exit(7) in a task, one worker" 7 \
    "^main, about to exit, atexit launcher$" '!atexit.*atexit' \
    -- env UCILK_NWORKERS=1 "$program" crash exit 0
expect "pthread_exit in main" 1 "^ucilk: main ends by pthread_exit" \
    -- $workers "$program" pthread_exit 5
for n in 2 4 8; do
    expect "exit in $n tasks at once" "2[0-7]" "^atexit launcher$" \
        '!atexit wrong' '!ucilk:' \
        -- $workers UCILK_NWORKERS=$n "$program" exits $n
done
expect "stack overflow, one worker" 139 \
    "stack overflow in task .overflow.*UCILK_STACK_SIZE" \
    -- env UCILK_NWORKERS=1 "$program" crash overflow 0

# --- Foreign stacks -----------------------------------------------------

expect "a spawn in a pthread is refused" 1 \
    "fault.c:[0-9]+: spawn of .fib. in a thread of the program's own" \
    -- $workers "$program" pthread
expect "a spawn in a constructor is refused" 1 \
    "fault.c:[0-9]+: spawn of .fib. .*constructor" \
    -- $workers FAULT_CONSTRUCTOR=1 "$program" fib 5
expect "a task that writes to its parent's variable" 1 \
    "^ucilk: task .put. spawned at .*fault.c:[0-9]+ .* follows a pointer" '!^5$' \
    -- $workers UCILK_CHECK_MEMORY=1 UCILK_TEST_STEAL=always "$program" foreign 5

# --- Static linking -----------------------------------------------------

static_linking() {
    local name="static linking" log=$scratch/static.log
    if ! gcc -static -O2 -DUCILK_CLUSTER -I"$build/include" "$here/fault.c" \
        "$build/lib/libucilk_cluster.a" -pthread -o "$scratch/static" 2>"$log"; then
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
