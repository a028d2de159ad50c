/* The results of a run, in seconds or strands, for the text and for JSON. */
#pragma once

#include "scale/path.h"

/* With P workers a greedy scheduler takes at most work / P + 1.7 times the
 * burdened span: Cilkview's bound (He, Leiserson & Leiserson, SPAA'10). */
#define UCI_SUMMARY_BOUND 1.7

enum { UCI_SUMMARY_MAX_WORKERS = 1024 };

struct uci_summary {
    double unit; /* seconds of a tick, or 1 */
    double work, span, burdened;
    double parallelism, burdened_parallelism;
};

/* The results of one site, besides struct uci_site. */
struct uci_site_summary {
    unsigned site;
    double own, work;
    double on_span; /* the part of the span in its children's own strands */
    double parallelism_without; /* the program's, if its spawns were calls */
};

/* Parts of the program, between ucilk_scale_begin and ucilk_scale_end:
 * parts.c. */
struct uci_part {
    const char *tag; /* a copy */
    uint64_t times, work, span, burdened;
    unsigned active; /* running ones, of which the outermost counts */
};
extern struct uci_part *uci_parts;
extern unsigned uci_n_parts;

/* This function and the following are called after uci_path_end. */
struct uci_summary uci_summarize(void);

/* The program outside of all children. */
struct uci_site_summary uci_summarize_outside(const struct uci_summary *s);

/* The *n sites that have children, those with the most work first. */
struct uci_site_summary *uci_summarize_sites(const struct uci_summary *s,
                                             unsigned *n);

/* The least time of a run with so many workers, and a greedy scheduler's most.
 */
double uci_time_at_best(const struct uci_summary *s, unsigned workers);
double uci_time_bound(const struct uci_summary *s, unsigned workers);

/* The reports: report.c, json.c. */
void uci_report_print(void);
void uci_report_json(const char *path);
