/* Who gets groups from whom.  See group.h. */
#include "group/group.h"

#include "base/lock.h"
#include "base/message.h"
#include "base/ticks.h"

#include <stdlib.h>
#include <string.h>

/* --- A node --- */

/* G5: what this node has asked for, until it is answered or takes that back;
 * and before these bits the number of its last WANT. */
enum { NOTHING, SOME, IDLE, BITS = 2, MASK = (1 << BITS) - 1 };
static _Atomic uint64_t asked;
static _Atomic uint64_t idle_since, waited; /* nanoseconds; 0: it is not idle */
static _Atomic uint32_t next_away;

uint64_t uci_balance_waited(void)
{
    uint64_t since = uci_load_relaxed(&idle_since);
    return uci_load_relaxed(&waited) + (since ? uci_nanoseconds() - since : 0);
}

static void end_waiting(void)
{
    uint64_t since = uci_load_relaxed(&idle_since);
    if (!since)
        return;
    uci_store_relaxed(&waited, uci_balance_waited());
    uci_store_relaxed(&idle_since, 0);
}

/* The next WANT.  False if another thread has sent one since `before'. */
static bool want(uint64_t before, uint64_t what)
{
    struct uci_head head = {UCI_SAY_WANT, what == NOTHING ? 0 : uci_node.high,
                            what == IDLE, (before >> BITS) + 1};
    if (!uci_cas_seqcst(&asked, &before, head.c << BITS | what))
        return false;
    if (what == IDLE)
        uci_store_relaxed(&idle_since, uci_nanoseconds());
    else
        end_waiting();
    if (uci_node.rank == 0)
        uci_balance_wanted(0, &head);
    else
        uci_say(0, &head, NULL, 0);
    return true;
}

void uci_balance_ask(bool idle)
{
    uint64_t before, what = idle ? IDLE : SOME;
    do
        before = uci_load_relaxed(&asked);
    while (uci_node.asks && (before & MASK) < what && !want(before, what));
}

void uci_balance_ask_no_more(void)
{
    uint64_t before;
    do
        before = uci_load_relaxed(&asked);
    while ((before & MASK) != NOTHING && !want(before, NOTHING));
}

/* Makes bytes of a group, and frees it. */
static void pack(struct uci_bytes *message, struct uci_group *g)
{
    if (g->owner == uci_node.rank)
        uci_fetch_add_seqcst(&uci_node.away, 1); /* G7: before it leaves */
    else
        uci_fetch_add_seqcst(&uci_node.foreign, -(uint64_t)1);
    uci_self.counters.groups_sent++;
    uci_say_begin(message);
    uci_wire_add_group(message, g);
    uci_group_free(g);
}

/* A message with a group, or groups with it, that nobody has wanted yet. */
struct packet {
    struct packet *next;
    struct uci_bytes message;
};

static struct packet *new_packet(void)
{
    struct packet *p = malloc(sizeof *p);
    if (!p)
        uci_fatal("no memory for a group that nobody wants yet");
    p->next = NULL;
    return p;
}

/* Takes the first one out of a list, and as many more as fit: a message has at
 * most MOST bytes, or one group.  What is large is not copied. */
static struct uci_bytes join(struct packet **packets)
{
    enum { MOST = 16 << 20 };
    struct packet *p = *packets;
    struct uci_bytes message = p->message;
    *packets = p->next;
    free(p);
    while ((p = *packets) && message.size + p->message.size <= MOST) {
        uci_bytes_add(&message, p->message.at + UCI_BODY,
                      p->message.size - UCI_BODY);
        *packets = p->next;
        free(p->message.at);
        free(p);
    }
    return message;
}

static void keep_packets(unsigned node, struct packet *packets);

void uci_balance_hand_over(struct uci_group *groups)
{
    struct uci_head head = {UCI_SAY_SURPLUS, 0, 0, 0};
    struct packet *all = NULL, **last = &all;
    while (groups) {
        struct uci_group *g = groups;
        groups = g->newer;
        *last = new_packet();
        pack(&(*last)->message, g);
        last = &(*last)->next;
        uci_self.counters.groups_recalled++;
    }
    uci_point(group_packed);
    if (uci_node.rank == 0) {
        keep_packets(0, all);
        return;
    }
    while (all) {
        struct uci_bytes message = join(&all);
        uci_say_block(0, &head, &message);
    }
}

void uci_balance_send(struct uci_group *g, unsigned least)
{
    struct uci_bytes message;
    struct uci_head head = {UCI_SAY_GIVE, 0, 0, 0};
    unsigned turn_of = uci_fetch_add_seqcst(&next_away, 1);
    unsigned ahead = least + turn_of % (uci_node.n - least);
    if (ahead == 0) {
        uci_queue_put(g);
        return;
    }
    pack(&message, g);
    uci_say_block((uci_node.rank + ahead) % uci_node.n, &head, &message);
}

void uci_balance_receive(const char *bytes, size_t size, uint64_t answered)
{
    /* Before a worker takes one of these, and asks for more. */
    uint64_t before = uci_load_relaxed(&asked);
    if (before >> BITS == answered) {
        end_waiting();
        uci_cas_seqcst(&asked, &before, answered << BITS | NOTHING);
    }
    for (size_t at = 0; at < size; at += uci_wire_size(bytes + at)) {
        struct uci_group *g = uci_wire_group(bytes + at);
        bool comes_back = g->owner == uci_node.rank;
        if (!comes_back) {
            uci_fetch_add_seqcst(&uci_node.foreign, 1); /* G8 */
            uci_fetch_add_seqcst(&uci_node.received, 1);
        }
        uci_queue_put(g);
        if (comes_back) /* G7: when the queue has it */
            uci_fetch_add_seqcst(&uci_node.away, -(uint64_t)1);
    }
}

