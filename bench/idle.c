/*
 * idle: what idle workers cost, and how soon one of them comes.  It prints
 *   the part of a CPU that all workers use while there is nothing to do;
 *   the median time, in ms, from a spawn that wakes a sleeping worker to the
 *   first instruction of the continuation that this worker steals;
 *   for comparison, the median time from a futex's wake-up call to the next
 *   instruction of a thread that sleeps on another CPU.
 */
#define _GNU_SOURCE
#include "clock.h"
#include "cpu.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <ucilk/ucilk.h>
#include <unistd.h>

enum { SECONDS = 4, TIMES = 101 };

static atomic_int has_gone_on;

static void wait_for_thief(void)
{
    while (!atomic_load(&has_gone_on))
        __builtin_ia32_pause();
}

static double wake(void)
{
    atomic_store(&has_gone_on, 0);
    double began = seconds();
    spawn wait_for_thief();
    double there = seconds();
    atomic_store(&has_gone_on, 1);
    sync;
    return there - began;
}

static atomic_int round_of; /* the sleeper's round, and its futex */
static _Atomic double awake;

static void *sleeper(void *unused)
{
    pin_to(1);
    for (int i = 0; i < TIMES; i++) {
        while (atomic_load(&round_of) == i)
            syscall(SYS_futex, &round_of, FUTEX_WAIT_PRIVATE, i, NULL, NULL, 0);
        atomic_store(&awake, seconds());
    }
    return unused;
}

static double bare_wake(void)
{
    atomic_store(&awake, 0);
    double began = seconds();
    atomic_fetch_add(&round_of, 1);
    syscall(SYS_futex, &round_of, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    while (atomic_load(&awake) == 0) /* keeps its CPU busy, as a child does */
        __builtin_ia32_pause();
    return atomic_load(&awake) - began;
}

/* The median in ms; there is a pause before each measurement. */
static double median_of(double (*measure)(void))
{
    double times[TIMES];
    for (int i = 0; i < TIMES; i++) {
        usleep(60000 + i % 7 * 1000);
        times[i] = 1e3 * measure();
    }
    return median(times, TIMES);
}

int main(void)
{
    pthread_t thread;
    wake();
    usleep(200000); /* until the workers sleep */
    double used = seconds_by(CLOCK_PROCESS_CPUTIME_ID);
    sleep(SECONDS);
    used = seconds_by(CLOCK_PROCESS_CPUTIME_ID) - used;
    double woken = median_of(wake);
    if (pthread_create(&thread, NULL, sleeper, NULL) != 0)
        return 1;
    pin_to(0);
    printf("%.6f %.4f %.4f\n", used / SECONDS, woken, median_of(bare_wake));
    return 0;
}
