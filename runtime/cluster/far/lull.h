/*
 * A lull: only main runs, and no rank has work or can get any until a region
 * begins, of which a message tells.  Then idle workers sleep until they are
 * woken, and assistants look seldom.  Rule N23 in docs/protocols/remote.md.
 *
 * Rank 0 numbers the messages that begin regions.  When none has been open for
 * a while it tells all ranks the number of the last one.  A rank is in a lull
 * while that is also the last one that it has seen.
 */
#pragma once

#include "base/atomics.h"

#include <stdbool.h>
#include <stdint.h>

/* The newest message that has been seen here, or sent by rank 0; and the newest
 * one at which all was over. */
extern _Atomic uint64_t uci_lull_newest, uci_lull_over;

static inline bool uci_is_lull(void)
{
    return uci_load_seqcst(&uci_lull_newest) == uci_load_seqcst(&uci_lull_over);
}

/* How long an idle worker may sleep, in nanoseconds: its assistant looks for
 * messages, but under UCILK_ATOMICS=am, where only workers do. */
long uci_lull_longest(void);

/* Installs the handler; before uci_am_start.  `is_calm' says in rank 0 whether
 * only main runs (uci_home_is_calm). */
void uci_lull_start(bool (*is_calm)(void));

/* A message that begins a region is about to be sent by rank 0, or has come.
 * Wakes the assistant; the caller wakes the worker. */
void uci_lull_end(uint64_t number);

/* In the assistant, at every look: in rank 0, tells the others that all is
 * over. */
void uci_lull_look(void);
/* Sleeps for at most so many microseconds, until the lull ends. */
void uci_lull_doze(unsigned microseconds);
