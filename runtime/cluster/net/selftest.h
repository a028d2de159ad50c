/*
 * What the network can do, found out at start.
 */
#ifndef UCI_SELFTEST_H
#define UCI_SELFTEST_H

#include <stdbool.h>

struct uci_verdict {
    bool progresses; /* one-sided operations, while their target computes */
    bool is_atomic;  /* its atomics with the CPUs' */
};

/* Collective, after uci_am_start, of a transport that has one-sided
 * operations and ranks that are far; nobody else polls. */
struct uci_verdict uci_selftest(void);

#endif
