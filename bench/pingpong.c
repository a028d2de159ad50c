/*
 * pingpong ROUNDS: the latency of a steal between two workers, each pinned to
 * a CPU of its own.
 *
 * A continuation with PAD bytes of locals is stolen to and fro: the child
 * waits at the victim until the thief has run the continuation's first
 * instruction, which takes the time.  Measured is from the start of the
 * successful attempt (the runtime's own time stamp) to there, in ticks of the
 * time stamp counter, printed in nanoseconds.
 */
#define _GNU_SOURCE
#include <ucilk/macros.h>

#include "clock.h"
#include "pin.h"

#include "base/ticks.h"
#include "seam/worker.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROUNDS = 1000000 };

/* All shared by the workers, as .bss is. */
static double ticks[MAX_ROUNDS];
static _Atomic long arrived; /* rounds whose continuation has run */

cilk_task(void, hold, (long) round)
{
    pin();
    while (atomic_load(&arrived) <= round)
        uci_pause();
}

cilk_task(void, bounce, (long) rounds)
{
    volatile char pad[PAD];
    pad[0] = 0;
    for (long round = 0; round < rounds; round++) {
        pad[round % PAD] = pad[(round + 1) % PAD];
        spawn(hold, round);
        __builtin_ia32_lfence(); /* the copy is complete */
        uint64_t now = uci_ticks();
        ticks[round] = (double)(now - uci_self.steal_began);
        atomic_store(&arrived, round + 1);
        pin();
        sync;
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

cilk_define(int, main, (int) argc, (char **) argv)
{
    long rounds = argc == 2 ? atol(argv[1]) : 0;
    if (rounds < 100 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "usage: pingpong ROUNDS, from 100 to %d\n", MAX_ROUNDS);
        return 2;
    }
    if (uci_world->n_workers != 2) {
        fprintf(stderr, "pingpong: needs UCILK_NWORKERS=2\n");
        return 2;
    }
    double began = seconds();
    uint64_t first = uci_ticks();
    /* One level further in: the outermost frame would come home each time. */
    spawn(bounce, rounds);
    sync;
    double ns = 1e9 * (seconds() - began) / (double)(uci_ticks() - first);
    long warm = rounds / 10;
    qsort(ticks + warm, (size_t)(rounds - warm), sizeof *ticks, compare);
    printf("min %.0f median %.0f p90 %.0f ns, %lu bytes a steal\n",
           ns * ticks[warm], ns * ticks[(rounds + warm) / 2],
           ns * ticks[warm + (rounds - warm) * 9 / 10],
           (unsigned long)((uci_peer(0)->counters.steal_bytes +
                            uci_peer(1)->counters.steal_bytes) /
                           (uci_peer(0)->counters.steals +
                            uci_peer(1)->counters.steals)));
    return 0;
}
