/*
 * The simulated network, for tests: ranks are processes that the first one
 * forks, and each has a helper process that plays its network card.  The ranks'
 * memory is private to each; all goes through the wire (wire.h), which they
 * share.
 */
#ifndef UCI_NIC_H
#define UCI_NIC_H

#include "net/transport.h"

/*
 * Called once, by a process with one thread and empty stdio buffers.  The
 * caller is rank 0; it forks the others, and all ranks return from here.  The
 * program's wait() does not see the others.  They end when rank 0 ends.  If one
 * is killed rank 0 prints a message and ends with 128 + signal; if one leaves
 * by _exit before `finish', rank 0 ends with its status.
 */
const struct uci_transport *uci_nic_open(const struct uci_net_host *host,
                                         unsigned ranks);

#endif
