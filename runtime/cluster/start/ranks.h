/* A rank becomes a worker: the start of a program of several ranks. */
#ifndef UCI_RANKS_H
#define UCI_RANKS_H

#include "cluster/start/start.h"

/* Collective: opens the transport, compares the ranks, and maps the memory.
 * *program becomes that of rank 0. */
void uci_ranks_join(struct uci_program *program);

/* Gives this rank rank 0's stack protector; see identity.h. */
void uci_ranks_take_canary(void);

/* Starts messages, strategies and the assistant, when the other parts of the
 * runtime have been started. */
void uci_ranks_start(void);

#endif
