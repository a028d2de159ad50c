/* The parallel loops of pfor and recpfor (Shiina & Taura, CLUSTER'22, figure
 * 5), and the flags of both.  A task returns how many iterations it has made.
 */
#ifndef LOOPS_H
#define LOOPS_H

#include "compute.h"
#include "runs.h"

static struct {
    long loops, ns, size, is_asleep;
} wanted = {5, 10000, 1024, 0};

#define LOOP_FLAGS                                                             \
    {'k', "LOOPS", &wanted.loops, 1, 1000000, "loops one after the other"},    \
        {'m', "NS", &wanted.ns, 0, 1000000000, "nanoseconds of an iteration"}, \
        {'n', "N", &wanted.size, 1, 1L << 40, "iterations of a loop"},         \
    {                                                                          \
        's', "0|1", &wanted.is_asleep, 0, 1,                                   \
            "1: iterations sleep, for more workers than CPUs"                  \
    }

/* Halves down to single iterations. */
long halves(long n, struct compute c)
{
    if (n == 1) {
        compute(c);
        return 1;
    }
    long a = spawn halves(n / 2, c);
    long b = halves(n - n / 2, c);
    sync;
    return a + b;
}

/* k loops of n iterations, one after the other. */
long loops(long k, long n, struct compute c)
{
    long made = 0;
    for (long i = 0; i < k; i++)
        made += halves(n, c);
    return made;
}

#endif
