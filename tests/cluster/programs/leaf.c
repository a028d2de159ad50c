/*
 * leaf SECONDS: a task computes for so long without a call of the runtime,
 * below three continuations, which other ranks steal and run meanwhile.
 */
#include <ucilk/ucilk.h>

#include <stdio.h>
#include <stdlib.h>

#include "../../clock.h"

static long fib(int n)
{
    if (n < 2)
        return n;
    long a, b;
    a = spawn fib(n - 1);
    b = fib(n - 2);
    sync;
    return a + b;
}

/* When the leaf ended, if all continuations above it were over before. */
static double below(int levels, double seconds)
{
    if (levels == 0)
        return spend(seconds);
    double leaf_end;
    leaf_end = spawn below(levels - 1, seconds);
    long n = fib(15);
    double own_end = now();
    sync;
    return n == 610 && leaf_end > 0 && own_end < leaf_end ? leaf_end : -1;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    double end = below(3, seconds);
    puts(end > 0 ? "leaf: stolen from meanwhile" : "leaf: waited for");
    return end <= 0;
}
