/*
 * The choice, at start, of how far memory is reached and how continuations of
 * other nodes are taken: by UCILK_ATOMICS, UCILK_STEAL and what the network can
 * do.
 */
#ifndef UCI_STRATEGY_H
#define UCI_STRATEGY_H

#include "net/transport.h"

#include <stdbool.h>

/* What the options say of one-sided operations; called before the transport is
 * opened. */
enum uci_net_rma uci_strategy_wants_rma(void);

/* True if memory has to be registered for them; called when nodes are known. */
bool uci_strategy_needs_rma(void);

/* Collective, after uci_am_start and before uci_assistant_start: chooses, and
 * sets the variables of far/far.h.  Under UCILK_VERBOSE=1 it prints what it has
 * chosen, and why. */
void uci_strategy_choose(void);

#endif
