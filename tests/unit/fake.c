#include "fake.h"

#include "unit.h"

#include "sched/worker.h"
#include "net/transport.h"

#include <stdlib.h>
#include <string.h>

struct mail {
    struct mail *next; /* the message that came after this one */
    unsigned from;
    size_t size;
    char bytes[];
};

/* Stand-ins for parts of the runtime that are not linked. */
struct uci_worker uci_self;
unsigned uci_id;
char *uci_peers;
size_t uci_peer_stride;
const struct uci_transport *uci_transport;

static char memory[2 * FAKE_MEMORY] __attribute__((aligned(UCI_PAGE)));
static struct mail *boxes[FAKE_MOST_RANKS];
static unsigned n_sent[UCI_AM_N];

static void send(unsigned to, const void *head, size_t head_size,
                 const void *body, size_t body_size)
{
    struct mail *m = malloc(sizeof *m + head_size + body_size);
    assert_non_null(m);
    assert_true(to < uci_transport->size);
    *m = (struct mail){NULL, uci_id, head_size + body_size};
    memcpy(m->bytes, head, head_size);
    if (body_size)
        memcpy(m->bytes + head_size, body, body_size);
    uint32_t kind; /* the header's first word: far/am.c */
    memcpy(&kind, head, sizeof kind);
    n_sent[kind]++;
    struct mail **link = &boxes[to];
    while (*link)
        link = &(*link)->next;
    *link = m;
}

static bool take_one(uci_net_receiver *receiver)
{
    struct mail *m = boxes[uci_id];
    if (!m)
        return false;
    boxes[uci_id] = m->next;
    receiver(m->from, m->bytes, m->size);
    free(m);
    return true;
}

static bool receive(uci_net_receiver *receiver)
{
    if (take_one(receiver))
        return true;
    bool any = false;
    unsigned own = uci_id;
    for (uci_id = 0; uci_id < uci_transport->size; uci_id++)
        any |= uci_id != own && take_one(receiver);
    uci_id = own;
    return any;
}

void fake_start(unsigned n_ranks)
{
    static struct uci_transport fake = {
        .name = "fake", .send = send, .receive = receive};
    fake.size = n_ranks;
    uci_transport = &fake;
    uci_peers = memory;
    uci_peer_stride = FAKE_MEMORY;
    uci_id = 0;
    for (unsigned i = 0; i < FAKE_MOST_RANKS; i++)
        fake_drop(i);
    memset(memory, 0, sizeof memory);
    memset(n_sent, 0, sizeof n_sent);
    memset(&uci_self.counters, 0, sizeof uci_self.counters);
}

char *fake_memory(unsigned rank)
{
    return memory + (size_t)rank * FAKE_MEMORY;
}

unsigned fake_n_sent(enum uci_am kind)
{
    return n_sent[kind];
}

unsigned fake_n_waiting(unsigned rank)
{
    unsigned n = 0;
    for (struct mail *m = boxes[rank]; m; m = m->next)
        n++;
    return n;
}

void fake_drop(unsigned rank)
{
    while (boxes[rank]) {
        struct mail *m = boxes[rank];
        boxes[rank] = m->next;
        free(m);
    }
}
