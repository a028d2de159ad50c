/* Words and bytes of other workers: cluster/net/far.h. */
#ifndef UCI_SEAM_FAR_H
#define UCI_SEAM_FAR_H

#include "cluster/net/far.h"

/* Could main be between regions?  Without a network *uci_outermost is
 * everybody's word; 1 is UCI_HOME_LINGERS. */
static inline bool uci_home_may_linger(void)
{
    return uci_load_relaxed(uci_outermost) == 1 || uci_transport;
}

/* Ends all ranks, and does not return, where there are several. */
static inline void uci_abort_ranks(int status)
{
    if (uci_transport)
        uci_transport->abort(status);
}

#endif
