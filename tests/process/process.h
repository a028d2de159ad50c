/* What the programs of this folder share besides CHECK: the last line of
 * output, work that gives thieves time to steal, and waiting for other
 * strands. */
#pragma once

#include "../lang/check.h"

#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#define PROCESS_UNUSED static __attribute__((unused))

/* The end of main. */
PROCESS_UNUSED int right(void)
{
    puts("right");
    return 0;
}

/* Some microseconds, different ones, so that spawns are stolen now and then;
 * on a busy machine others get the CPU. */
PROCESS_UNUSED __attribute__((noinline)) void linger(unsigned long seed)
{
    for (volatile unsigned long i = seed % 7 * 40; i > 0; i--)
        ;
    if (seed % 5 == 0)
        sched_yield();
}

/* Overwrites what lies below the caller's stack pointer. */
PROCESS_UNUSED __attribute__((noinline)) void scribble(void)
{
    volatile unsigned char over[1500];
    for (unsigned i = 0; i < sizeof over; i++)
        over[i] = 0xA5;
}

PROCESS_UNUSED double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits until *count is n; 0 where that takes longer than 30 s. */
PROCESS_UNUSED int await(atomic_int *count, int n)
{
    double end = seconds() + 30;
    while (atomic_load(count) < n) {
        if (seconds() > end)
            return 0;
        sched_yield();
    }
    return 1;
}

/* Is one of n that are here at the same time; 0 as for await. */
PROCESS_UNUSED int meet(atomic_int *here, int n)
{
    atomic_fetch_add(here, 1);
    return await(here, n);
}
