/*
 * Runs of a benchmark: warm-up runs, which do not count, then those whose times
 * give a mean and its 95 % interval.  A program puts RUN_FLAGS into its table
 * of flags (examples/flags.h), and its main is
 *
 *     while (runs_left()) {
 *         run_begins();
 *         answer = spawn ...;
 *         sync;
 *         run_ends(answer == right);
 *     }
 *     return report_runs("name", ideal seconds on one worker);
 */
#pragma once

#include "../examples/flags.h"
#include "clock.h"

#include <math.h>
#include <ucilk/workers.h>

enum { MAX_RUNS = 1000 };

static struct {
    long warm_ups, counted; /* wanted */
    long begun;
    double began, took[MAX_RUNS];
    int wrong; /* answers */
} runs = {1, 5, 0, 0, {0}, 0};

#define RUN_FLAGS                                                              \
    {'w', "RUNS",   &runs.warm_ups,                                            \
     0,   MAX_RUNS, "warm-up runs, which do not count"},                       \
    {                                                                          \
        'r', "RUNS", &runs.counted, 1, MAX_RUNS, "runs that count"             \
    }

static inline int runs_left(void)
{
    return runs.begun < runs.warm_ups + runs.counted;
}

static inline void run_begins(void)
{
    runs.began = seconds();
}

static inline void run_ends(int is_right)
{
    double took = seconds() - runs.began;
    if (runs.begun >= runs.warm_ups)
        runs.took[runs.begun - runs.warm_ups] = took;
    runs.begun++;
    runs.wrong += !is_right;
}

/* The 97.5 % quantile of Student's distribution: a table, and where it ends the
 * expansion of Cornish and Fisher, which is within 0.1 % there. */
static inline double student(long freedom)
{
    static const double table[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                   2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
    if (freedom <= (long)(sizeof table / sizeof *table))
        return table[freedom - 1];
    double z = 1.959964, d = (double)freedom, z3 = z * z * z, z5 = z3 * z * z;
    return z + (z3 + z) / (4 * d) + (5 * z5 + 16 * z3 + 3 * z) / (96 * d * d);
}

/* Half of the mean's 95 % interval; 0 for a single run, which says nothing. */
static inline double half_interval(const double *x, long n, double mean)
{
    double squares = 0;
    for (long i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    if (n < 2)
        return 0;
    return student(n - 1) * sqrt(squares / (double)(n - 1) / (double)n);
}

/* Prints the mean, its interval, and of the ideal time, if that is known (not
 * 0), how much of it all workers reach; then whether all answers were right.
 * Returns the exit status. */
static inline int report_runs(const char *name, double one_worker)
{
    double mean = 0;
    for (long i = 0; i < runs.counted; i++)
        mean += runs.took[i] / (double)runs.counted;
    printf("%s: %.6f s", name, mean);
    if (runs.counted > 1)
        printf(" +- %.6f s", half_interval(runs.took, runs.counted, mean));
    printf(" (%ld run%s, %u workers)", runs.counted,
           runs.counted == 1 ? "" : "s", ucilk_nworkers());
    if (one_worker > 0 && mean > 0)
        printf(", %.2f %% of the ideal",
               100 * one_worker / mean / ucilk_nworkers());
    printf(", %s\n", runs.wrong ? "wrong" : "right");
    return runs.wrong != 0;
}
