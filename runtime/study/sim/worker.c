/*
 * The virtual workers: which one runs, and until when.
 */
#define _GNU_SOURCE
#include "study/sim/sim.h"

#include "cluster/mem/region.h"
#include "arch/x86_64/context.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/sched.h"
#include "sched/thread.h"

#include <stdlib.h>

struct uci_worker *uci_sim_block;
struct uci_sim_worker *uci_sim_workers, *uci_sim_me;
unsigned uci_sim_n, uci_sim_node;
uintptr_t uci_sim_low, uci_sim_high;
uci_sim_time uci_sim_window;

static uci_sim_time horizon; /* of the one that runs */
static uintptr_t own_stack;  /* the simulator's */

/* --- Who runs when --- */

static _Noreturn void next(void)
{
    for (;;) {
        struct uci_sim_event e = uci_sim_event_take();
        if (e.kind == UCI_SIM_OPERATION) {
            uci_sim_operate(e.what, e.at);
            continue;
        }
        if (e.kind == UCI_SIM_MESSAGE) {
            uci_sim_deliver(e.what);
            continue;
        }
        struct uci_sim_worker *w = e.what;
        if (e.generation != w->generation)
            continue;
        uci_sim_place(w);
        w->clock = e.at;
        uci_sim_me = w;
        uci_sim_block = w->block;
        uci_sim_low = w->low;
        uci_sim_high = w->high;
        uci_sim_time others = uci_sim_event_next();
        horizon = others == UCI_SIM_NEVER ? others : others + uci_sim_latency;
        if (horizon > w->threatened)
            horizon = w->threatened;
        uci_context_resume(w->sp, NULL);
    }
}

void uci_sim_run_at(struct uci_sim_worker *w, uci_sim_time at)
{
    uci_sim_event_add(at, UCI_SIM_RUN, w, ++w->generation);
    if (horizon > at + uci_sim_latency)
        horizon = at + uci_sim_latency;
}

/* On the simulator's stack: the worker's context is at sp. */
static void leave(void *unused, uintptr_t sp)
{
    (void)unused;
    uci_sim_me->sp = sp;
    bool has_thread = uci_region_holds(sp);
    uci_sim_me->low = has_thread ? sp : uci_sim_low;
    uci_sim_me->high = has_thread ? 0 : uci_sim_high;
    uci_sim_skip_note(uci_sim_me);
    next();
}

void uci_sim_wait(void)
{
    uci_context_suspend(leave, NULL, own_stack);
}

void uci_sim_wait_until(uci_sim_time at)
{
    uci_sim_run_at(uci_sim_me, at);
    uci_sim_wait();
}

bool uci_sim_may_run(uint32_t nanoseconds)
{
    return uci_sim_me->clock + nanoseconds * UCI_SIM_NS <= horizon;
}

void uci_sim_give_way(uci_sim_time ahead)
{
    uci_sim_time clock = uci_sim_me->clock;
    if (clock > horizon && clock - horizon > ahead)
        uci_sim_wait_until(uci_sim_me->clock);
}

/* --- The start --- */

/* The first thing that a worker other than 0 does. */
static void run_worker(void)
{
    uci_sched_start();
    uci_sched_loop();
}

/* Makes a context that calls run_worker, as uci_context_resume takes it: at
 * `top', which is aligned to 16, its return address is the uppermost word but
 * one. */
static uintptr_t make_context(uintptr_t top)
{
    *(void (**)(void))(top - 16) = run_worker;
    return top - 16 - UCI_CONTEXT_SIZE;
}

void uci_sim_workers_start(void)
{
    uci_sim_time most = uci_options.sim_window * UCI_SIM_NS;
    uci_sim_window = most > uci_sim_latency ? most - uci_sim_latency : 0;
    uci_sim_workers = calloc(uci_sim_n, sizeof *uci_sim_workers);
    if (!uci_sim_workers)
        uci_fatal("no memory for %u virtual workers; lower UCILK_NWORKERS",
                  uci_sim_n);
    for (unsigned i = uci_sim_n; i-- > 0;) {
        struct uci_sim_worker *w = uci_sim_workers + i;
        uci_sim_world_become(i);
        w->block = uci_sim_block;
        w->low = UCI_REGION_END;
        w->threatened = UCI_SIM_NEVER;
        w->inbox_end = &w->inbox;
        w->sp = make_context(uci_sched_stack);
        uci_sim_place_new(w);
    }
    for (unsigned i = 1; i < uci_sim_n; i++)
        uci_sim_run_at(uci_sim_workers + i, 0);
    uci_sim_me = uci_sim_workers;
    horizon = 0;
    own_stack = uci_context_below();
}
