/* The table of fanout, and what its consumers should get. */
#pragma once

#include "answer.h"

enum { SIZE = 16 };

struct table {
    long primes[SIZE]; /* below 1000, 2000, ... */
};

static inline long primes_below(long n)
{
    long count = 0;
    for (long i = 2; i < n; i++) {
        long divisor = 2;
        while (divisor * divisor <= i && i % divisor != 0)
            divisor++;
        count += divisor * divisor > i;
    }
    return count;
}

static inline struct table make(void)
{
    struct table t;
    for (int i = 0; i < SIZE; i++)
        t.primes[i] = primes_below(1000 * (i + 1));
    return t;
}

static inline long by_a_loop(long n)
{
    struct table t = make();
    long sum = 0;
    for (long i = 0; i < n + SIZE; i++)
        sum += t.primes[(i < n ? i : i - n) % SIZE];
    return sum;
}

/* Prints what n consumers got, twice; the exit status. */
static inline int report(long n, long of_task, long of_promise)
{
    printf("fanout(%ld) = %ld of a task, %ld of a promise\n", n, of_task,
           of_promise);
    return verdict(of_task + of_promise, 2 * by_a_loop(n));
}
