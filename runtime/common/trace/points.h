/*
 * Named points of the protocols.  In test builds (UCI_TEST_BUILD) each is a
 * place where a delay drawn from UCILK_TEST_SEED may stretch a race, where
 * UCILK_TEST_KILL and UCILK_TEST_STOP may kill or stop the worker, and is
 * remembered as the worker's last event; elsewhere it is nothing.  Hits are
 * counted.  uci_tally only counts, where a delay would slow a loop down, or the
 * event would hide a better one.
 */
#ifndef UCI_POINTS_H
#define UCI_POINTS_H

#include <stdbool.h>

enum uci_point {
#define POINT(name, rules, where) UCI_POINT_##name,
#include "common/trace/points.def"
#undef POINT
    UCI_N_POINTS
};

struct uci_point_row {
    const char *name, *rules, *where;
    bool is_place; /* not a tally */
};
extern const struct uci_point_row uci_point_table[UCI_N_POINTS];

/* Where a worker has been; in memory that the others can read. */
struct uci_point_log {
    enum uci_point last;
    unsigned long hits[UCI_N_POINTS];
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

#endif
