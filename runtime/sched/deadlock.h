/*
 * Deadlock: nobody runs, nothing is there to run, and somebody waits.  Rule F8
 * in docs/protocols/future.md.
 */
#ifndef UCI_DEADLOCK_H
#define UCI_DEADLOCK_H

#include <ucilk/abi.h>

/* Called by the watcher.  Ends the program with a list of those who wait, if
 * nobody can go on any more; returns where somebody might. */
void uci_deadlock_check(void);

/* The calling thread would wait for this at `place', and nobody else is
 * there. */
_Noreturn void uci_deadlock_alone(const struct ucilk_abi_task *task,
                                  const char *place);

#endif
