/* The transport in use.  See transport.h. */
#include "cluster/net/transport.h"

const struct uci_transport *uci_transport;
