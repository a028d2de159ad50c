/*
 * A network for tests: all ranks are this one process, which is rank uci_id
 * until the test sets that to another.  What is sent waits in the mailbox of
 * the rank that it is for.  Where a rank receives and has nothing, all others
 * receive one message each: so a rank that waits for an answer gets it.
 */
#ifndef FAKE_H
#define FAKE_H

#include "cluster/net/am.h"

#include <stdbool.h>

enum { FAKE_MEMORY = 1 << 16, FAKE_MOST_RANKS = 128 };

/* Becomes rank 0 of n; the first two have memory, of zeros. */
void fake_start(unsigned n_ranks);

/* The rank's memory. */
char *fake_memory(unsigned rank);

/* How many messages of this kind have been sent since the start; and how many
 * wait for a rank. */
unsigned fake_n_sent(enum uci_am kind);
unsigned fake_n_waiting(unsigned rank);

/* Drops what waits for a rank. */
void fake_drop(unsigned rank);

#endif
