/*
 * Named points of the protocols.  In test builds (UCI_TEST_BUILD) uci_point
 * counts a hit, remembers the point as the worker's last event, may spin for a
 * delay drawn from UCILK_TEST_SEED, and kills or stops the worker there if
 * UCILK_TEST_KILL or UCILK_TEST_STOP says so.  uci_tally only counts: a delay
 * would slow a loop down, or the event would hide a more telling one.  In other
 * builds both are nothing.
 */
#pragma once

#include <stdbool.h>

enum uci_point {
#define POINT(name, rules, where) UCI_POINT_##name,
#include "trace/points.def"
#undef POINT
    UCI_N_POINTS
};

struct uci_point_row {
    const char *name, *rules, *where;
    bool is_place; /* not a tally */
};
extern const struct uci_point_row uci_point_table[UCI_N_POINTS];

/* The points that a worker has passed; in memory that the others can read. */
struct uci_point_log {
    enum uci_point last;
#ifndef UCI_SIM_BUILD /* it has no room for this, and does not test */
    unsigned long hits[UCI_N_POINTS];
#endif
};

#ifdef UCI_TEST_BUILD
void uci_point_pass(enum uci_point point);
void uci_point_tally(enum uci_point point);
#define uci_point(name) uci_point_pass(UCI_POINT_##name)
#define uci_tally(name) uci_point_tally(UCI_POINT_##name)
/* The table of points, on stdout. */
void uci_points_print(void);
#else
#define uci_point(name) ((void)0)
#define uci_tally(name) ((void)0)
#define uci_points_print() ((void)0)
#endif

/* Starts this worker's log and sequence of delays (seed 0 means none), and
 * sets the point at which it is killed or stopped. */
void uci_points_start(struct uci_point_log *log, unsigned long seed,
                      unsigned worker);
