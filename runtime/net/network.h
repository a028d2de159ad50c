/* The transports that there are, by name: all ranks open one, once, which sets
 * uci_transport.  The program ends with a message if that cannot be. */
#ifndef UCI_NETWORK_H
#define UCI_NETWORK_H

#include "net/transport.h"

/* MPI: the plug-in for the launcher's.  The launcher has started so many ranks,
 * or 0 if it is not known. */
void uci_network_open_mpi(unsigned long expected, enum uci_net_rma rma);

/* The simulated network, of so many ranks, which it forks. */
void uci_network_open_nic(unsigned ranks, enum uci_net_rma rma);

#endif
