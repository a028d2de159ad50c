/*
 * Idle workers whose looks for work would find nothing are not simulated look
 * by look: it is drawn when the next one would go to another node, or the
 * worker would do something else, and until then it sleeps.  Whatever it could
 * find meanwhile ends that: a push or a ready thread on its node, a word that
 * somebody writes for it, a message.  Then it goes on with the next look.
 *
 * So long as no deque and no ready queue of a node holds anything its looks
 * differ in their victims alone, which do not matter.  Each look goes to
 * another node with the same probability (victim.c), so that a draw for many
 * can be thrown away when it is interrupted.
 *
 * And where looks are simulated most find a deque empty that was so when its
 * owner ran last.  Only the owner puts anything there; so that is noted, in
 * bytes that lie together: the workers' blocks lie far apart, and no cache
 * holds them.
 */
#include "study/sim/sim.h"

#include "base/message.h"
#include "base/options.h"
#include "base/relax.h"
#include "sched/deque.h"
#include "sched/victim.h"

#include <stdlib.h>

static struct node {
    unsigned n_asleep; /* workers that leave looks out */
    bool is_empty;     /* nothing has been pushed since all was found empty */
} *nodes;

static bool *are_empty; /* by worker: it held nothing when it ran last */

static bool holds_nothing(struct uci_worker *w)
{
    return !(uci_load_relaxed(&w->H) & UCI_LOCKED) && uci_deque_is_empty(w) &&
           !uci_load_relaxed(&w->ready);
}

void uci_sim_skip_note(const struct uci_sim_worker *w)
{
    are_empty[uci_sim_id(w)] = holds_nothing(w->block);
}

bool uci_finds_nothing(unsigned rank)
{
    if (!are_empty[rank])
        are_empty[rank] = holds_nothing(uci_peer(rank));
    return are_empty[rank];
}

/* True if there is nothing to take on the own node. */
static bool is_empty(struct node *node)
{
    for (unsigned k = 0; k < uci_n_near && !node->is_empty; k++)
        if (!holds_nothing(uci_peer(uci_near_first + k)))
            return false;
    return node->is_empty = true;
}

/* Leaves out n looks, or fewer if something comes; returns how many. */
static unsigned sleep_for(unsigned n, uci_sim_time look)
{
    struct uci_sim_worker *me = uci_sim_me;
    struct node *node = &nodes[uci_id / uci_sim_node];
    me->slept_at = me->clock;
    me->look = look;
    me->looks = n;
    node->n_asleep++;
    uci_sim_wait_until(me->clock + n * look);
    if (me->looks) { /* nobody has waked it */
        me->looks = 0;
        node->n_asleep--;
    }
    n = (unsigned)((me->clock - me->slept_at) / look);
    if (uci_n_near > 1)
        uci_self.counters.failed_empty += n;
    return n;
}

unsigned uci_skip_looks(unsigned most, uint32_t ns)
{
    ns += uci_n_near > 1 ? UCI_SIM_LOOK_NS : UCI_SIM_RECEIVE_NS;
    if (uci_sim_may_run(ns) || uci_sim_me->inbox || *uci_options.test_steal ||
        !is_empty(&nodes[uci_id / uci_sim_node]))
        return 0;
    bool then_far;
    unsigned n = uci_victim_foresee(most, ns, &then_far), n_over = 0;
    if (n > 0)
        n_over = sleep_for(n, ns * UCI_SIM_NS);
    if (then_far && n_over == n)
        uci_victim_look_far();
    return n_over;
}

void uci_sim_skip_end(struct uci_sim_worker *w, uci_sim_time at)
{
    if (!w->looks)
        return;
    uci_sim_time slept = at > w->slept_at ? at - w->slept_at : 0;
    uci_sim_time n = (slept + w->look - 1) / w->look;
    if (n < w->looks)
        uci_sim_run_at(w, w->slept_at + n * w->look);
    w->looks = 0;
    nodes[uci_sim_id(w) / uci_sim_node].n_asleep--;
}

void uci_skip_end(unsigned rank)
{
    uci_sim_skip_end(uci_sim_workers + rank, uci_sim_me->clock);
}

void uci_skip_end_on_node(void)
{
    struct node *node = &nodes[uci_id / uci_sim_node];
    node->is_empty = false;
    for (unsigned k = 0; k < uci_n_near && node->n_asleep; k++)
        uci_skip_end(uci_near_first + k);
}

void uci_sim_skip_start(void)
{
    unsigned n = (uci_sim_n + uci_sim_node - 1) / uci_sim_node;
    nodes = calloc(n, sizeof *nodes);
    are_empty = calloc(uci_sim_n, sizeof *are_empty);
    if (!nodes || !are_empty)
        uci_fatal("no memory for %u virtual nodes", n);
}
