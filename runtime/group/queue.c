/* The node's queue.  See group.h. */
#include "group/group.h"

#include "base/lock.h"
#include "base/ticks.h"
#include "sched/idle.h"

enum { PATIENCE_NS = 1000000 }; /* G6; more than a watcher sleeps (I3) */

static _Atomic uint32_t lock;
/* Under the lock. */
static struct uci_group *newest, *oldest;
static uint64_t n_queued; /* ever */
static _Atomic uint64_t length;
/* G5: what others want of this node; nothing while `wanted' is 0. */
static _Atomic uint64_t wanted;
static uint64_t keep;
static uint64_t lonely_since; /* the courier's: when it saw that group alone */
static uint64_t lonely;       /* its number */

uint64_t uci_queue_length(void)
{
    return uci_load_acquire(&length);
}

/* Takes out the newest or the oldest. */
static struct uci_group *take_out(struct uci_group *g)
{
    *(g->older ? &g->older->newer : &oldest) = g->newer;
    *(g->newer ? &g->newer->older : &newest) = g->older;
    uci_store_release(&length, uci_load_relaxed(&length) - 1);
    return g;
}

/* G5: takes out what is wanted, the oldest first, but for `but' groups; returns
 * them as a list by `newer', or NULL.  Then the want is answered. */
static struct uci_group *take_wanted(uint64_t but)
{
    struct uci_group *first = NULL, *last = NULL;
    uint64_t n = uci_load_relaxed(&wanted);
    for (; n > 0 && uci_load_relaxed(&length) > but; n--) {
        struct uci_group *g = take_out(oldest);
        g->newer = NULL;
        if (last)
            last->newer = g;
        else
            first = g;
        last = g;
    }
    if (first)
        uci_store_release(&wanted, 0);
    return first;
}

void uci_queue_put(struct uci_group *g)
{
    uci_spin_lock(&lock);
    g->queued = ++n_queued;
    g->older = newest;
    g->newer = NULL;
    if (newest)
        newest->newer = g;
    else
        oldest = g;
    newest = g;
    /* Sequentially consistent: the length, then `naps' and `armed' (I3, I5); a
     * sleeper writes those, then looks for groups. */
    uci_store_seqcst(&length, uci_load_relaxed(&length) + 1);
    struct uci_group *given =
        uci_load_relaxed(&wanted) ? take_wanted(keep) : NULL;
    uci_spin_unlock(&lock);
    uci_idle_notify();
    uci_idle_wake_one();
    if (given)
        uci_balance_hand_over(given);
}

struct uci_group *uci_queue_take(uint64_t *left)
{
    struct uci_group *g = NULL;
    if (uci_load_acquire(&length) == 0)
        return NULL;
    uci_spin_lock(&lock);
    if (newest)
        g = take_out(newest);
    *left = uci_load_relaxed(&length);
    uci_spin_unlock(&lock);
    return g;
}

static bool is_own(const struct uci_group *g, uci_ref entry, unsigned home)
{
    return g && g->entry == entry && g->home == home &&
           g->owner == uci_node.rank;
}

struct uci_group *uci_queue_take_own(uci_ref entry, unsigned home,
                                     uint64_t *left)
{
    struct uci_group *g = NULL;
    if (uci_load_acquire(&length) == 0)
        return NULL;
    uci_spin_lock(&lock);
    if (is_own(newest, entry, home))
        g = take_out(newest);
    else if (is_own(oldest, entry, home))
        g = take_out(oldest);
    *left = uci_load_relaxed(&length);
    uci_spin_unlock(&lock);
    return g;
}

void uci_queue_want(uint64_t but, uint64_t n)
{
    uci_spin_lock(&lock);
    keep = but;
    uci_store_release(&wanted, n);
    struct uci_group *given = take_wanted(keep);
    uci_spin_unlock(&lock);
    if (given)
        uci_balance_hand_over(given);
}

bool uci_queue_look(void)
{
    struct uci_group *given = NULL;
    if (uci_load_acquire(&wanted) == 0 || uci_load_acquire(&length) == 0)
        return false;
    uint64_t now = uci_nanoseconds();
    uci_spin_lock(&lock);
    if (oldest && keep <= 1 && oldest->queued == lonely &&
        now - lonely_since > PATIENCE_NS) {
        given = take_wanted(0);
    } else if (oldest && oldest->queued != lonely) {
        lonely = oldest->queued;
        lonely_since = now;
    }
    uci_spin_unlock(&lock);
    if (!given)
        return true;
    uci_balance_hand_over(given);
    if (uci_group_any_sleeps()) /* G5: it does not look again, either */
        uci_balance_ask(true);
    return true;
}
