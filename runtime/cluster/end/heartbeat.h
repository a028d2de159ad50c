/* Ends the program when a rank has ended, or is not heard of for long. */
#ifndef UCI_HEARTBEAT_H
#define UCI_HEARTBEAT_H

/* Starts it, in each rank; `host' gives the name of a rank's host. */
void uci_heartbeat_start(const char *(*host)(unsigned rank));

#endif
