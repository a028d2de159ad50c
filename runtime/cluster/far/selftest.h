/*
 * The self-test of the network at start: what strategy.c needs to know.
 */
#ifndef UCI_SELFTEST_H
#define UCI_SELFTEST_H

#include <stdbool.h>

struct uci_verdict {
    bool progresses; /* one-sided operations do while their target computes */
    bool is_atomic;  /* the network's atomics are atomic with the CPUs' */
    bool is_torn;    /* they were seen not to be; otherwise nobody knows */
};

/* This rank's node among all, which are numbered in the order of their workers;
 * set by start/nodes.c. */
extern struct uci_nodes {
    unsigned index, n;   /* the number of this one, and how many there are */
    unsigned n_of_first; /* workers of node 0 */
    unsigned last_first; /* the first worker of the last node */
} uci_nodes;

/* Collective, after uci_am_start and before there is an assistant.  The
 * transport has one-sided operations, and some ranks are far.  Atomics of a
 * network that does not progress are tested only for one who `needs_atomics'
 * all the same. */
struct uci_verdict uci_selftest(bool needs_atomics);

#endif
