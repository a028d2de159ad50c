/*
 * loops N TIMES for every peer: a parallel loop of N short iterations, TIMES
 * times.  Iteration i makes a[i] of 5 a[i] + i, modulo 2^32, so that a[i] is at
 * the end i times a factor which depends on TIMES alone.
 */
#pragma once

#include <stdint.h>
#include <string.h>

#include "../../examples/answer.h"
#include "../clock.h"

static inline uint32_t iteration(uint32_t x, long i)
{
    return 5 * x + (uint32_t)i;
}

static inline int check_loops(const uint32_t *a, long n, long times)
{
    uint32_t factor = 0;
    for (long t = 0; t < times; t++)
        factor = 5 * factor + 1;
    for (long i = 0; i < n; i++) {
        if (a[i] != factor * (uint32_t)i) {
            fflush(stdout);
            fprintf(stderr, "wrong: number %ld is %u\n", i, (unsigned)a[i]);
            return 1;
        }
    }
    printf("right\n");
    return 0;
}

/* `run' does the loop over a of n numbers once.  The array is touched before,
 * so that no page fault is timed. */
static inline int loops_program(int argc, char **argv,
                                void (*run)(uint32_t *a, long n))
{
    if (argc != 3)
        usage("loops N TIMES");
    long n = number("N", argv[1], 1, 1L << 28);
    long times = number("TIMES", argv[2], 1, 1L << 28);
    uint32_t *a = (uint32_t *)malloc((size_t)n * sizeof *a);
    if (!a) {
        fprintf(stderr, "loops: no memory for %ld numbers\n", n);
        return 1;
    }
    memset(a, 0, (size_t)n * sizeof *a);
    double began = seconds();
    for (long t = 0; t < times; t++) {
        run(a, n);
        /* Keeps gcc from joining two loops into one over the array. */
        __asm__ volatile("" : : "r"(a) : "memory");
    }
    double took = seconds() - began;
    printf("%.6f s, %ld loops of %ld, %.3f us each\n", took, times, n,
           1e6 * took / (double)times);
    int status = check_loops(a, n, times);
    free(a);
    return status;
}
