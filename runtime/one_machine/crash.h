/*
 * Deadly signals: a message names the worker, the task and, if a stack or a
 * deque ran into its guard, what to raise; then the process ends as it would
 * without us.  See crash.c.
 */
#pragma once

#include "sched/worker.h"

/* Installs handlers for the signals whose action is the default.  The lock of
 * pool.c is held. */
void uci_crash_start(void);
/* Sets the default again for those whose handler is still ours; the same lock
 * is held. */
void uci_crash_end(void);

/* Gives the calling thread, worker w, a signal stack. */
void uci_crash_enter(struct uci_worker *w);
/* Called at the end of its region: gives the thread back its own, if it had
 * one. */
void uci_crash_leave(struct uci_worker *w);
/* Called at its end: takes ours away. */
void uci_crash_forget(struct uci_worker *w);
/* Unmaps the signal stack, before the block w is unmapped. */
void uci_crash_unmap(struct uci_worker *w);
