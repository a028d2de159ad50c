/* What each node has done.  See group.h. */
#include "group/group.h"

#include "base/message.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool is_known; /* not if the program ends by exit */
    struct uci_counts counts;
} *nodes; /* on node 0 */

void uci_counts_start(void)
{
    nodes = calloc(uci_node.n, sizeof *nodes);
    if (!nodes)
        uci_fatal("no memory for what is known of %u nodes", uci_node.n);
}

struct uci_counts uci_counts_own(void)
{
    struct uci_counts own = {.waited = uci_balance_waited()};
    for (unsigned i = 0; i < uci_world->n_workers; i++) {
        const struct uci_counters *c = &uci_peer(i)->counters;
        own.made += c->groups_made;
        own.run += c->groups_run;
        own.sent += c->groups_sent;
        own.recalled += c->groups_recalled;
        own.bytes += c->group_bytes;
    }
    return own;
}

void uci_counts_take(unsigned from, const void *counts, size_t size)
{
    UCI_CHECK_OP(size, ==, sizeof nodes[from].counts);
    memcpy(&nodes[from].counts, counts, size);
    nodes[from].is_known = true;
}

static void print_one(FILE *f, bool as_json, unsigned node)
{
    const struct uci_counts *c = &nodes[node].counts;
    fprintf(f,
            as_json ? "%s{\"node\": %u, \"made\": %" PRIu64
                      ", \"run\": %" PRIu64 ", \"sent\": %" PRIu64
                      ", \"recalled\": %" PRIu64 ", \"bytes\": %" PRIu64
                      ", \"waited\": %.6f}"
                    : "%s  node %-5u %9" PRIu64 " %9" PRIu64 " %9" PRIu64
                      " %9" PRIu64 " %15" PRIu64 " %12.6f s\n",
            as_json && node > 0 ? ", " : "", node, c->made, c->run, c->sent,
            c->recalled, c->bytes, 1e-9 * (double)c->waited);
}

void uci_counts_print(FILE *f, bool as_json)
{
    nodes[0].counts = uci_counts_own();
    nodes[0].is_known = true;
    fprintf(f, as_json ? ", \"nodes\": ["
                       : "  groups          made       run      sent  "
                         "recalled      bytes sent  waited for groups\n");
    for (unsigned i = 0; i < uci_node.n; i++)
        if (nodes[i].is_known)
            print_one(f, as_json, i);
    if (as_json)
        fprintf(f, "]");
}
