/*
 * leaf SECONDS LEVELS [poll]: a task computes for so long without a call of the
 * runtime, or polls, below so many continuations.  Prints "stolen" if others
 * have stolen these and run them meanwhile; else the status is 1.
 */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

#include <stdio.h>
#include <stdlib.h>

#include "../../clock.h"

static int polls;

/* When it ended. */
static double leaf(double seconds)
{
    double end = now() + seconds;
    while (now() < end)
        if (polls)
            ucilk_poll();
    return now();
}

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
        return leaf(seconds);
    double leaf_end;
    leaf_end = spawn below(levels - 1, seconds);
    long n = fib(15);
    double own_end = now();
    sync;
    return n == 610 && leaf_end > 0 && own_end < leaf_end ? leaf_end : -1;
}

int main(int argc, char **argv)
{
    polls = argc > 3;
    double end = below(atoi(argv[2]), atof(argv[1]));
    puts(end > 0 ? "stolen" : "not stolen");
    return end <= 0;
}
