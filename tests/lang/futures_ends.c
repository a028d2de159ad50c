/* The ends of parallel regions: only the end of the outermost frame waits for
 * all futures; main goes on in the launching thread, even if a future runs
 * there. */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include "check.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static pid_t launcher;
static int ended; /* futures, so far */
/* What some futures wait for: never more of them than workers but one, since
 * they leave theirs to nobody but main. */
static int go_on;
static int parted;

/* Where only one worker is, a future runs before its creator goes on. */
static int alone(void)
{
    return ucilk_nworkers() == 1;
}

static int is_set(const int *flag)
{
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE);
}

static void set(int *flag)
{
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
}

static void end(void)
{
    __atomic_fetch_add(&ended, 1, __ATOMIC_RELEASE);
}

static void linger(int turns)
{
    for (int i = 0; i < turns; i++)
        sched_yield();
}

static void expect_ended(int n)
{
    CHECK(is_set(&ended) == n);
    CHECK(syscall(SYS_gettid) == launcher);
    ended = go_on = 0;
}

/* Keeps its worker until it is told to go on, and for a while. */
void wait_for_word(int turns)
{
    while (!alone() && !is_set(&go_on))
        sched_yield();
    linger(turns);
    end();
}

void nothing(void)
{
}

/* Consumers that still wait when the frame has ended. */
void consume(ucilk_future_t f)
{
    ucilk_future_get(void, f);
    end();
}

/* Ends when its parent runs elsewhere: then the region lasts. */
void be_parted(void)
{
    while (!alone() && !is_set(&parted))
        sched_yield();
}

static int at_sync, was_home;

/* Runs in the launching thread, without a spawn, until main is at its sync
 * elsewhere, and longer. */
void block_home(int turns)
{
    if (syscall(SYS_gettid) == launcher)
        set(&was_home);
    while (!alone() && !is_set(&at_sync))
        sched_yield();
    linger(turns);
    end();
}

static void look(void)
{
    printf("%d futures have ended at exit\n", ended);
    CHECK(syscall(SYS_gettid) == launcher);
}

/* As wait_for_word, but with spawns. */
void spawn_until_word(int turns)
{
    while (!alone() && !is_set(&go_on)) {
        spawn nothing();
        sync;
        sched_yield();
    }
    for (int i = 0; i < turns; i++) {
        spawn nothing();
        sync;
        sched_yield();
    }
    end();
}

long fib(int n)
{
    if (n < 2)
        return n;
    long x, y;
    x = spawn fib(n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

/* --- The outermost frame's end --- */

/* The last thing that it does is to let the future go on. */
void by_its_end(int turns)
{
    ucilk_future_t f = cilk_future wait_for_word(turns);
    (void)f;
    set(&go_on);
}

long by_a_return(int turns)
{
    for (int i = 0; i < 3; i++) {
        ucilk_future_t f = cilk_future spawn_until_word(turns);
        (void)f;
        set(&go_on);
        if (i == 2)
            return 5;
    }
    return 6;
}

/* Syncs in between, and more spawns. */
void by_syncs(int turns)
{
    long x = 0;
    ucilk_future_t f = cilk_future spawn_until_word(turns);
    (void)f;
    x += spawn fib(5);
    sync;
    CHECK(syscall(SYS_gettid) == launcher);
    x += spawn fib(5);
    sync;
    CHECK(syscall(SYS_gettid) == launcher && x == 10);
    set(&go_on);
    f = cilk_future spawn_until_word(turns);
}

/* Futures that are made when the outermost frame has ended. */
void and_so_on(int n)
{
    if (n > 0) {
        linger(10);
        ucilk_future_t f = cilk_future and_so_on(n - 1);
        (void)f;
    }
    end();
}

void begin_chain(int n)
{
    ucilk_future_t f = cilk_future and_so_on(n);
    (void)f;
}

void leave_consumers(int n)
{
    ucilk_future_t f = cilk_future(n) spawn_until_word(20), g;
    for (int i = 0; i < n; i++) {
        g = cilk_future consume(f);
        (void)g;
    }
    set(&go_on);
}

/* --- No other frame's end --- */

/* Would hang if it waited here. */
void inner(void)
{
    ucilk_future_t f = cilk_future wait_for_word(0);
    (void)f;
    spawn nothing();
}

static void called(void)
{
    inner();
}

void outer(int how)
{
    parted = 0;
    spawn be_parted();
    set(&parted);
    if (how == 0)
        called();
    else if (how == 1)
        spawn inner();
    else
        cilk_scope
        {
            ucilk_future_t f = cilk_future spawn_until_word(0);
            (void)f;
            spawn nothing();
        }
    set(&go_on);
}

/* --- main comes home while worker 0 runs a future --- */

void home_waits(int turns)
{
    at_sync = was_home = 0;
    ucilk_future_t f = cilk_future block_home(turns);
    (void)f;
    spawn nothing();
    set(&at_sync);
    sync;
    CHECK(syscall(SYS_gettid) == launcher);
    /* Nobody else can have run here meanwhile. */
    CHECK(!is_set(&was_home) || is_set(&ended) == 1);
}

/* As many futures as keep every worker busy, with spawns, until main is past
 * its sync: one of them must make room for it. */
void crowd(ucilk_future_t begin)
{
    ucilk_future_get(void, begin);
    spawn_until_word(0);
}

void home_takes_its_place(int n)
{
    ucilk_promise_t begin = ucilk_promise_make(void, n);
    if (IS_IN_ORDER)
        ucilk_promise_set(void, begin);
    for (int i = 0; i < n; i++) {
        ucilk_future_t f = cilk_future crowd(ucilk_promise_future(begin));
        (void)f;
    }
    ucilk_future_t f = cilk_future spawn_until_word(0);
    (void)f;
    if (!IS_IN_ORDER)
        ucilk_promise_set(void, begin);
    for (int i = 0; i < 3; i++) {
        spawn nothing();
        sync;
        CHECK(syscall(SYS_gettid) == launcher);
    }
    set(&go_on);
}

/* --- main's own end --- */

/* Regions whose outermost frame is not main's. */
static void end_regions(int turns)
{
    for (int i = 0; i < scaled(20, 2); i++) {
        by_its_end(turns);
        expect_ended(1);
        CHECK(by_a_return(turns) == 5);
        expect_ended(3);
        by_syncs(turns);
        expect_ended(2);
        begin_chain(50);
        expect_ended(51);
        leave_consumers(20);
        expect_ended(21);
        for (int how = 0; how < 3; how++) {
            outer(how);
            expect_ended(1);
        }
    }
    printf("ends of regions\n");
    for (int i = 0; i < scaled(20, 2); i++) {
        home_waits(turns);
        expect_ended(1);
        home_takes_its_place(70);
        expect_ended(71);
    }
    printf("home\n");
}

int main(void)
{
    launcher = syscall(SYS_gettid);
    int turns = (int)scaled(50, 10);
    end_regions(turns);

    /* main is the outermost frame: what it prints keeps its order. */
    set(&go_on);
    for (int i = 0; i < 5; i++) {
        long x;
        ucilk_future_t f = cilk_future spawn_until_word(turns);
        (void)f;
        printf("%d, ", i);
        x = spawn fib(i);
        sync;
        CHECK(syscall(SYS_gettid) == launcher);
        printf("fib(%d) = %ld\n", i, x);
    }
    atexit(look);
    ucilk_future_t f = cilk_future and_so_on(100);
    (void)f;
    printf("main ends\n");
    return 0;
}
