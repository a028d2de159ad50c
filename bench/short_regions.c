/*
 * short_regions N [TIMES]: fib(N) from a serial loop, each time a parallel
 * region of its own: the mean of TIMES runs, after a tenth as many, in
 * nanoseconds.
 */
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    sync;
    return x + y;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    long n = atol(argv[1]), times = argc > 2 ? atol(argv[2]) : 1000, sum = 0;
    for (long i = 0; i < times / 10; i++)
        sum += fib(n);
    double began = nanoseconds();
    for (long i = 0; i < times; i++)
        sum += fib(n);
    double ns = (nanoseconds() - began) / (double)times;
    printf("%.0f\n", sum < 0 ? 0 : ns);
    return 0;
}
