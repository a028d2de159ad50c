/*
 * Ready queues: suspended threads that any worker may resume.  Each worker has
 * one, newest first, under a lock.  They are not in the deque, whose order is
 * that of the stack.  Rules S5 and S6 in docs/protocols/suspend.md, N17 in
 * remote.md.
 */
#pragma once

#include "sched/thread.h"

/* Puts a list of threads, linked by `next', into the own queue. */
void uci_ready_push(uci_ref threads);

/* True if worker i's queue, which is near, has a thread that worker `runs' may
 * run. */
bool uci_ready_has(unsigned i, const struct uci_worker *runs);

/* Takes the newest thread that this worker may run from worker i's queue; 0 if
 * there is none, and, where i is far, also if somebody else has the lock. */
uci_ref uci_ready_take(unsigned i);

/* For a handler, which must not wait: takes the newest thread of the own queue.
 * False if there is none, if it lies on another node or was suspended in a
 * region after number `region', or if somebody else has the lock. */
bool uci_ready_try_take(uci_ref *thread, uint64_t region);
