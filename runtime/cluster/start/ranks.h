/* A rank becomes a worker. */
#ifndef UCI_RANKS_H
#define UCI_RANKS_H

#include "cluster/start/start.h"

/* Collective; `program' becomes rank 0's. */
void uci_ranks_join(struct uci_program *program);

/* When the C library's part has started: all can be reached. */
void uci_ranks_start(void);

#endif