/* --- Node 0 --- */

/* What node 0 knows of a node.  Told is the least `keep' that it was told and
 * has not answered, or NOT_TOLD. */
struct known {
    uint64_t wants, number; /* of its last WANT */
    bool is_idle;
    uint64_t told;
};
#define NOT_TOLD UINT64_MAX

static _Atomic uint32_t lock; /* for what follows */
static struct packet *first, **end = &first;
static struct known *nodes;
static unsigned turn; /* the node that is looked at first */

void uci_balance_start(void)
{
    nodes = calloc(uci_node.n, sizeof *nodes);
    if (!nodes)
        uci_fatal("no memory for what is known of %u nodes", uci_node.n);
    for (unsigned i = 0; i < uci_node.n; i++)
        nodes[i].told = NOT_TOLD;
}

/* The next node, in turns, that wants groups; an idle one, if one is. */
static bool find_wanting(unsigned *node)
{
    bool found = false;
    for (unsigned k = 0; k < uci_node.n; k++) {
        unsigned i = (turn + k) % uci_node.n;
        if (nodes[i].wants == 0 || (found && !nodes[i].is_idle))
            continue;
        *node = i;
        found = true;
        if (nodes[i].is_idle)
            break;
    }
    if (found)
        turn = *node + 1;
    return found;
}

/* G5: an answer to that node: as many groups as it wants, if there are. */
static struct packet *take_packets(struct known *node)
{
    struct packet *all = first, **at = &all;
    for (; node->wants > 0 && *at; node->wants--)
        at = &(*at)->next;
    first = *at;
    *at = NULL;
    if (!first)
        end = &first;
    node->wants = 0;
    node->is_idle = false;
    return all;
}

/* G6: a node to recall groups from, for those that want some. */
static bool find_recalled(unsigned *node, uint64_t *keep, uint64_t *n)
{
    bool any_idle = false;
    *n = 0;
    for (unsigned i = 0; i < uci_node.n; i++) {
        *n += nodes[i].wants;
        any_idle |= nodes[i].wants > 0 && nodes[i].is_idle;
    }
    *keep = any_idle ? 1 : uci_node.high;
    for (unsigned i = 0; *n > 0 && i < uci_node.n; i++)
        if (nodes[i].wants == 0 && nodes[i].told > *keep) {
            nodes[i].told = *keep;
            *node = i;
            return true;
        }
    return false;
}

/* The first message is the answer (G5). */
static void give(unsigned node, struct packet *packets, uint64_t number)
{
    struct uci_head head = {UCI_SAY_GIVE, number, 0, 0};
    while (packets) {
        struct uci_bytes message = join(&packets);
        if (node == 0) {
            uci_balance_receive(message.at + UCI_BODY, message.size - UCI_BODY,
                                head.a);
            free(message.at);
        } else {
            uci_say_block(node, &head, &message);
        }
        head.a = 0;
    }
}

static void recall(unsigned node, uint64_t keep, uint64_t n)
{
    struct uci_head head = {UCI_SAY_RECALL, keep, n, 0};
    if (node == 0)
        uci_queue_want(keep, n);
    else
        uci_say(node, &head, NULL, 0);
}

/* Does one thing that is to be done; false if there is nothing.  Each is done
 * without the lock, since it may lead here again. */
static bool act(void)
{
    unsigned node = 0;
    uint64_t keep = 0, n = 0, number = 0;
    struct packet *packets = NULL;
    uci_spin_lock(&lock);
    bool gives = first && find_wanting(&node);
    if (gives) {
        packets = take_packets(&nodes[node]);
        number = nodes[node].number;
    }
    bool recalls = !gives && !first && find_recalled(&node, &keep, &n);
    uci_spin_unlock(&lock);
    if (gives)
        give(node, packets, number);
    if (recalls)
        recall(node, keep, n);
    return gives || recalls;
}

static void act_all(void)
{
    while (act())
        ;
}

void uci_balance_wanted(unsigned from, const struct uci_head *want)
{
    uci_spin_lock(&lock);
    struct known *node = &nodes[from];
    if (want->c > node->number) { /* else it has been overtaken */
        node->wants = want->a;
        node->is_idle = want->b;
        node->number = want->c;
    }
    uci_spin_unlock(&lock);
    act_all();
}

/* They have come from that node. */
static void keep_packets(unsigned node, struct packet *packets)
{
    uci_spin_lock(&lock);
    nodes[node].told = NOT_TOLD;
    *end = packets;
    while (*end)
        end = &(*end)->next;
    uci_spin_unlock(&lock);
    act_all();
}

void uci_balance_surplus(unsigned node, const char *bytes, size_t size)
{
    struct packet *got = NULL, **last = &got;
    for (size_t at = 0; at < size; at += uci_wire_size(bytes + at)) {
        *last = new_packet();
        uci_say_begin(&(*last)->message);
        uci_bytes_add(&(*last)->message, bytes + at, uci_wire_size(bytes + at));
        last = &(*last)->next;
    }
    keep_packets(node, got);
}
