/*
 * Nodes: which ranks share memory, and how all are numbered.
 *
 * Ranks are numbered anew, node by node, so that a node's ranks are in a row.
 * The launcher's rank 0 stays rank 0.  It alone sees a table of all ranks: it
 * sorts them and tells each its place.
 */
#pragma once

#include "net/heartbeat.h"
#include "cluster/far/strategy.h"

#include <stdbool.h>
#include <stdint.h>

/* A rank's place; `leader' is the number that the launcher has given to the
 * rank that is `first' now.  `witnesses' are the next ranks of its machine,
 * also where these are not its node; where there are fewer, itself. */
struct uci_place {
    unsigned id;
    unsigned first, n_near; /* the workers of its node */
    unsigned leader;
    struct uci_nodes nodes;
    unsigned witnesses[UCI_WITNESSES];
};

/* Finds the places of n ranks, by the launcher's numbers.  Those whose `node'
 * is equal are on one, but at most so many, unless `most' is 0.  Takes
 * O(n log n) steps. */
void uci_nodes_number(const uint64_t *node, unsigned n, unsigned most,
                      struct uci_place *places);

/* Collective: gives this rank its number, and maps the memory that the ranks of
 * its node share, of the size that was planned.  Writes who sees this process.
 * `has_barrier' is what uci_deque_register_barrier has returned. */
void uci_nodes_join(const char *host, bool has_barrier,
                    unsigned witnesses[UCI_WITNESSES]);
