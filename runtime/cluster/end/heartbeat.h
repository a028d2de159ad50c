/* Ends the program when a rank has ended, or is not heard of for long. */
#ifndef UCI_HEARTBEAT_H
#define UCI_HEARTBEAT_H

#include "cluster/end/silence.h"

/* Starts it, in each rank: the name of its host, a checksum that is equal for
 * those that see each other in /proc, and some of these. */
void uci_heartbeat_start(const char *host, uint64_t machine,
                         const unsigned witnesses[UCI_WITNESSES]);

#endif
