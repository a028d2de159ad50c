/*
 * The scheduler: what a worker without a thread does, and the hooks by which
 * the layers above take part in it.
 */
#pragma once

#include "sched/worker.h"

#include <ucilk/abi.h>

#include <stdio.h>

/* Looks for work until there is some; on the scheduler's stack. */
_Noreturn void uci_sched_loop(void);

/* Called when the worker has got a thread, before it runs it.  Does not return
 * if the program ends (E1). */
void uci_sched_leave(void);

/* Starts this worker's part of the scheduler: victims, heap, pool of
 * futures. */
void uci_sched_start(void);

/*
 * What the scheduler asks of groups (runtime/group/); null unless the program
 * runs on several nodes, each of which shares memory.
 */
struct uci_groups {
    /* True if a group waits on this node that this worker may run. */
    bool (*wait)(void);
    /* The same for another worker. */
    bool (*wait_for)(const struct uci_worker *w);
    /* Runs one, if one waits; n looks for other work have failed before. */
    void (*take)(unsigned n);
    /* Runs the group of that entry, which the caller waits for, as a call, if
     * it has not begun. */
    void (*run_here)(uci_ref entry);
    /* A group's task has ended; its words and result are a child's. */
    void (*end)(const uintptr_t words[3], const void *result)
        __attribute__((noreturn));
    /* F8: true if another node may send something that is waited for. */
    bool (*may_bring)(void);
    /* Prints what each node has done, for UCILK_STATS; as a member of a JSON
     * object, or as lines. */
    void (*print)(FILE *f, bool as_json);
};
extern const struct uci_groups *uci_groups;

/* The flag of the task of a group that a worker has taken: its thread ends by
 * uci_groups->end. */
#define UCI_TASK_IN_GROUP (1u << 31)

/* Called by the scheduler when the program, or the pool, is to end; set by
 * one_machine/pool.c and in cluster/start/. */
extern void (*uci_sched_done)(void) __attribute__((noreturn));

/*
 * What each worker process has to do for itself when a region has begun: it
 * takes over main's data (cluster/data/data.c).  A worker calls it wherever a
 * strand begins that may follow what another worker did: when it gets a thread,
 * and when its thread takes the result of a task that ran elsewhere.
 */
extern void (*uci_sched_catch_up)(void);
extern uint32_t uci_sched_caught_up; /* `changes' at the last call */

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
 * Null where there is one node.  Applies the beginnings of regions that have
 * come (cluster/data/begin_region.c), and waits until it has applied number
 * `least'; true if it has applied any.  The worker has no thread.
 */
extern bool (*uci_sched_begin_regions)(uint64_t least);

/* N14: called before this worker goes on with what belongs to that region. */
static inline void uci_sched_reach(uint64_t region)
{
    if (uci_unlikely(region > uci_load_relaxed(&uci_self.n_regions)))
        uci_sched_begin_regions(region);
}

/* The worker is idle no more: counts its idle time up to now. */
void uci_sched_count_idle(void);

/* True if another worker of this node looks for work or naps. */
bool uci_sched_has_idle_peer(void);

/* The task whose thread runs in worker w; NULL for main, or if none runs. */
const struct ucilk_abi_task *uci_sched_task_of(struct uci_worker *w);
