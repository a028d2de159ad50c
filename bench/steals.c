/*
 * steals leaf|polls [BYTES [STEALS]]: the time of each step of a steal between
 * two nodes.  It is started as two ranks, each a node of its own
 * (UCILK_NODE_SIZE=1, or two hosts).  Links libucilk_cluster_timed.a.
 *
 * A continuation with BYTES of locals is stolen to and fro.  Its child waits at
 * the victim until that has happened: it computes, as a leaf does, or polls the
 * network, as a worker in its scheduler does.
 *
 * It prints a line for each steal: the bytes, then the time of each step in
 * nanoseconds.  A rank prints when it has BATCH of them, and then waits until
 * the output has passed; steals that are left at the end are not printed.
 */
#define _GNU_SOURCE
#include <ucilk/macros.h>

#include "clock.h"
#include "cluster/far/far.h"
#include "sched/worker.h"
#include "sched/deque.h"
#include "trace/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 32, N_STEPS = UCI_STEP_steal_run - UCI_STEP_steal_begin };

static const char *const titles[UCI_N_STEPS] = {
#define STEP(name, title) title,
#include "trace/steps.def"
#undef STEP
};

/* Each rank has its own, since they are in .bss. */
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

/* Takes the times of the steal that has just brought us here.  A step that this
 * way of stealing does not have takes no time: its stamp is older than the one
 * before. */
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

/* Waits until the parent's entry has been stolen and the deque unlocked. */
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
