/*
 * short_loops [N [TIMES]]: a loop of N trivial iterations, again and again:
 * mean, median, 99th percentile and maximum of TIMES runs, in microseconds.
 * Compiled by ucilkcc it is a cilk_for, by gcc -fopenmp a parallel for, with
 * -DUCILK_SERIAL a plain loop.
 */
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#define cilk_for for
#else
#include <ucilk/ucilk.h>
#endif

enum { WARM_UP = 500 };

__attribute__((noinline)) static void run(double *a, long n)
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
    cilk_for(long i = 0; i < n; i++) a[i] = a[i] * 1.000001 + (double)i;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 25000;
    long times = argc > 2 ? atol(argv[2]) : 5000;
    double *a = calloc((size_t)n, sizeof *a);
    double *us = calloc((size_t)times, sizeof *us);
    double sum = 0;
    if (!a || !us)
        return 1;
    for (long i = 0; i < WARM_UP; i++)
        run(a, n);
    for (long i = 0; i < times; i++) {
        double began = nanoseconds();
        run(a, n);
        us[i] = (nanoseconds() - began) / 1e3;
        sum += us[i];
    }
    sort_times(us, times);
    printf("%.3f %.3f %.3f %.3f\n", sum / (double)times, us[times / 2],
           us[times * 99 / 100], us[times - 1]);
    return 0;
}
