/* What each node has done, for UCILK_STATS.  With the answers of the last round
 * (G8) node 0 gets what the others have counted. */
#ifndef UCI_GROUP_COUNTS_H
#define UCI_GROUP_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct uci_counts {
    uint64_t made, run, sent, recalled; /* groups; recalled: of those sent */
    uint64_t bytes;                     /* of all messages sent */
    uint64_t waited; /* nanoseconds in which an idle node waited for groups */
};

void uci_counts_start(void);
/* This node's, until now. */
struct uci_counts uci_counts_own(void);
/* On node 0, in the courier. */
void uci_counts_take(unsigned from, const void *counts, size_t size);
void uci_counts_print(FILE *f, bool as_json);

#endif
