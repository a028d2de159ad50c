/* The heartbeat of a rank, and its watch over the one before it on its node. */
#ifndef UCI_MATE_H
#define UCI_MATE_H

#include "net/heartbeat.h"

/* Starts both: uci_heartbeat_start. */
void uci_mate_start(const char *host, const unsigned witnesses[UCI_WITNESSES]);

#endif
