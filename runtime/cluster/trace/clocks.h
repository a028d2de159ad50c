/*
 * How far the clocks of other nodes are ahead of rank 0's, for UCILK_TRACE.
 *
 * All nodes compare at the same time: the first rank of each with its parent in
 * the tree of uci_am_send_on, whose node's first rank is a lower one.  So the
 * clocks of at most log P nodes lie between any and rank 0's.  What they find
 * comes up the tree, a row for each rank, in the order of ranks.
 */
#ifndef UCI_CLUSTER_TRACE_CLOCKS_H
#define UCI_CLUSTER_TRACE_CLOCKS_H

#include "common/trace/trace_file.h"

/* Installs the handler, in each rank, before there are messages. */
void uci_clocks_start_messages(void);

/* In the first rank of a node, not in rank 0: begins to ask the parent for its
 * clock, some times, for 0.2 s or a little longer, and keeps the shortest round
 * trip.  In the own row `here' is the parent's clock, `there' the own.
 * Whichever thread polls goes on with it, and calls `then' at its end. */
void uci_clocks_compare(void (*then)(void));

/* Collective: the same, until rank 0 has the rows of all. */
void uci_clocks_gather(void);

/* Sends the rows of this rank and those below it, which have come, to the
 * parent; not in rank 0. */
void uci_clocks_send(void);
/* In rank 0: the rows of all, by their numbers. */
const struct uci_trace_sync *uci_clocks_rows(void);
/* Forgets them, for another comparison. */
void uci_clocks_clear(void);

#endif
