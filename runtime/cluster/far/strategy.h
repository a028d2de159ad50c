/*
 * The choice, at start, of how far memory is reached and how continuations of
 * other nodes are taken: by UCILK_ATOMICS, UCILK_STEAL and what the network can
 * do.
 */
#pragma once

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

/* --- selftest.c: what the choice needs to know of the network --- */

struct uci_verdict {
    bool progresses; /* one-sided operations do while their target computes */
    bool is_atomic;  /* the network's atomics are atomic with the CPUs' */
    bool is_torn;    /* they were seen not to be; otherwise nobody knows */
};

/* This rank's node among all, which are numbered in the order of their workers;
 * set by start/nodes.c. */
extern struct uci_nodes {
    unsigned index, n;   /* the number of this one, and how many there are */
    unsigned n_of_first; /* workers of node 0 */
    unsigned last_first; /* the first worker of the last node */
} uci_nodes;

/* Collective, after uci_am_start and before there is an assistant.  The
 * transport has one-sided operations, and some ranks are far.  Atomics of a
 * network that does not progress are tested only for one who `needs_atomics'
 * all the same. */
struct uci_verdict uci_selftest(bool needs_atomics);
