/* Tests of the numbering of ranks, start/nodes.c. */
#include "unit.h"

#include "net/transport.h"
#include "cluster/start/nodes.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

/* The places, one rank after the other: O(P^2). */
static void number_slowly(const uint64_t *node, unsigned n, unsigned most,
                          struct uci_place *places)
{
    bool numbered[n];
    unsigned id = 0, n_nodes = 0, last_first = 0, n_of_first = 0;
    memset(numbered, 0, sizeof numbered);
    for (unsigned i = 0; i < n; i++) {
        unsigned first = id, n_near = 0;
        if (numbered[i])
            continue;
        for (unsigned k = i; k < n && (most == 0 || n_near < most); k++)
            if (!numbered[k] && node[k] == node[i]) {
                numbered[k] = true;
                places[k] =
                    (struct uci_place){.id = id++, .first = first, .leader = i};
                places[k].nodes.index = n_nodes;
                n_near++;
            }
        for (unsigned k = 0; k < n; k++)
            if (numbered[k] && places[k].first == first)
                places[k].n_near = n_near;
        n_of_first = n_nodes == 0 ? n_near : n_of_first;
        last_first = first;
        n_nodes++;
    }
    for (unsigned k = 0; k < n; k++) {
        unsigned n_seen = 0;
        for (unsigned i = 1; i < n && n_seen < UCI_WITNESSES; i++)
            if (node[(k + i) % n] == node[k])
                places[k].witnesses[n_seen++] = places[(k + i) % n].id;
        while (n_seen < UCI_WITNESSES)
            places[k].witnesses[n_seen++] = places[k].id;
        places[k].nodes.n = n_nodes;
        places[k].nodes.n_of_first = n_of_first;
        places[k].nodes.last_first = last_first;
    }
}

TEST(ranks_of_a_node_are_in_a_row)
{
    enum { MOST = 40 };
    uint64_t node[MOST], random = 1;
    struct uci_place found[MOST], wanted[MOST];
    for (unsigned round = 0; round < 3000; round++) {
        unsigned n = 1 + round % MOST, n_hosts = 1 + round / 7 % 9;
        for (unsigned i = 0; i < n; i++)
            node[i] =
                (uci_random_next(&random) >> 33) % n_hosts * 0x9e3779b97f4a7c15;
        uci_nodes_number(node, n, round % 5, found);
        number_slowly(node, n, round % 5, wanted);
        assert_memory_equal(found, wanted, n * sizeof *found);
    }
}

/* As many ranks as there may be, dealt out to hosts of 64 in turn. */
TEST(many_ranks_are_numbered)
{
    enum { N = UCI_NET_RANKS, HOSTS = N / 64 };
    uint64_t *node = calloc(N, sizeof *node);
    struct uci_place *places = calloc(N, sizeof *places);
    for (unsigned i = 0; i < N; i++)
        node[i] = i % HOSTS * 0x9e3779b97f4a7c15;
    uci_nodes_number(node, N, 0, places);
    for (unsigned i = 0; i < N; i++) {
        assert_int_equal(places[i].id, i % HOSTS * 64 + i / HOSTS);
        assert_int_equal(places[i].first, i % HOSTS * 64);
        assert_int_equal(places[i].leader, i % HOSTS);
        assert_int_equal(places[i].nodes.n, HOSTS);
        for (unsigned k = 0; k < UCI_WITNESSES; k++)
            assert_int_equal(places[i].witnesses[k],
                             i % HOSTS * 64 + (i / HOSTS + 1 + k) % 64);
    }
    free(node);
    free(places);
}

int main(void)
{
    return unit_run("nodes", NULL, NULL);
}
