/* Words and bytes of other workers: cluster/net/far.h. */
#ifndef UCI_SEAM_FAR_H
#define UCI_SEAM_FAR_H

#include "cluster/net/am.h"
#include "cluster/net/lull.h"
#include "cluster/net/far.h"

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
