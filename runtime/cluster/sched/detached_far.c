/*
 * The count of detached futures with workers on other nodes.  See
 * sched/detached.h; rule N16 in docs/protocols/remote.md.
 *
 * A rank's word `present' is 2 for each detached future in its pool and each
 * child in the tree of ranks that has some, and 1 if its parent counts it.
 * Rank 0's is `detached'.  A future's begin costs an atomic on the own word,
 * and its end one on that of the entry's owner.  Only a rank that has had none
 * goes up the tree, as far as the ranks have none.  A rank that has none any
 * more leaves its parent when it is idle.
 */
#include "sched/detached.h"

#include "sched/gather.h"
#include "sched/words.h"

enum { COUNTED = 1, ONE = 2, NOBODY = -1 };

static_assert(UCI_NET_RANKS <= 1 << UCI_TREE_BITS * UCI_TREE_DIGITS,
              "a rank's number has so many digits");

/* The rank on which this worker has posted its last decrements, or NOBODY. */
static UCI_PER_WORKER int posted_on = NOBODY;

static _Atomic uint64_t *present(unsigned rank)
{
    return &uci_peer(rank)->tree.present;
}

static void take_off(unsigned rank)
{
    if (rank == uci_home_rank())
        uci_detached_lower();
    else
        uci_word_fetch_add(rank, present(rank), -(uint64_t)ONE);
}

/* Counts a future or a child of that rank.  Whoever finds nothing there goes
 * up, and marks the rank when its parent counts it.  Others do not wait for
 * that: until then the creator for whose sake somebody goes up has not gone on,
 * so main, or a future that is counted, has not ended. */
static void add(unsigned rank)
{
    if (rank == uci_home_rank()) {
        uci_detached_raise(rank);
        return;
    }
    if (uci_word_fetch_add(rank, present(rank), ONE) != 0)
        return;
    uci_self.counters.detached_ranks++;
    add(uci_tree_parent(rank));
    uci_point(detached_counted);
    uci_word_fetch_add(rank, present(rank), COUNTED);
}

void uci_detached_add_far(void)
{
    uci_gather_keep();
    add(uci_id);
}

void uci_detached_undo_far(void)
{
    take_off(uci_id);
}

/* N21: waits for what this worker has posted. */
static void complete(void)
{
    if (posted_on != NOBODY)
        uci_far_flush((unsigned)posted_on);
    posted_on = NOBODY;
}

void uci_detached_end_far(unsigned owner)
{
    if (posted_on != (int)owner)
        complete();
    uci_word_add(owner, present(owner), -(uint64_t)ONE);
    if (!uci_word_is_here(owner))
        posted_on = (int)owner;
}

bool uci_detached_leave(void)
{
    uint64_t none = COUNTED;
    if (uci_likely(uci_load_acquire(present(uci_id)) != COUNTED))
        return false;
    uci_gather_note(); /* N25: before the parent can leave */
    if (!uci_word_cas(uci_id, present(uci_id), &none, 0))
        return false;
    uci_point(detached_leaves);
    take_off(uci_tree_parent(uci_id));
    return true;
}

bool uci_detached_is_settled(void)
{
    complete();
    return uci_load_acquire(present(uci_id)) != COUNTED;
}
