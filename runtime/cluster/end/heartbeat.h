/* Ends the program when a rank is not heard of for long. */
#ifndef UCI_HEARTBEAT_H
#define UCI_HEARTBEAT_H

/* `host' names the host of a rank. */
void uci_heartbeat_start(const char *(*host)(unsigned rank));

#endif
