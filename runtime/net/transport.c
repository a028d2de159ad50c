/* The transport in use.  See transport.h. */
#include "net/transport.h"

const struct uci_transport *uci_transport;
