/* What report/ needs of threads. */
#ifndef UCI_SEAM_REPORT_H
#define UCI_SEAM_REPORT_H

#include "seam/worker.h"

/* What a worker is, for messages. */
#define UCI_WORKER_KIND "thread"

/* UCILK_STATS: the clock starts; the end of the program.  A forked child says
 * nothing. */
void uci_stats_start(void);
void uci_stats_report(void);
void uci_stats_forget(void);
void uci_stats_count_own(void);
void uci_stats_report_death(void);

/* UCILK_TEST_TIMEOUT */
void uci_watchdog_start(unsigned long seconds);
void uci_watchdog_print(void);

/* Has the pool been started? */
bool uci_workers_started(void);

/* Where worker i stands: "in task `fib' spawned at fib.c:12". */
const char *uci_where_text(unsigned i, char text[256]);

/* Is a parallel region open? */
bool uci_is_parallel(void);

/* Stacks are not counted. */
static inline size_t uci_region_high_water(const struct uci_worker *w)
{
    (void)w;
    return 0;
}

static inline bool uci_am_awaited(char asked[64])
{
    (void)asked;
    return false;
}

#endif
