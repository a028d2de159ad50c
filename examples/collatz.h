/* The steps from a number to 1, a reducer for the most, and which numbers are
 * known to take most. */
#pragma once

#include "answer.h"

static inline long steps_from(unsigned long n)
{
    long steps = 0;
    for (; n != 1; steps++)
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    return steps;
}

/* --- The reducer: the start of the most steps --- */

struct longest {
    long start, steps;
};

static inline void none(void *view)
{
    *(struct longest *)view = (struct longest){0, -1};
}

/* Of two that are equally long the left one is kept, which is the first in
 * serial order. */
static inline void longer(void *left, void *right)
{
    struct longest *l = left, *r = right;
    if (r->steps > l->steps)
        *l = *r;
}

/* --- The check --- */

/* Below 10^k, from k = 1. */
static const long records[] = {9,     97,     871,     6171,
                               77031, 837799, 8400511, 63728127};

/* Prints which up to N was found to take most; the exit status. */
static inline int report(long n, long start, long steps)
{
    printf("collatz(%ld) = %ld, %ld steps\n", n, start, steps);
    long power = 10;
    for (unsigned k = 0; k < sizeof records / sizeof *records; k++, power *= 10)
        if (n == power)
            return verdict(start, records[k]);
    return 0;
}
