/*
 * short SHAPE: nanoseconds of short parallel loops, which a serial loop calls again
 * and again: a line "N BODY NS" for each length N and each body of some BODY ns, whose
 * loop takes at most 0.1 s.  The shapes:
 *   flat    a cilk_for of N iterations
 *   nested  of up to 8 rows, each a cilk_for of its part of N
 *   tasks   the same rows at the leaves of a tree of tasks
 *   fib     BODY is 0: a recursion of N spawns
 */
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

enum { CELLS = 1000000, ROWS = 8 };
static const double BUDGET_NS = 4e6, MOST_NS = 1e8, STEP_NS = 1.25;

static unsigned long cells[CELLS];

static inline void body(long i, long steps)
{
    unsigned long x = cells[i];
    for (long k = 0; k < steps; k++)
        x = x * 6364136223846793005u + 1;
    cells[i] = x;
}

static void flat(long from, long to, long steps)
{
    cilk_for (long i = from; i < to; i++)
        body(i, steps);
}

static void nested(long n, long steps)
{
    long rows = n < ROWS ? n : ROWS;
    cilk_for (long r = 0; r < rows; r++)
        cilk_for (long i = n * r / rows; i < n * (r + 1) / rows; i++)
            body(i, steps);
}

static void tasks(long from, long to, long parts, long steps)
{
    if (parts == 1 || to - from < 2) {
        flat(from, to, steps);
        return;
    }
    long middle = from + (to - from) / 2;
    spawn tasks(from, middle, parts / 2, steps);
    tasks(middle, to, parts / 2, steps);
    sync;
}

/* A recursion of n spawns, of the shape of fib. */
static long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    sync;
    return x + y;
}

static void once(const char *shape, long n, long steps)
{
    if (*shape == 'f' && shape[1] == 'i')
        cells[0] += (unsigned long)fib(n);
    else if (*shape == 'f')
        flat(0, n, steps);
    else if (*shape == 'n')
        nested(n, steps);
    else
        tasks(0, n, ROWS, steps);
}

/* The least mean of five rounds; the first of six warms up. */
static void measure(const char *shape, long n, double about_ns, long steps, long label)
{
    long times = (long)(BUDGET_NS / about_ns) + 3;
    double least = 0;
    for (int k = 0; k < 6; k++) {
        double began = nanoseconds();
        for (long i = 0; i < times; i++)
            once(shape, n, steps);
        double ns = (nanoseconds() - began) / (double)times;
        if (k <= 1 || ns < least)
            least = ns;
    }
    printf("%ld %ld %.1f\n", n, label, least);
}

int main(int argc, char **argv)
{
    static const long lengths[] = {1, 4, 16, 64, 256, 1000, 10000, 100000, 1000000};
    static const long bodies[] = {1, 10, 100, 1000, 10000, 100000, 1000000};
    const char *shape = argc > 1 ? argv[1] : "";
    if (strcmp(shape, "fib") == 0) {
        for (long n = 2; n <= 26; n += 3)
            measure(shape, n, 5 * (double)(1 << n * 7 / 10), 0, 0);
        return 0;
    }
    if (strcmp(shape, "flat") && strcmp(shape, "nested") && strcmp(shape, "tasks"))
        return 2;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
            double about = (double)lengths[i] * (double)bodies[k];
            long steps = (long)((double)bodies[k] / STEP_NS);
            if (about <= MOST_NS)
                measure(shape, lengths[i], about + 10, steps, bodies[k]);
        }
    return 0;
}
