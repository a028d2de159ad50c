/*
 * The virtual workers, and the switch from one to another.
 *
 * One of them is *in place*: its stacks lie in the region [S, E), its variables
 * (UCI_PER_WORKER) in the section ucilk_worker, and its views in the reducers.
 * All others have theirs in memory of their own.  A switch copies them out and
 * in, but not uci_self, which is a pointer here, nor the scheduler's stack, of
 * which each worker has its own.
 */
#define _GNU_SOURCE
#include "sim/sim.h"

#include "cluster/mem/region.h"
#include "common/arch/x86_64/context.h"
#include "common/base/message.h"
#include "common/base/options.h"
#include "common/sched/sched.h"
#include "seam/thread.h"
#include "seam/views.h"

#include <stdlib.h>
#include <string.h>

struct uci_worker *uci_sim_block;
struct uci_sim_worker *uci_sim_workers, *uci_sim_me;
unsigned uci_sim_n, uci_sim_node;
uint64_t uci_sim_n_switches;
uintptr_t uci_sim_low;

extern char __start_ucilk_worker[], __stop_ucilk_worker[];

static struct uci_sim_worker *in_place;
static bool is_out; /* the region's bytes of that one are in its memory, too */
static char *variables; /* of all workers, by id */
static size_t variables_size;
static uci_sim_time horizon; /* of the one that runs */
static uci_sim_time window; /* how much further it may run while it has tasks */
static uintptr_t own_stack; /* the simulator's */

static unsigned id_of(const struct uci_sim_worker *w)
{
    return (unsigned)(w - uci_sim_workers);
}

static char *variables_of(const struct uci_sim_worker *w)
{
    return variables + id_of(w) * variables_size;
}

/* --- In and out --- */

void uci_sim_region_out(struct uci_sim_worker *w)
{
    if (w != in_place || is_out)
        return;
    memcpy(uci_region_view(w->block, w->low), (void *)w->low,
           UCI_REGION_END - w->low);
    is_out = true;
}

static void views_out(struct uci_sim_worker *w)
{
    size_t size = 0;
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next)
        size += r->size;
    if (!w->views && !(w->views = malloc(size)))
        uci_fatal("no memory for the views of worker %u", id_of(w));
    char *at = w->views;
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next)
        at = mempcpy(at, r->variable, r->size);
}

static void views_in(const struct uci_sim_worker *w)
{
    const char *at = w->views;
    for (struct ucilk_abi_reducer *r = at ? uci_reducers : NULL; r;
         r = r->next) {
        memcpy(r->variable, at, r->size);
        at += r->size;
    }
}

static void put_in_place(struct uci_sim_worker *w)
{
    if (in_place == w)
        return;
    uci_sim_n_switches++;
    struct uci_sim_worker *old = in_place;
    uci_sim_region_out(old);
    memcpy(variables_of(old), __start_ucilk_worker, variables_size);
    memcpy(__start_ucilk_worker, variables_of(w), variables_size);
    memcpy((void *)w->low, uci_region_view(w->block, w->low),
           UCI_REGION_END - w->low);
    if (uci_reducers) {
        views_out(old);
        views_in(w);
    }
    in_place = w;
}

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
        put_in_place(w);
        is_out = false;
        w->clock = e.at;
        uci_sim_me = w;
        uci_sim_block = w->block;
        uci_sim_low = w->low;
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
}

/* On the simulator's stack: the worker's context is at sp. */
static void leave(void *unused, uintptr_t sp)
{
    (void)unused;
    uci_sim_me->sp = sp;
    uci_sim_me->low = uci_region_holds(sp) ? sp : uci_sim_low;
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

void uci_sim_give_way_at_work(void)
{
    if (uci_sim_me->clock > horizon && uci_sim_me->clock - horizon > window)
        uci_sim_wait_until(uci_sim_me->clock);
}

void uci_sim_give_way(void)
{
    if (uci_sim_me->clock > horizon)
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
    window = most > uci_sim_latency ? most - uci_sim_latency : 0;
    variables_size = (size_t)(__stop_ucilk_worker - __start_ucilk_worker);
    uci_sim_workers = calloc(uci_sim_n, sizeof *uci_sim_workers);
    variables = calloc(uci_sim_n, variables_size);
    if (!uci_sim_workers || !variables)
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
        memcpy(variables_of(w), __start_ucilk_worker, variables_size);
    }
    for (unsigned i = 1; i < uci_sim_n; i++)
        uci_sim_run_at(uci_sim_workers + i, 0);
    in_place = uci_sim_me = uci_sim_workers;
    horizon = 0;
    own_stack = uci_context_below();
}
