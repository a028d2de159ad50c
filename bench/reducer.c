/*
 * reducer [N]: nanoseconds that an access to a reducer through a pointer takes
 * longer than one to a plain variable; the minimum of several runs.  First in
 * the leftmost strand; then in a strand with a table of views that holds one
 * reducer, and a hundred.
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
    printf("%.3f %.3f %.3f\n", leftmost, with_one, with_many);
    return one == 0;
}
