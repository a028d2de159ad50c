/* The end of all ranks of a program: see docs/protocols/home.md. */
#ifndef UCI_END_RANKS_H
#define UCI_END_RANKS_H

/* Installs handlers of messages and of exit; in each rank, before there are
 * messages. */
void uci_end_ranks_start(void);

/* Called by rank 0 at exit: ends the others and takes their counters. */
void uci_end_ranks(void);

#endif
