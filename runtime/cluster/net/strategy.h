/*
 * How far memory is reached, and how continuations of other nodes are taken:
 * chosen at start, from UCILK_ATOMICS, UCILK_STEAL and what the network can
 * do.
 */
#ifndef UCI_STRATEGY_H
#define UCI_STRATEGY_H

#include <stdbool.h>

/* Before the transport is opened: its host's wants_rma. */
bool uci_strategy_wants_rma(void);

/* Collective, after uci_am_start and before uci_assistant_start: sets what
 * net/far.h declares.  Says what it has chosen, and why, under
 * UCILK_VERBOSE=1. */
void uci_strategy_choose(void);

#endif
