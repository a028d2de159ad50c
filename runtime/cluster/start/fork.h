/* fork in the program.  See fork.c. */
#ifndef UCI_FORK_H
#define UCI_FORK_H

/* Registers the handlers around fork; before main. */
void uci_fork_start(void);

#endif
