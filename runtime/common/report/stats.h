/* UCILK_STATS: what the workers have counted. */
#ifndef UCI_STATS_H
#define UCI_STATS_H

#include <stdint.h>

/* The clock starts; when it did, as a time stamp. */
void uci_stats_start(void);
uint64_t uci_stats_began(void);
/* A rank of a cluster, at its end: into its block. */
void uci_stats_count_own(void);
/* At the end of the program. */
void uci_stats_report(void);
/* A worker process has died: in test builds only. */
void uci_stats_report_death(void);
/* A forked child reports nothing. */
void uci_stats_forget(void);

#endif
