/*
 * Deadlock: nobody runs, nothing is there to run, and somebody waits.  Rule F8
 * in docs/protocols/future.md.
 */
#ifndef UCI_DEADLOCK_H
#define UCI_DEADLOCK_H

#include <ucilk/abi.h>

#include <stdbool.h>

/* Called by the watcher.  Ends the program with a list of those who wait, if
 * nobody can go on any more; returns where somebody might. */
void uci_deadlock_check(void);

/* The same with workers on other nodes, called by each that is idle and at no
 * steal; `has_worked': it has had a thread since the last time. */
void uci_deadlock_poll(bool has_worked);

/* The list, and the end of the program. */
_Noreturn void uci_deadlock_report(void);

/* The calling thread would wait for this at `place', and nobody else is
 * there. */
_Noreturn void uci_deadlock_alone(const struct ucilk_abi_task *task,
                                  const char *place);

#endif
