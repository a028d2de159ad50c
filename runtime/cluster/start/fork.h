/* fork in the program. */
#ifndef UCI_FORK_H
#define UCI_FORK_H

void uci_fork_start(void);

#endif
