/* Clocks for benchmarks. */
#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

static inline double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double nanoseconds(void)
{
    return 1e9 * seconds();
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

#endif
