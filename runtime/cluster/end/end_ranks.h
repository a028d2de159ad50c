/* The end of all ranks. */
#ifndef UCI_END_RANKS_H
#define UCI_END_RANKS_H

/* In each rank, before there are messages. */
void uci_end_ranks_start(void);

/* Rank 0, at exit: ends the others, whose counters it has then. */
void uci_end_ranks(void);

#endif
