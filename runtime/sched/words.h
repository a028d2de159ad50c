/*
 * Words and bytes of other workers.  In one process these are loads, stores and
 * atomics; in programs for clusters a worker may be on another node.
 * cluster/far/far.h says what each name does.
 */
#pragma once

#ifndef UCILK_ABI_CLUSTER
#include "one_machine/near_words.h"
#else
#include "cluster/far/am.h"
#include "cluster/far/lull.h"
#include "cluster/far/far.h"

/* True if main could be lingering.  Without a network all workers share
 * *uci_outermost (1 is UCI_HOME_LINGERS); with one only rank 0 knows. */
static inline bool uci_home_may_linger(void)
{
    return uci_load_relaxed(uci_outermost) == 1 || uci_transport;
}

/* N18: ends the nap of the worker that main comes home to, where workers nap by
 * themselves. */
static inline void uci_home_wake(unsigned home)
{
    if (!uci_all_are_near())
        uci_am_wake(home);
}

/* If there are several ranks, ends them all and does not return. */
static inline void uci_abort_ranks(int status)
{
    if (uci_transport)
        uci_transport->abort(status);
}

#endif
