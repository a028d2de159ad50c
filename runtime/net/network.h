/* The transports that there are, by name: all ranks open one, once, which sets
 * uci_transport.  The program ends with a message if that cannot be. */
#pragma once

#include "net/transport.h"

#include <stddef.h>

/* MPI: the plug-in for the launcher's.  The launcher has started so many ranks,
 * or 0 if it is not known. */
void uci_network_open_mpi(unsigned long expected, enum uci_net_rma rma);

/* The simulated network, of so many ranks, which it forks. */
void uci_network_open_nic(unsigned ranks, enum uci_net_rma rma);

/* --- share.c: what rank 0 gives to all others at the start --- */

/* Collective: returns rank 0's bytes, of any number, which becomes *size.  In
 * rank 0 they are `bytes'; in the others a new block, which is malloc's. */
char *uci_net_share(char *bytes, size_t *size);

/* Collective: the UCILK_ variables of the environment become those of rank 0,
 * and the options are read once more. */
void uci_net_share_options(void);
