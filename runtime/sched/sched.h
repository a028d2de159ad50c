/* The scheduler: what a worker without a thread does. */
#ifndef UCI_SCHED_H
#define UCI_SCHED_H

#include "net/worker.h"

/* Looks for work until there is some; on the scheduler's stack. */
_Noreturn void uci_sched_loop(void);

/* Book-keeping when the worker gets a thread. */
void uci_sched_leave(void);

/* Starts this worker's part of the scheduler: heap, random victims. */
void uci_sched_start(void);

/* Called by the scheduler when the program is done; set by start/. */
extern void (*uci_sched_done)(void) __attribute__((noreturn));

/* Is any other worker looking for work? */
bool uci_sched_has_idle_peer(void);

/* What runs in worker w: its task, or NULL for main or none. */
const struct ucilk_abi_task *uci_sched_task_of(struct uci_worker *w);

#endif
