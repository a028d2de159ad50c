/*
 * Child stealing on workers that are processes: when they begin with a region
 * of main's, how they wait for work and when they end.  The simulation has
 * study/sim/children.c in place of this.
 *
 * The start, the end, the data and the reports of programs for clusters
 * (cluster/) find here what they want of a scheduler.
 */
#define _GNU_SOURCE
#include "study/child/child_stealing.h"

#include "cluster/mem/region.h"
#include "cluster/sched/spawn_slow.h"
#include "base/ticks.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/sched.h"
#include "sched/steal.h"
#include "sched/victim.h"
#include "trace/trace.h"
#include "sched/words.h"
#include "sched/thread.h"
#include "sched/strand_views.h"

#include <sched.h>
#include <unistd.h>

void (*uci_spawn_start_workers)(struct ucilk_abi_frame *frame);
pid_t uci_spawn_thread;
void (*uci_sched_done)(void) __attribute__((noreturn));
void (*uci_sched_catch_up)(void);
bool (*uci_sched_begin_regions)(uint64_t least);
uint32_t uci_sched_caught_up;
_Atomic uintptr_t uci_running_limit;
void (*uci_thread_watch)(uintptr_t upper);

/* --- Regions --- */

bool uci_child_is_main(void)
{
    return uci_id == 0 && uci_child_kind->stack() == uci_region_start;
}

void uci_child_open(struct ucilk_abi_frame *frame)
{
    uci_spawn_start_workers(frame);
    uci_store_relaxed(uci_outermost, (uintptr_t)frame);
    uci_trace(open, 0);
}

void uci_child_close(void)
{
    /* Release: with the acquire in uci_home_is_calm. */
    uci_store_release(uci_outermost, UCI_HOME_SERIAL);
    uci_trace(close, 0);
}

bool uci_home_is_calm(void)
{
    return uci_load_acquire(uci_outermost) == UCI_HOME_SERIAL;
}

/* --- Work and idleness --- */

void uci_child_looks(void)
{
    if (uci_load_relaxed(&uci_self.state) == UCI_STATE_SCHEDULER)
        return;
    uci_store_release(&uci_self.state, UCI_STATE_SCHEDULER);
    uint64_t now = uci_ticks();
    uci_store_relaxed(&uci_self.idle_since, now);
    uci_trace_at(now, idle, 0);
}

static void count_idle(void)
{
    uint64_t since = uci_load_relaxed(&uci_self.idle_since), now = uci_ticks();
    if (since) {
        uci_self.counters.idle_ticks += now - since;
        uci_trace_at(now, busy, 0);
    }
    uci_store_relaxed(&uci_self.idle_since, 0);
}

void uci_child_runs(void)
{
    if (uci_load_relaxed(&uci_self.state) != UCI_STATE_RUNNING) {
        count_idle();
        /* E1.  Sequentially consistent: here the state, then `done'; with
         * uci_end_workers. */
        uci_store_seqcst(&uci_self.state, UCI_STATE_RUNNING);
    }
    if (uci_unlikely(uci_load_seqcst(&uci_world->done))) {
        uci_store_release(&uci_self.state, UCI_STATE_SCHEDULER);
        uci_sched_done();
    }
    uci_sched_see_changes();
}

/* Nobody wakes a worker: neither when a child of its own has ended, nor when
 * there is something to steal. */
void uci_child_rest(unsigned n)
{
    enum {
        SPINS = 500,
        YIELDS = 50,
        MIN_US = 20,
        MOST_US = 100,
        LULL_US = 1000
    };
    if (uci_unlikely(uci_load_acquire(&uci_world->done))) {
        if (uci_load_relaxed(&uci_self.idle_since))
            count_idle();
        uci_sched_done();
    }
    if (uci_sched_begin_regions)
        uci_sched_begin_regions(0);
    unsigned spins = uci_n_near <= uci_world->n_cpus ? SPINS : 0;
    if (n < spins)
        return;
    if (n < spins + YIELDS) {
        sched_yield();
        return;
    }
    uci_victim_look_far();
    uci_self.counters.naps++;
    unsigned naps = n - spins - YIELDS;
    unsigned us = uci_home_is_calm() ? LULL_US : naps < 4 ? MIN_US : MOST_US;
    if (uci_transport)
        uci_far_nap(us);
    else
        usleep(us);
}

/* Sleepers look by themselves. */
bool uci_idle_wake(unsigned i)
{
    (void)i;
    return false;
}

/* --- What there is not --- */

#define NOTHING(name)                                                          \
    void name(void)                                                            \
    {                                                                          \
    }
NOTHING(uci_home_finish) /* all children are joined: each frame has synced */
NOTHING(uci_spawn_end)
NOTHING(uci_idle_wake_all)
NOTHING(uci_steal_start_messages) /* no steal needs a handler of its own */
NOTHING(uci_future_settle)        /* futures are blocks */
NOTHING(uci_views_close)

/* A worker's task is not known: its stack may have many. */
const struct ucilk_abi_task *uci_sched_task_of(struct uci_worker *w)
{
    (void)w;
    return NULL;
}

void uci_future_each_of(unsigned rank, uci_future_visit *visit, void *to)
{
    (void)rank, (void)visit, (void)to;
}
