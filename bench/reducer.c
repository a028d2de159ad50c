/*
 * reducer [N]: nanoseconds that an access to a reducer through a pointer takes
 * longer than one to a plain variable; the minimum of several runs.  First in
 * the leftmost strand; then in a strand with a table of views that holds one
 * reducer, and a hundred.  Last, how much longer an iteration of a cilk_for
 * takes with a local reducer.
 */
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>

enum { RUNS = 100, MANY = 100 };

typedef long UCILK_SUM(long) sum_t;

__attribute__((noinline)) static void plain(long *p, long n)
{
    for (long i = 0; i < n; i++) {
        *p += i;
        __asm__ volatile("" : : : "memory");
    }
}

__attribute__((noinline)) static void reduced(sum_t *p, long n)
{
    for (long i = 0; i < n; i++) {
        *p += i;
        __asm__ volatile("" : : : "memory");
    }
}

__attribute__((noinline)) static void empty_loop(long n)
{
    cilk_for (long i = 0; i < n; i++)
        __asm__ volatile("" : : "r"(i));
}

__attribute__((noinline)) static long loop(long n)
{
    sum_t total = 0;
    cilk_for (long i = 0; i < n; i++) {
        total += i;
        __asm__ volatile("" : : "r"(i));
    }
    return total;
}

static void nothing(void)
{
}

/* Nanoseconds that an access takes longer than a plain one. */
static double cost(sum_t *p, long n)
{
    double least[2] = {1e18, 1e18};
    long sum = 0;
    for (int i = 0; i < 2 * RUNS; i++) {
        double began = nanoseconds();
        if (i % 2 == 0)
            plain(&sum, n);
        else
            reduced(p, n);
        double ns = (nanoseconds() - began) / (double)n;
        if (ns < least[i % 2])
            least[i % 2] = ns;
    }
    return least[1] - least[0];
}

static double cost_in_loop(long n)
{
    double least[2] = {1e18, 1e18};
    volatile long sink;
    for (int i = 0; i < 2 * RUNS; i++) {
        double began = nanoseconds();
        if (i % 2 == 0)
            empty_loop(n);
        else
            sink = loop(n);
        double ns = (nanoseconds() - began) / (double)n;
        if (ns < least[i % 2])
            least[i % 2] = ns;
    }
    (void)sink;
    return least[1] - least[0];
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000000;
    sum_t one = 0, many[MANY] = {0};
    double leftmost = cost(&one, n), with_one, with_many;
    /* The continuation of the spawn that opens a region goes on as if it were
     * stolen, and begins with identities. */
    spawn nothing();
    with_one = cost(&one, n);
    for (int i = 0; i < MANY; i++)
        many[i]++;
    with_many = cost(&many[MANY / 2], n);
    sync;
    printf("%.3f %.3f %.3f %.4f\n", leftmost, with_one, with_many,
           cost_in_loop(n));
    return one == 0;
}
