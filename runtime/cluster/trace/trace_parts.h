/*
 * The file of UCILK_TRACE in programs for clusters: trace/trace_file.h.
 *
 * Worker 0 makes it, with a ring for each worker, and the workers of its node
 * map it.  A rank of another node, or one that cannot open it, has a file of
 * its own, a part, FILE.RANK.  At the end it sends the events to rank 0, and
 * removes it.  So a program that ends in order leaves one file; after any other
 * end the parts are there, too.
 */
#ifndef UCI_CLUSTER_TRACE_H
#define UCI_CLUSTER_TRACE_H

#include "sched/worker.h"

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

#endif
