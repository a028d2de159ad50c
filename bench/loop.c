/*
 * loop [N]: nanoseconds an iteration of a cilk_for over N trivial iterations,
 * without and with a local reducer; the minimum of several runs.  With
 * -DUCILK_SERIAL it is a plain loop.  The asm statements keep compilers from
 * joining iterations, or leaving them out.
 */
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>

enum { RUNS = 21 };

__attribute__((noinline)) static void run(long n)
{
    cilk_for (long i = 0; i < n; i++)
        __asm__ volatile("" : : "r"(i));
}

static void zero(void *view)
{
    *(unsigned long *)view = 0;
}

static void add(void *left, void *right)
{
    *(unsigned long *)left += *(unsigned long *)right;
}

/* With a local reducer. */
__attribute__((noinline)) static unsigned long sum(long n)
{
    unsigned long cilk_reducer(zero, add) total = 0;
    cilk_for (long i = 0; i < n; i++) {
        total += (unsigned long)i;
        __asm__ volatile("" : "+r"(total));
    }
    return total;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100000000;
    double least[2] = {1e18, 1e18};
    volatile unsigned long sink;
    for (int i = 0; i < 2 * RUNS; i++) {
        double began = nanoseconds();
        if (i % 2 == 0)
            run(n);
        else
            sink = sum(n);
        double ns = (nanoseconds() - began) / (double)n;
        if (ns < least[i % 2])
            least[i % 2] = ns;
    }
    (void)sink;
    printf("%.4f %.4f\n", least[0], least[1]);
    return 0;
}
