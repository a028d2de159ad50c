/*
 * The file of UCILK_TRACE in programs for clusters: trace/trace_file.h.
 *
 * Worker 0 makes it, with a ring for each worker, and the workers of its node
 * map it.  A rank of another node, or one that cannot open it, has a file of
 * its own, a part, FILE.RANK.  At the end it sends the events to rank 0, and
 * removes it.  So a program that ends in order leaves one file; after any other
 * end the parts are there, too.
 */
#pragma once

#include "cluster/world/rank_tree.h"
#include "sched/worker.h"
#include "trace/trace_file.h"

/* In worker 0, before the others are cloned: makes the file if the option asks
 * for it; ends the program if it cannot. */
void uci_trace_start_workers(void);

/* The same with a network; collective.  `host' is the name of this rank's. */
void uci_trace_start_ranks(const char *host);

/* At the end of another rank: sends its events to rank 0, if these are in a
 * part; returns in how many messages.  In the handler of a message, so that it
 * may run in the assistant. */
uint64_t uci_trace_send(void);
/* When rank 0 has them: removes the part. */
void uci_trace_remove_part(void);
/* In rank 0: how many messages with events have come. */
uint64_t uci_trace_n_received(void);

/* In worker 0: the program ends, and the others are still there: notes when,
 * and compares the clocks once more. */
void uci_trace_end(void);
/* In worker 0: the others have ended, and the trace is complete. */
void uci_trace_complete(void);

/* Called in a forked child, which writes no trace: the file is its parent's. */
void uci_trace_forget(void);

/* --- clocks.c --- */

/*
 * How far the clocks of nodes are ahead of each other's, for UCILK_TRACE.
 *
 * The first ranks of the nodes form the tree of world/rank_tree.h, by the
 * nodes' numbers.  Each asks its children for their clocks, one after the
 * other, once its parent has asked it.  So a rank takes part in one comparison
 * at a time, and all are over after O(log N).
 */

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
