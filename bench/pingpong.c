/*
 * pingpong ROUNDS: the latency of a steal between two workers, each pinned to a
 * CPU of its own.  It is built with each library.
 *
 * A continuation with PAD bytes of locals is stolen to and fro: the child waits
 * at the victim until the thief has run the continuation's first instruction,
 * which takes a time stamp.  The latency is from the begin of the successful
 * attempt, which the runtime has stamped, to there; in nanoseconds.  For
 * comparison it also prints how long these two CPUs take to hand a cache line
 * over.
 */
#define _GNU_SOURCE
#include <ucilk/macros.h>

#include "clock.h"
#include "pin.h"
#include "shared.h"

#include "base/ticks.h"
#include "sched/worker.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROUNDS = 1000000 };

struct shared {
    _Atomic long arrived; /* rounds whose continuation has run */
    char pad[56];
    _Atomic long turn; /* the cache line that is handed over */
    char pad2[56];
    double handover; /* seconds that it takes */
    double ticks[MAX_ROUNDS];
};

static struct shared *shared(long key)
{
    return shared_memory(key, sizeof(struct shared));
}

cilk_task(void, hold, (long) round, (long) key)
{
    struct shared *s = shared(key);
    pin();
    while (atomic_load(&s->arrived) <= round)
        uci_pause();
}

cilk_task(void, bounce, (long) rounds, (long) key)
{
    volatile char pad[PAD];
    pad[0] = 0;
    for (long round = 0; round < rounds; round++) {
        pad[round % PAD] = pad[(round + 1) % PAD];
        spawn(hold, round, key);
        __builtin_ia32_lfence(); /* no stamp before the copy is complete */
        uint64_t now = uci_ticks();
        struct shared *s = shared(key);
        s->ticks[round] = (double)(now - uci_self.steal_began);
        atomic_store(&s->arrived, round + 1);
        pin();
        sync;
    }
}

/* One side of handing the line to and fro so many times; holder is 0 or 1. */
static void hand_over(long rounds, long key, long holder)
{
    struct shared *s = shared(key);
    pin();
    for (long turn = holder; turn < 2 * rounds; turn += 2) {
        while (atomic_load(&s->turn) != turn)
            ;
        atomic_store_explicit(&s->turn, turn + 1, memory_order_release);
    }
}

cilk_task(void, hold_line, (long) rounds, (long) key)
{
    hand_over(rounds, key, 0);
}

/* The continuation is stolen: the child waits until somebody takes the line. */
cilk_task(void, hand_line_over, (long) rounds, (long) key)
{
    spawn(hold_line, rounds, key);
    double began = seconds();
    hand_over(rounds, key, 1);
    shared(key)->handover = (seconds() - began) / (double)(2 * rounds);
    sync;
}

cilk_define(int, main, (int) argc, (char **) argv)
{
    long rounds = argc == 2 ? atol(argv[1]) : 0;
    if (rounds < 100 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "usage: pingpong ROUNDS, from 100 to %d\n", MAX_ROUNDS);
        return 2;
    }
    if (uci_nworkers() != 2) {
        fprintf(stderr, "pingpong: needs UCILK_NWORKERS=2\n");
        return 2;
    }
    long key = (long)getpid();
    double *ticks = shared(key)->ticks;
    double began = seconds();
    uint64_t first = uci_ticks();
    /* bounce is not the outermost frame, which would come home each time. */
    spawn(bounce, rounds, key);
    sync;
    double ns = 1e9 * (seconds() - began) / (double)(uci_ticks() - first);
    long warm = rounds / 10;
    sort_times(ticks + warm, rounds - warm);
    spawn(hand_line_over, 10 * rounds, key);
    sync;
    printf("min %.0f median %.0f p90 %.0f ns, a line %.0f ns\n",
           ns * ticks[warm], ns * ticks[(rounds + warm) / 2],
           ns * ticks[warm + (rounds - warm) * 9 / 10],
           1e9 * shared(key)->handover);
    shared_memory_end(key);
    return 0;
}
