/*
 * How far the clocks of nodes are ahead of each other's, for UCILK_TRACE.
 *
 * The first ranks of the nodes form the tree of world/rank_tree.h, by the
 * nodes' numbers.  Each asks its children for their clocks, one after the
 * other, once its parent has asked it.  So a rank takes part in one comparison
 * at a time, and all are over after O(log N).
 */
#ifndef UCI_CLUSTER_TRACE_CLOCKS_H
#define UCI_CLUSTER_TRACE_CLOCKS_H

#include "cluster/world/rank_tree.h"
#include "trace/trace_file.h"

/* The first ranks of the nodes below this rank's node; n is 0 in ranks that are
 * not the first of theirs. */
struct uci_clocks_children {
    uint32_t n, ranks[UCI_TREE_CHILDREN];
};

/* In rank 0: finds those of all ranks, where `node' has each one's node's first
 * rank.  `all' is filled with zeros. */
void uci_clocks_plan(const uint32_t *node, unsigned n,
                     struct uci_clocks_children *all);

/* Installs the handler, in each rank, before there are messages. */
void uci_clocks_start_messages(void);

/* Collective, at the start: compares the clocks of this rank's node and of
 * those below with their parents'. */
void uci_clocks_compare(const struct uci_clocks_children *children);

/* In rank 0, at the end: the same once more, while the others handle messages;
 * waits for so many milliseconds at most. */
void uci_clocks_compare_again(unsigned patience);

/* What the parent has found about this rank's clock, `here' its own, `there'
 * this rank's: at the start, or at the end.  `round' is 0 if there is nothing.
 */
const struct uci_trace_sync *uci_clocks_found(bool at_end);

#endif
