/* Signals of a program that is many processes: see signals.c. */
#ifndef UCI_SIGNALS_H
#define UCI_SIGNALS_H

#include "libc/libc.h"

/* What this process does on a signal, and nobody else; as sigaction. */
int uci_signals_set_own(int number, const struct sigaction *new,
                        struct sigaction *old);
/* A handler of the runtime's own, which the program sees as SIG_DFL. */
void uci_signals_hide(void (*handler)(int, siginfo_t *, void *));

void uci_signals_start_workers(void);
void uci_signals_start_worker(void); /* after its own mask is set */
void uci_signals_catch_up(void);
void uci_signals_fork_child(void);

#endif
