/* futures_ends.c without the tool. */
#include <ucilk/macros.h>
#include <ucilk/workers.h>

#include "futures_ends.h"

cilk_callee(void, wait_for_word, (int)turns);
cilk_callee(void, nothing);
cilk_callee(void, consume, (ucilk_future_t)f);
cilk_callee(void, be_parted);
cilk_callee(void, block_home, (int)turns);

/* As wait_for_word, but with spawns. */
cilk_task(void, spawn_until_word, (int)turns)
{
    while (!alone() && !is_set(&go_on)) {
        spawn(nothing);
        sync;
        sched_yield();
    }
    for (int i = 0; i < turns; i++) {
        spawn(nothing);
        sync;
        sched_yield();
    }
    end();
}

cilk_task(long, fib, (int)n)
{
    if (n < 2)
        return n;
    long x, y;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

/* --- The outermost frame's end --- */

/* The last thing that it does is to let the future go on. */
cilk_task(void, by_its_end, (int)turns)
{
    ucilk_future_t f = cilk_future(wait_for_word, turns);
    (void)f;
    set(&go_on);
}

cilk_task(long, by_a_return, (int)turns)
{
    for (int i = 0; i < 3; i++) {
        ucilk_future_t f = cilk_future(spawn_until_word, turns);
        (void)f;
        set(&go_on);
        if (i == 2)
            return 5;
    }
    return 6;
}

/* Syncs in between, and more spawns. */
cilk_task(void, by_syncs, (int)turns)
{
    long x = 0;
    ucilk_future_t f = cilk_future(spawn_until_word, turns);
    (void)f;
    spawn_add(x, fib, 5);
    sync;
    CHECK(syscall(SYS_gettid) == launcher);
    spawn_add(x, fib, 5);
    sync;
    CHECK(syscall(SYS_gettid) == launcher && x == 10);
    set(&go_on);
    f = cilk_future(spawn_until_word, turns);
}

/* Futures that are made when the outermost frame has ended. */
cilk_task(void, and_so_on, (int)n)
{
    if (n > 0) {
        linger(10);
        ucilk_future_t f = cilk_future(and_so_on, n - 1);
        (void)f;
    }
    end();
}

cilk_task(void, begin_chain, (int)n)
{
    ucilk_future_t f = cilk_future(and_so_on, n);
    (void)f;
}

cilk_task(void, leave_consumers, (int)n)
{
    ucilk_future_t f = cilk_future_k(n, spawn_until_word, 20), g;
    for (int i = 0; i < n; i++) {
        g = cilk_future(consume, f);
        (void)g;
    }
    set(&go_on);
}

/* --- No other frame's end --- */

/* Would hang if it waited here. */
cilk_task(void, inner)
{
    ucilk_future_t f = cilk_future(wait_for_word, 0);
    (void)f;
    spawn(nothing);
}

cilk_task(void, outer, (int)how)
{
    parted = 0;
    spawn(be_parted);
    set(&parted);
    if (how == 0)
        called();
    else if (how == 1)
        spawn(inner);
    else {
        cilk_scope;
        ucilk_future_t f = cilk_future(spawn_until_word, 0);
        (void)f;
        spawn(nothing);
    }
    set(&go_on);
}

/* --- main comes home while worker 0 runs a future --- */

cilk_task(void, home_waits, (int)turns)
{
    at_sync = was_home = 0;
    ucilk_future_t f = cilk_future(block_home, turns);
    (void)f;
    spawn(nothing);
    set(&at_sync);
    sync;
    CHECK(syscall(SYS_gettid) == launcher);
    /* Nobody else can have run here meanwhile. */
    CHECK(!is_set(&was_home) || is_set(&ended) == 1);
}

/* As many futures as keep every worker busy, with spawns, until main is past
 * its sync: one of them must make room for it. */
cilk_task(void, crowd, (ucilk_future_t)begin)
{
    ucilk_future_get(void, begin);
    spawn_until_word(0);
}

cilk_task(void, home_takes_its_place, (int)n)
{
    ucilk_promise_t begin = ucilk_promise_make(void, n);
    if (IS_IN_ORDER)
        ucilk_promise_set(void, begin);
    for (int i = 0; i < n; i++) {
        ucilk_future_t f = cilk_future(crowd, ucilk_promise_future(begin));
        (void)f;
    }
    ucilk_future_t f = cilk_future(spawn_until_word, 0);
    (void)f;
    if (!IS_IN_ORDER)
        ucilk_promise_set(void, begin);
    for (int i = 0; i < 3; i++) {
        spawn(nothing);
        sync;
        CHECK(syscall(SYS_gettid) == launcher);
    }
    set(&go_on);
}

/* --- main's own end --- */

cilk_task(int, main)
{
    launcher = syscall(SYS_gettid);
    int turns = (int)scaled(50, 10);
    end_regions(turns);

    /* main is the outermost frame: what it prints keeps its order. */
    set(&go_on);
    for (int i = 0; i < 5; i++) {
        long x;
        ucilk_future_t f = cilk_future(spawn_until_word, turns);
        (void)f;
        printf("%d, ", i);
        spawn_to(x, fib, i);
        sync;
        CHECK(syscall(SYS_gettid) == launcher);
        printf("fib(%d) = %ld\n", i, x);
    }
    atexit(look);
    ucilk_future_t f = cilk_future(and_so_on, 100);
    (void)f;
    printf("main ends\n");
    return 0;
}
