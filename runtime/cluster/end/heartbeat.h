/* Ends the program when a rank has ended, or is not heard of for long. */
#ifndef UCI_HEARTBEAT_H
#define UCI_HEARTBEAT_H

/* Starts it, in each rank; `host' is the name of its host, and stays. */
void uci_heartbeat_start(const char *host);

#endif
