/* What futures_ends.c and futures_ends_macros.c share. */
#ifndef FUTURES_ENDS_H
#define FUTURES_ENDS_H

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

void inner(void); /* defined in either form */

static void called(void)
{
    inner();
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

/* Defined in either form. */
void by_its_end(int turns);
long by_a_return(int turns);
void by_syncs(int turns);
void begin_chain(int n);
void leave_consumers(int n);
void outer(int how);
void home_waits(int turns);
void home_takes_its_place(int n);

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

#endif
