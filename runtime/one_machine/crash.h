/*
 * Deadly signals: one line that names the worker, the task and, where a stack
 * or a deque ran into its guard, what to raise; then the system's own end.  See
 * crash.c.
 */
#ifndef UCI_CRASH_H
#define UCI_CRASH_H

#include "words/worker.h"

/* Handlers for the signals whose action is the default; the default again where
 * it is still ours.  The lock of pool.c is held. */
void uci_crash_start(void);
void uci_crash_end(void);

/* The calling thread, worker w, gets a signal stack; gets back its own at the end
 * of a region, if it had one; and at its own end. */
void uci_crash_enter(struct uci_worker *w);
void uci_crash_leave(struct uci_worker *w);
void uci_crash_forget(struct uci_worker *w);
/* The block w is about to go. */
void uci_crash_unmap(struct uci_worker *w);

#endif
