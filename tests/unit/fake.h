/*
 * A network for tests: one process plays all ranks.  It is rank uci_id, which
 * the test changes.  A message waits in the mailbox of its receiver.  If a rank
 * receives and its mailbox is empty, every other rank receives one message: so
 * a rank that waits for an answer gets it.
 */
#pragma once

#include "cluster/far/am.h"

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
