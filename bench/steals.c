/*
 * steals leaf|polls [BYTES [STEALS]]: where the time of a steal between two
 * nodes goes, step by step; started as two ranks that are a node each
 * (UCILK_NODE_SIZE=1, or two hosts).  Links libucilk_cluster_timed.a.
 *
 * A continuation with BYTES of locals is stolen to and fro.  Its child waits at
 * the victim until that has happened: computing all the while, as a leaf, or
 * driving the network, as a worker in its scheduler does.
 *
 * Prints a line for each steal: its bytes, then the time of each step in
 * nanoseconds.  A rank does so when it has BATCH of them, and then lets the
 * printing pass; what is left at the end is dropped.
 */
#define _GNU_SOURCE
#include <ucilk/macros.h>

#include "clock.h"
#include "cluster/net/far.h"
#include "words/worker.h"
#include "common/sched/deque.h"
#include "common/trace/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 32, N_STEPS = UCI_STEP_steal_run - UCI_STEP_steal_begin };

static const char *const titles[UCI_N_STEPS] = {
#define STEP(name, title) title,
#include "common/trace/steps.def"
#undef STEP
};

/* Each rank's own, as .bss is. */
struct uci_step_log uci_step_logs[2];
static uint64_t steps[BATCH][N_STEPS];
static uint64_t sizes[BATCH];
static int n_steals;
static double tick; /* nanoseconds; set by main */

static void print_batch(void)
{
    for (int i = 0; i < BATCH; i++) {
        char line[512];
        int n =
            snprintf(line, sizeof line, "steal\t%lu", (unsigned long)sizes[i]);
        for (int s = 0; s < N_STEPS; s++)
            n += snprintf(line + n, sizeof line - (size_t)n, "\t%.0f",
                          tick * (double)steps[i][s]);
        puts(line);
    }
    fflush(stdout);
    usleep(50000);
    n_steals = 0;
}

/* What the steal that has just brought us here took.  A step that this way of
 * stealing does not have took nothing: its stamp is older than that before. */
static void collect(uint64_t size)
{
    const uint64_t *at = uci_step_logs[uci_id].at;
    uint64_t last = at[UCI_STEP_steal_begin];
    for (int s = 0; s < N_STEPS; s++) {
        uint64_t next = at[UCI_STEP_steal_begin + s + 1];
        steps[n_steals][s] = next > last ? next - last : 0;
        last = next > last ? next : last;
    }
    sizes[n_steals++] = size;
    if (n_steals == BATCH)
        print_batch();
}

/* Until the parent's entry has been taken, and published. */
cilk_task(void, hold, (int) polls)
{
    while (uci_load_acquire(&uci_self.H) !=
           (uintptr_t)uci_load_relaxed(&uci_self.T)) {
        if (polls)
            uci_net_relax();
        else
            for (int i = 0; i < 100; i++)
                uci_pause();
    }
}

cilk_task(void, bounce, (long) rounds, (long) size, (int) polls)
{
    volatile char locals[size];
    locals[0] = 0;
    for (long round = 0; round < rounds; round++) {
        locals[round % size] = locals[(round + 1) % size];
        spawn(hold, polls);
        uci_step(steal_run);
        collect((uint64_t)size);
        sync;
    }
}

cilk_define(int, main, (int) argc, (char **) argv)
{
    int polls = argc > 1 && strcmp(argv[1], "polls") == 0;
    long size = argc > 2 ? atol(argv[2]) : 1024;
    long rounds = argc > 3 ? atol(argv[3]) : 400;
    if (argc < 2 || (!polls && strcmp(argv[1], "leaf") != 0) || size < 1) {
        fprintf(stderr, "usage: steals leaf|polls [BYTES [STEALS]]\n");
        return 2;
    }
    if (uci_world->n_workers != 2) {
        fprintf(stderr, "steals: needs two ranks\n");
        return 2;
    }
    tick = nanoseconds_a_tick();
    printf("# %s\nbytes", argv[1]);
    for (int s = 0; s < N_STEPS; s++)
        printf("\t%s", titles[UCI_STEP_steal_begin + s + 1]);
    putchar('\n');
    fflush(stdout);
    spawn(bounce, rounds, size, polls);
    sync;
    return 0;
}
