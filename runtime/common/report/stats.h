/* UCILK_STATS: the sums of the workers' counters, and the check for leaks of
 * test builds. */
#ifndef UCI_STATS_H
#define UCI_STATS_H

#include <stdint.h>

/* Starts the clock. */
void uci_stats_start(void);
/* The time stamp at which it was started. */
uint64_t uci_stats_began(void);
/* Called by a rank at its end: counts what is not counted as it happens, into
 * its own block. */
void uci_stats_count_own(void);
/* Prints the statistics, at the end of the program. */
void uci_stats_report(void);
/* Prints them when a worker process has died; in test builds only. */
void uci_stats_report_death(void);
/* Called in a forked child: it reports nothing. */
void uci_stats_forget(void);

#endif
