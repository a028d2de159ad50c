/*
 * regions MODE N [SECONDS]: N parallel regions, of tasks that take so long, in which a reducer is updated, and what it
 * holds when each one has ended.
 *
 *   joins     spawns only
 *   got       futures, each got by the strand that made it
 *   left      futures that nobody gets
 *   lingers   futures that outlive the region, and that main gets behind it
 *
 * Prints the mean time from a region's begin to main's going on behind it, in
 * microseconds.
 */
#include <ucilk/ucilk.h>

#include <ucilk/reducers.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../clock.h"

enum { TASKS = 24 };

static unsigned long UCILK_SUM(ulong) total = 0;
static double task_seconds = 30e-6;

/* Works for a while, so that others come and take the creator. */
long leaf(long n)
{
    spend(task_seconds);
    total += (unsigned long)n;
    return n;
}

void joins(long low, long high)
{
    if (high - low == 1) {
        leaf(low);
        return;
    }
    spawn joins(low, low + (high - low) / 2);
    joins(low + (high - low) / 2, high);
    sync;
}

void got(long low, long high)
{
    if (high - low == 1) {
        leaf(low);
        return;
    }
    ucilk_future_t f = cilk_future leaf(low);
    got(low + 1, high);
    ucilk_future_get(long, f);
}

void left(long low, long high)
{
    if (high - low == 1) {
        ucilk_future_t f = cilk_future leaf(low);
        (void)f;
        return;
    }
    spawn left(low, low + (high - low) / 2);
    left(low + (high - low) / 2, high);
    sync;
}

void lingers(void)
{
    long sum = 0;
    ucilk_future_t f = cilk_future leaf(1), g = cilk_future leaf(2);
    spawn joins(3, TASKS);
    sync;
    sum += ucilk_future_get(long, f);
    sum += ucilk_future_get(long, g);
    if (sum != 3)
        exit(2);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "joins";
    long n = argc > 2 ? atol(argv[2]) : 10;
    if (argc > 3)
        task_seconds = atof(argv[3]);
    unsigned long each = TASKS * (TASKS - 1) / 2;
    double began = now();
    for (long i = 0; i < n; i++) {
        if (strcmp(mode, "got") == 0)
            got(0, TASKS);
        else if (strcmp(mode, "left") == 0)
            left(0, TASKS);
        else if (strcmp(mode, "lingers") == 0)
            lingers();
        else
            joins(0, TASKS);
        if (total != (unsigned long)(i + 1) * each) {
            printf("region %ld: %lu instead of %lu\n", i, total,
                   (unsigned long)(i + 1) * each);
            return 1;
        }
    }
    printf("%.0f\n", 1e6 * (now() - began) / (double)n);
    return 0;
}
