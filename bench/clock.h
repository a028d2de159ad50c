/* Clocks for benchmarks. */
#pragma once

#include <stdlib.h>

#include "../examples/seconds.h"

static inline double seconds_by(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double nanoseconds(void)
{
    return 1e9 * seconds();
}

static inline int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Puts them in order. */
static inline void sort_times(double *times, long n)
{
    qsort(times, (size_t)n, sizeof *times, compare_times);
}

static inline double median(double *times, long n)
{
    sort_times(times, n);
    return times[n / 2];
}

/* Nanoseconds of a tick of the time stamp counter; takes 0.1 s. */
static inline double nanoseconds_a_tick(void)
{
    double start = nanoseconds(), took;
    unsigned long ticks = __builtin_ia32_rdtsc();
    do
        took = nanoseconds() - start;
    while (took < 1e8);
    return took / (double)(__builtin_ia32_rdtsc() - ticks);
}
