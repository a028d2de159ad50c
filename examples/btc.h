/* The arguments of btc, and how many tasks there should be. */
#pragma once

#include "answer.h"

static struct {
    int depth, iterations;
    long tasks;
} btc;

static inline long by_formula(int depth, int iterations)
{
    long sum = 1, power = 1;
    for (int i = 1; i <= depth; i++) {
        if (__builtin_mul_overflow(power, 2L * iterations, &power) ||
            __builtin_add_overflow(sum, power, &sum)) {
            fprintf(stderr, "btc: more tasks than a long can count\n");
            exit(2);
        }
    }
    return sum;
}

static inline void parse(int argc, char **argv)
{
    if (argc != 2 && argc != 3)
        usage("btc DEPTH [ITER]");
    btc.depth = (int)number("DEPTH", argv[1], 0, 40);
    btc.iterations = argc == 3 ? (int)number("ITER", argv[2], 1, 1000) : 1;
    btc.tasks = by_formula(btc.depth, btc.iterations);
}

/* Prints how many there were; the exit status. */
static inline int report(long tasks)
{
    printf("btc(%d, %d) = %ld tasks\n", btc.depth, btc.iterations, tasks);
    return verdict(tasks, btc.tasks);
}
