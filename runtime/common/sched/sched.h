/* The scheduler: what a worker without a thread does. */
#ifndef UCI_SCHED_H
#define UCI_SCHED_H

#include "words/worker.h"

#include <ucilk/abi.h>

/* Looks for work until there is some; on the scheduler's stack. */
_Noreturn void uci_sched_loop(void);

/* Book-keeping when the worker gets a thread. */
void uci_sched_leave(void);

/* Starts this worker's part of the scheduler: heap, random victims. */
void uci_sched_start(void);

/* Called by the scheduler when the program, or the pool, is to end; set by
 * one_machine/pool.c, cluster/start/. */
extern void (*uci_sched_done)(void) __attribute__((noreturn));

/*
 * What a worker has to do for itself when a region has begun: its data are
 * main's again (cluster/data/data.c).  Looked at wherever a strand begins that may
 * follow what another worker did: when a worker gets a thread, and when one
 * takes the result of a task that ran elsewhere.
 */
extern void (*uci_sched_catch_up)(void);
extern uint32_t uci_sched_caught_up; /* so far */

static inline void uci_sched_see_changes(void)
{
    if (!UCI_WORKERS_ARE_PROCESSES)
        return;
    /* Acquire: with the release of uci_data_begin_region. */
    uint32_t changes = uci_load_acquire(&uci_world->changes);
    if (uci_unlikely(changes != uci_sched_caught_up)) {
        uci_sched_caught_up = changes;
        uci_sched_catch_up();
    }
}

/*
 * With more nodes than one, else null: applies what has come of parallel
 * regions that began (cluster/data/begin_region.c), and waits for it up to region number `least';
 * true if one has.  The worker has no thread.
 */
extern bool (*uci_sched_begin_regions)(uint64_t least);

/* N14: before this worker goes on with what belongs to that region. */
static inline void uci_sched_reach(uint64_t region)
{
    if (uci_unlikely(region > uci_load_relaxed(&uci_self.n_regions)))
        uci_sched_begin_regions(region);
}

/* The worker is idle no more: adds to its idle time what has passed since it
 * began. */
void uci_sched_count_idle(void);

/* Is any other worker of this node looking for work? */
bool uci_sched_has_idle_peer(void);

/* What runs in worker w: its task, or NULL for main or none. */
const struct ucilk_abi_task *uci_sched_task_of(struct uci_worker *w);

#endif
