/* How the program was started: by itself, or as one of several ranks; and its
 * transport. */
#ifndef UCI_LAUNCH_H
#define UCI_LAUNCH_H

#include <stdbool.h>

/* Decides, at the very start.  For equal addresses the process may execute
 * itself again here. */
void uci_launch_decide(char **argv, char **environment);
/* True if this is one of several ranks, or forks them. */
bool uci_launch_is_cluster(void);

/* True if the transport forks the other ranks. */
bool uci_launch_forks(void);

/* Collective: opens the transport and sets uci_transport; ends the program with
 * a message if it cannot. */
void uci_launch_connect(void);

/* UCILK_VERBOSE: prints the transport, described by `text', and why it was
 * chosen. */
void uci_launch_report(const char *text);

#endif
