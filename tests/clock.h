/* The time, for programs of tests. */
#pragma once

#include <time.h>

/* In seconds. */
static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Computes for so long, and returns when it ended. */
static inline double spend(double seconds)
{
    double at, end = now() + seconds;
    while ((at = now()) < end)
        ;
    return at;
}
