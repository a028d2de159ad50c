/*
 * breakdown [ROUNDS]: the time of each step of a steal, as in Akiyama & Taura's
 * table 3 (JIP 24(3), 2016), in ticks of the time stamp counter, less the time
 * of a stamp.  It is the mean of the middle half of the rounds: on some
 * machines the counter goes up by 26 at a time, so that a median would be too
 * coarse.  Links libucilk_timed.a.
 *
 * A continuation is stolen to and fro, as in pingpong.c.  Its child then waits
 * until the continuation has suspended itself at its sync, and resumes it.
 */
#define _GNU_SOURCE
#include <ucilk/macros.h>

#include "clock.h"
#include "pin.h"

#include "sched/worker.h"
#include "sched/ready.h"
#include "sched/steal.h"
#include "trace/steps.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_ROUNDS = 20000, WARM = 10, SUSPENDED_AFTER = 100000 /* ticks */ };

static const char *const titles[UCI_N_STEPS] = {
#define STEP(name, title) title,
#include "trace/steps.def"
#undef STEP
};

struct uci_step_log uci_step_logs[2];
static uint64_t sample[UCI_N_STEPS][MAX_ROUNDS]; /* ticks of a step */
static long suspended[MAX_ROUNDS]; /* 1 if the continuation was suspended */
static _Atomic long arrived;       /* rounds whose continuation was stolen */
static double stamp_ticks;

/* Takes the times of the steps from `first' to `last' from the log.  Steps of
 * programs for clusters take no time here: their stamps are older than the one
 * before. */
static void collect(long round, const struct uci_step_log *log,
                    enum uci_step first, enum uci_step last)
{
    uint64_t before = log->at[first];
    for (enum uci_step s = first + 1; s <= last; s++) {
        sample[s][round] = log->at[s] > before ? log->at[s] - before : 0;
        before = log->at[s] > before ? log->at[s] : before;
    }
}

cilk_task(void, hold, (long) round)
{
    pin();
    while (atomic_load(&arrived) <= round)
        uci_pause();
    uint64_t now = uci_ticks();
    while (uci_ticks() - now < SUSPENDED_AFTER)
        uci_pause();
}

cilk_task(void, bounce, (long) rounds)
{
    for (long round = 0; round < rounds; round++) {
        spawn(hold, round);
        uci_step(steal_run);
        pin();
        unsigned thief = uci_id;
        uint64_t before = uci_self.counters.suspends;
        collect(round, &uci_step_logs[thief], UCI_STEP_steal_begin,
                UCI_STEP_steal_run);
        atomic_store(&arrived, round + 1);
        sync;
        uci_step(resume_run);
        suspended[round] = uci_id != thief &&
                           uci_peer(thief)->counters.suspends == before + 1;
        collect(round, &uci_step_logs[thief], UCI_STEP_suspend_begin,
                UCI_STEP_suspend_end);
        collect(round, &uci_step_logs[uci_id], UCI_STEP_resume_begin,
                UCI_STEP_resume_run);
    }
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The mean of the middle half. */
static double middle(uint64_t *ticks, long n)
{
    double sum = 0;
    qsort(ticks, (size_t)n, sizeof *ticks, compare);
    for (long i = n / 4; i < n - n / 4; i++)
        sum += (double)ticks[i];
    return n ? sum / (double)(n - n / 4 - n / 4) : 0;
}

static void calibrate(void)
{
    enum { N = 1001 };
    static uint64_t ticks[N];
    for (int i = 0; i < N; i++) {
        uci_step(resume_begin);
        uci_step(resume_copied);
        const struct uci_step_log *log = &uci_step_logs[uci_id];
        ticks[i] = log->at[UCI_STEP_resume_copied] -
                   log->at[UCI_STEP_resume_begin];
    }
    stamp_ticks = middle(ticks, N);
}

/* Ticks of a failed attempt of the scheduler: at the deque, then at the ready
 * queue. */
static double failed_attempt(void)
{
    enum { N = 1001, TIMES = 100 };
    static uint64_t ticks[N];
    struct uci_stolen ignored;
    for (int i = 0; i < N; i++) {
        uint64_t began = uci_ticks();
        for (int k = 0; k < TIMES; k++) {
            if (uci_steal_from(1 - uci_id, &ignored) == UCI_STEAL_OK ||
                uci_ready_take(1 - uci_id))
                abort();
        }
        ticks[i] = (uci_ticks() - began) / TIMES;
    }
    return middle(ticks, N);
}

/* Prints a line for each step, over the rounds in which the continuation was
 * suspended. */
static void print(long rounds)
{
    static uint64_t ticks[MAX_ROUNDS];
    for (int s = 0; s < UCI_N_STEPS; s++) {
        long n = 0;
        double all = 0;
        if (!*titles[s])
            continue;
        for (long round = rounds / WARM; round < rounds; round++) {
            if (suspended[round]) {
                ticks[n++] = sample[s][round];
                all += (double)sample[s][round];
            }
        }
        double usual = middle(ticks, n);
        if (usual > 0 || all > 0)
            printf("%s\t%.0f\n", titles[s], fmax(usual - stamp_ticks, 0));
        if (s == UCI_STEP_steal_fenced && n)
            printf("  the same, mean of all\t%.0f\n", all / (double)n - stamp_ticks);
    }
}

cilk_define(int, main, (int) argc, (char **) argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 5000;
    if (argc > 2 || rounds < 100 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "usage: breakdown [ROUNDS], from 100 to %d\n",
                MAX_ROUNDS);
        return 2;
    }
    if (uci_nworkers() != 2) {
        fprintf(stderr, "breakdown: needs UCILK_NWORKERS=2\n");
        return 2;
    }
    spawn(bounce, rounds);
    sync;
    calibrate();
    print(rounds);
    printf("# a stamp, taken off\t%.0f\n", stamp_ticks);
    printf("# ticks a second\t%.0f\n", 1e9 / nanoseconds_a_tick());
    printf("# a failed attempt\t%.0f\n", failed_attempt());
    return 0;
}
