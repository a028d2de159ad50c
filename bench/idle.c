/* What idle workers cost, and how soon one is there: prints the part of a CPU that
 * all use together while nothing is to do, and the median of the times from a
 * spawn, by which a worker that sleeps is woken, to the first instruction of the
 * continuation that it steals, in ms. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

enum { SECONDS = 4, TIMES = 101 };

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static atomic_int has_gone_on;

static void wait_for_thief(void)
{
    while (!atomic_load(&has_gone_on))
        __builtin_ia32_pause();
}

static double wake(void)
{
    atomic_store(&has_gone_on, 0);
    double began = now(CLOCK_MONOTONIC);
    spawn wait_for_thief();
    double there = now(CLOCK_MONOTONIC);
    atomic_store(&has_gone_on, 1);
    sync;
    return there - began;
}

static int compare(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) -
           (*(const double *)a < *(const double *)b);
}

int main(void)
{
    double times[TIMES];
    wake();
    usleep(200000); /* until they sleep */
    double used = now(CLOCK_PROCESS_CPUTIME_ID);
    sleep(SECONDS);
    used = now(CLOCK_PROCESS_CPUTIME_ID) - used;
    for (int i = 0; i < TIMES; i++) {
        usleep(60000 + i % 7 * 1000);
        times[i] = 1e3 * wake();
    }
    qsort(times, TIMES, sizeof times[0], compare);
    printf("%.6f %.4f\n", used / SECONDS, times[TIMES / 2]);
    return 0;
}
