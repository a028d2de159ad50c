/* The choice of the next victim.  See victim.h. */
#define _GNU_SOURCE
#include "sched/victim.h"

#include "base/options.h"
#include "base/random.h"
#include "base/ticks.h"
#include "sched/words.h"
#include "base/kind.h"

#include <string.h>

/* For how long other nodes are left alone. */
enum { MIN_NS = 10000, MAX_NS = 1000000 };

static UCI_PER_WORKER uint64_t random_state;
static bool is_uniform; /* UCILK_VICTIM=random */
/* Nanoseconds; 0 if no attempt on another node has failed since the worker last
 * had work. */
static UCI_PER_WORKER uint64_t backoff;
static UCI_PER_WORKER uint64_t not_before; /* time of the next such attempt */
static UCI_PER_WORKER bool looks_far;      /* the next draw prefers far ones */
/* UCILK_VICTIM_ORDER, where UCI_IS_STUDY. */
static bool is_ring, is_last;
static UCI_PER_WORKER unsigned next_of_ring;
static UCI_PER_WORKER unsigned drawn, giver; /* the last one, if it had work */

void uci_victim_start(void)
{
    uint64_t stream = uci_options.sim_seed * UCI_MOST_WORKERS + uci_id + 1;
    random_state = stream * 0x9e3779b97f4a7c15u;
    is_uniform = strcmp(uci_options.victim, "random") == 0;
    backoff = not_before = 0;
    looks_far = false;
    if (UCI_IS_STUDY) {
        is_ring = strcmp(uci_options.victim_order, "ring") == 0;
        is_last = strcmp(uci_options.victim_order, "last") == 0;
        next_of_ring = uci_id;
        drawn = giver = UCI_VICTIM_NONE;
    }
}

/* A number below n, all equally likely. */
static unsigned draw(unsigned n)
{
    uint64_t number = uci_random_next(&random_state) >> 32;
    return (unsigned)(number * n >> 32);
}

/* One of n workers. */
static unsigned choose(unsigned n)
{
    return UCI_IS_STUDY && is_ring ? next_of_ring++ % n : draw(n);
}

static bool may_go_far(void)
{
    return (backoff == 0 || uci_nanoseconds() >= not_before) && !uci_is_lull();
}

static unsigned draw_near(void)
{
    unsigned i = uci_near_first + choose(uci_n_near - 1);
    return i < uci_id ? i : i + 1;
}

static unsigned draw_far(void)
{
    unsigned i = choose(uci_world->n_workers - uci_n_near);
    return i + ((int)i >= (int)uci_near_first ? uci_n_near : 0);
}

static unsigned draw_any(void)
{
    unsigned i = choose(uci_world->n_workers - 1);
    return i < uci_id ? i : i + 1;
}

static unsigned draw_one(void)
{
    if (uci_likely(uci_all_are_near()))
        return draw_near();
    if (is_uniform) {
        unsigned i = draw_any();
        return uci_is_near(i) || may_go_far() ? i : UCI_VICTIM_NONE;
    }
    bool has_near = uci_n_near > 1, prefers_far = looks_far;
    looks_far = false;
    if (has_near && !prefers_far &&
        draw((unsigned)uci_options.near_bias + 1) != 0)
        return draw_near();
    if (may_go_far())
        return draw_far();
    return has_near ? draw_near() : UCI_VICTIM_NONE;
}

unsigned uci_victim_draw(void)
{
    if (!UCI_IS_STUDY || !is_last)
        return draw_one();
    drawn = giver != UCI_VICTIM_NONE ? giver : draw_one();
    giver = UCI_VICTIM_NONE;
    return drawn;
}

unsigned uci_victim_foresee(unsigned most, uint32_t ns, bool *then_far)
{
    *then_far = false;
    if (uci_all_are_near() || uci_is_lull())
        return most;
    if (is_uniform || looks_far)
        return 0;
    uint64_t at = uci_nanoseconds();
    for (unsigned i = 0; i < most; i++, at += ns)
        if ((backoff == 0 || at >= not_before) &&
            (uci_n_near == 1 ||
             draw((unsigned)uci_options.near_bias + 1) == 0)) {
            *then_far = true;
            return i;
        }
    return most;
}

void uci_victim_failed(void)
{
    if (UCI_IS_SIM && !uci_options.sim_backoff)
        return;
    backoff = backoff == 0           ? MIN_NS
              : backoff < MAX_NS / 2 ? 2 * backoff
                                     : MAX_NS;
    not_before = uci_nanoseconds() + backoff;
}

void uci_victim_found(void)
{
    backoff = 0;
}

void uci_victim_gave(void)
{
    giver = drawn;
}

void uci_victim_look_far(void)
{
    looks_far = true;
}
