/*
 * Ready queues: suspended threads that anybody may go on with.  One a worker,
 * newest first, under a lock.  Never the deque: its order is the stack's.
 */
#ifndef UCI_READY_H
#define UCI_READY_H

#include "seam/thread.h"

/* Into the own queue: a list of them, by `next'. */
void uci_ready_push(uci_ref threads);

/* The newest of worker i's queue, or 0; where i is far also if somebody else
 * has its lock. */
uci_ref uci_ready_take(unsigned i);

/* For a handler, which waits for nothing: the newest of the own queue, if it
 * lies on this node and is of a region up to that.  False: it is not to be had
 * now. */
bool uci_ready_try_take(uci_ref *thread, uint64_t region);

#endif
