/*
 * The simulated network: ranks are processes that the first one forks, and
 * each has a helper process that plays its network card.
 *
 * For tests, and for looking at protocols without MPI.  The ranks' memory is
 * private to each but for the wire (wire.h), through which everything goes.
 */
#ifndef UCI_NIC_H
#define UCI_NIC_H

#include "cluster/net/transport.h"

/*
 * Called once, by a process with one thread and with nothing in its stdio
 * buffers: forks ranks - 1 others, each of which returns from here, too.  Rank
 * 0 is the caller.  They do not appear to the program's wait(), end with rank
 * 0, and take it with them: where one is killed rank 0 says so and ends with
 * 128 + signal, where one leaves by _exit before `finish', with its status.
 */
const struct uci_transport *uci_nic_open(const struct uci_net_host *host,
                                         unsigned ranks);

#endif
