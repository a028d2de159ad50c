/*
 * What a run comes to, in seconds, or in strands where these are counted: for
 * the text and for JSON.
 */
#ifndef UCI_SUMMARY_H
#define UCI_SUMMARY_H

#include "scale/path.h"

/* Cilkview's: a greedy scheduler needs no more than T1/P + 1.7 times the
 * burdened span (He, Leiserson & Leiserson, SPAA'10). */
#define UCI_SUMMARY_BOUND 1.7

enum { UCI_SUMMARY_MAX_WORKERS = 1024 };

struct uci_summary {
    double unit; /* seconds of a tick, or 1 */
    double work, span, burdened;
    double parallelism, burdened_parallelism;
};

/* What is known of one site, besides struct uci_site. */
struct uci_site_summary {
    unsigned site;
    double own, work;
    double on_span; /* of the span, in strands of its children themselves */
    double parallelism_without; /* if its spawns were plain calls */
};

/* Of a path that has ended; so does each of the following. */
struct uci_summary uci_summarize(void);

/* What lies outside of all children. */
struct uci_site_summary uci_summarize_outside(const struct uci_summary *s);

/* The sites that have children, those with the most work first; *n of them. */
struct uci_site_summary *uci_summarize_sites(const struct uci_summary *s,
                                             unsigned *n);

/* A run's time on so many workers, at best, and with a greedy scheduler. */
double uci_time_at_best(const struct uci_summary *s, unsigned workers);
double uci_time_bound(const struct uci_summary *s, unsigned workers);

#endif
