/* ucilk scale: what a program's runs say, measured and predicted. */
#pragma once

#include "command.h"

#include <stdbool.h>

/* The runs with so many workers.  Times are of the whole process, in seconds.
 */
struct uk_point {
    unsigned workers;
    double *seconds; /* one for each run */
    double median, least, most;
};

struct uk_scale {
    char *const *command; /* the program and its arguments; ends with null */
    unsigned cpus;        /* that it may use */
    unsigned runs;        /* for each number of workers */
    unsigned bounds_to;   /* workers */
    bool is_unit;         /* amounts are in strands */
    /* The report of libucilk_scale. */
    double work, span, burdened_span, parallelism, burdened_parallelism, bound;
    struct uk_point *points; /* in the order of their workers, from 1 on */
    unsigned n_points;
};

/* Runs the program.  Ends the tool with a message if a run fails. */
void uk_scale_run(struct uk_scale *scale);

/* Speed-ups that P workers reach at most; at least under a greedy scheduler, by
 * Brent's bound; and at least, with the cost of steals. */
double uk_scale_at_most(const struct uk_scale *scale, double workers);
double uk_scale_greedy(const struct uk_scale *scale, double workers);
double uk_scale_burdened(const struct uk_scale *scale, double workers);
/* That of a run which took so long. */
double uk_scale_measured(const struct uk_scale *scale, double seconds);

void uk_scale_table(const struct uk_scale *scale, FILE *file);
void uk_scale_svg(const struct uk_scale *scale, FILE *file);
void uk_scale_json(const struct uk_scale *scale, FILE *file);
