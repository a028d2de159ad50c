/* UCILK_STATS: the sums of the workers' counters, and the check for leaks of
 * test builds. */
#pragma once

#include "trace/counters.h"
#include "trace/points.h"

#include <stddef.h>
#include <stdint.h>

struct ucilk_abi_task;

/* What one worker or several have done. */
struct uci_stats {
    struct uci_counters total;
    uint64_t never_got; /* futures with consumers left, and one's task */
    const struct ucilk_abi_task *one_never_got;
    size_t stack_peak, evac_peak, futures_peak; /* the largest of any worker */
    size_t evac_peaks, futures_peaks;           /* the sum of all workers' */
    unsigned n_workers;
#ifdef UCI_TEST_BUILD
    uint64_t hits[UCI_N_POINTS];
#endif
    /* Of the whole run, in the report. */
    double seconds, idle_seconds, handler_seconds;
    double join_seconds; /* from readiness to resumption, mean */
};

/* Starts the clock. */
void uci_stats_start(void);
/* The time stamp at which it was started. */
uint64_t uci_stats_began(void);
/* Called by a rank at its end: adds what its worker has done. */
void uci_stats_add_own(struct uci_stats *s);
/* Adds what others have done. */
void uci_stats_merge(struct uci_stats *s, const struct uci_stats *more);
/* Takes the sums of all ranks, in rank 0, for the report; they stay. */
void uci_stats_take(const struct uci_stats *all);
/* Prints the statistics, at the end of the program. */
void uci_stats_report(void);
/* Prints them when a worker process has died; in test builds only. */
void uci_stats_report_death(void);
/* Called in a forked child: it reports nothing. */
void uci_stats_forget(void);
