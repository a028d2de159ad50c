/* How the program was started, as one machine's or as a rank of several. */
#ifndef UCI_LAUNCH_H
#define UCI_LAUNCH_H

#include <stdbool.h>

/* At the very start; the process may execute itself again here, for equal
 * addresses. */
void uci_launch_decide(char **argv, char **environment);
bool uci_launch_is_cluster(void);

/* Does the transport fork the other ranks? */
bool uci_launch_forks(void);

/* Collective: sets uci_transport; or ends the program with a message. */
void uci_launch_connect(void);

/* UCILK_VERBOSE: the transport, described by `text', and why it is that. */
void uci_launch_report(const char *text);

#endif
