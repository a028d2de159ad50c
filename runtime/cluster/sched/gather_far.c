/*
 * Views that are left in futures' entries of other nodes.  See
 * sched/gather.h; rule N25 in docs/protocols/remote.md.
 *
 * Rank 0 asks those of its children in the tree of ranks that have noted that
 * their subtrees may keep views, and these ask theirs.  Each appends what it
 * keeps and what its children bring, one set after another, and brings the
 * result to its parent.  Where nobody has had a detached future nobody is
 * asked.
 */
#include "sched/gather.h"

#include "sched/future.h"
#include "sched/strand_views.h"
#include "sched/words.h"

static UCI_PER_WORKER bool
    keeps; /* this rank's pool, since it was asked last */
static UCI_PER_WORKER bool is_noted; /* at the parent, since then */

static struct uci_tree *tree_of(unsigned rank)
{
    return &uci_peer(rank)->tree;
}

void uci_gather_keep(void)
{
    keeps |= uci_views_are_used();
}

void uci_gather_note(void)
{
    /* Acquire: with the child's uci_word_fetch_add below. */
    if (is_noted || (!keeps && !uci_load_acquire(&tree_of(uci_id)->keeps)))
        return;
    unsigned parent = uci_tree_parent(uci_id);
    uci_word_fetch_add(parent, &tree_of(parent)->keeps,
                       (uint64_t)1 << uci_tree_position(uci_id));
    is_noted = true;
}

/* The set that the child at that position brings, or 0. */
static uci_ref await(unsigned position)
{
    uci_ref set;
    /* Acquire: with the store in uci_gather_bring. */
    while (!(set = uci_load_acquire(&tree_of(uci_id)->brought[position])) &&
           !uci_load_acquire(&uci_world->done))
        uci_net_relax();
    return set;
}

/* Appends what this rank's subtree keeps to the set in place. */
void uci_gather_all(void)
{
    struct uci_tree *own = tree_of(uci_id);
    uint64_t children = uci_word_exchange(uci_id, &own->keeps, 0), left;
    for (left = children; left; left &= left - 1) {
        unsigned position = (unsigned)__builtin_ctzl(left);
        unsigned child = uci_tree_child(uci_id, position);
        uci_store_relaxed(&own->brought[position], 0);
        uci_word_store(child, &tree_of(child)->wanted, 1);
        uci_self.counters.views_asked++;
    }
    uci_future_append_left(uci_id);
    keeps = is_noted = false;
    for (left = children; left; left &= left - 1)
        uci_views_append(await((unsigned)__builtin_ctzl(left)));
}

void uci_gather_bring(void)
{
    struct uci_tree *own = tree_of(uci_id);
    if (uci_likely(!uci_load_acquire(&own->wanted)))
        return;
    uci_tally(views_brought);
    uci_store_relaxed(&own->wanted, 0);
    uci_views_begin();
    uci_gather_all();
    unsigned parent = uci_tree_parent(uci_id);
    uci_word_store(parent, &tree_of(parent)->brought[uci_tree_position(uci_id)],
                   uci_views_copy());
}
