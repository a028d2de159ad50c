/*
 * Ready queues: suspended threads that anybody may go on with.  One a worker,
 * newest first, under a lock.  Never the deque: its order is the stack's.
 */
#ifndef UCI_READY_H
#define UCI_READY_H

#include "sched/thread.h"

/* Into the own queue: a list of them, by `next'. */
void uci_ready_push(struct uci_suspended *threads);

/* The newest of worker w's queue, or NULL. */
struct uci_suspended *uci_ready_take(struct uci_worker *w);

#endif
