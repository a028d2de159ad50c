/*
 * Deadlock: nobody runs, nothing is there to run, and somebody waits.  Rule F8
 * in docs/protocols/future.md.
 */
#pragma once

#include "sched/future.h"

#include <ucilk/abi.h>

#include <stdbool.h>

/* Called by the watcher when it has armed.  Ends the program with a list of the
 * gets that wait, if nobody can go on any more; otherwise returns. */
void uci_deadlock_check(void);

/* N21: the same with workers on other nodes; each worker calls it while it is
 * idle and at no steal.  `has_worked': it has had a thread since the last
 * call. */
void uci_deadlock_poll(bool has_worked);

/* N21: worker 0 visits the entries of all workers, when all have answered. */
void uci_deadlock_each_far(uci_future_visit *visit, void *to);

/* Prints the list and ends the program. */
_Noreturn void uci_deadlock_report(void);

/* Ends the program: main would wait at `place' for the future of this task, and
 * nobody else runs. */
_Noreturn void uci_deadlock_alone(const struct ucilk_abi_task *task,
                                  const char *place);
