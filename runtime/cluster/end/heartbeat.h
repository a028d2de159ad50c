/* Ends the program when a rank has ended, or is not heard of for long. */
#ifndef UCI_HEARTBEAT_H
#define UCI_HEARTBEAT_H

#include "cluster/end/silence.h"

/* Starts it, in each rank; `place' says where each is. */
void uci_heartbeat_start(struct uci_place (*place)(unsigned rank));

#endif
