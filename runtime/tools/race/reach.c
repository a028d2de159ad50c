/* Events and sets of them: see reach.h.
 *
 * A set is a binary tree whose leaves have 64 events.  A node is a pair of
 * numbers: of its halves, or the two halves of a leaf's bits.  Each pair exists
 * once, so that sets share what they have in common. */
#define _GNU_SOURCE
#include "race/reach.h"

#include "base/message.h"
#include "race/bags.h"

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

struct node {
    uint32_t half[2];
};

enum { HEIGHT = 24, LEAF_BITS = 6 };
static const unsigned long MAX_NODES = 1ul << 31;
static const uint32_t MAX_EVENTS = 1u << (HEIGHT + LEAF_BITS);

static struct node *nodes;
static uint32_t n_nodes;
static uint32_t *slots; /* hash table of nodes */
static unsigned log2_slots;
static uint32_t *times; /* of the events, by the clock */
static uint32_t n_events;

void uci_reach_start(void)
{
    nodes = uci_reserve(MAX_NODES * sizeof *nodes);
    times = uci_reserve(MAX_EVENTS * sizeof *times);
    n_nodes = 1;
}

uint32_t uci_event_new(void)
{
    if (n_events == MAX_EVENTS)
        uci_fatal("--ucilk-tool=race: more than %u futures", MAX_EVENTS);
    times[n_events] = uci_n_strands;
    return n_events++;
}

static uint32_t *slot_of(struct node node)
{
    uint64_t word = (uint64_t)node.half[0] << 32 | node.half[1];
    uint32_t last = (uint32_t)((1ul << log2_slots) - 1);
    uint32_t i = (uint32_t)(word * 0x9e3779b97f4a7c15ul >> (64 - log2_slots));
    while (slots[i] && (nodes[slots[i]].half[0] != node.half[0] ||
                        nodes[slots[i]].half[1] != node.half[1]))
        i = (i + 1) & last;
    return slots + i;
}

static uint32_t node_of(uint32_t low, uint32_t high)
{
    struct node node = {{low, high}};
    if (!low && !high)
        return 0;
    if (!slots || 2ul * n_nodes >= 1ul << log2_slots) {
        unsigned long old = slots ? sizeof *slots << log2_slots : 0;
        if (old)
            syscall(SYS_munmap, slots, old);
        log2_slots = log2_slots ? log2_slots + 1 : 12;
        slots = uci_reserve(sizeof *slots << log2_slots);
        for (uint32_t i = 1; i < n_nodes; i++)
            *slot_of(nodes[i]) = i;
    }
    uint32_t *slot = slot_of(node);
    if (!*slot) {
        if (n_nodes == MAX_NODES)
            uci_fatal("no memory left for --ucilk-tool=race");
        nodes[n_nodes] = node;
        *slot = n_nodes++;
    }
    return *slot;
}

static uint32_t join(uint32_t a, uint32_t b, unsigned height)
{
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    struct node x = nodes[a], y = nodes[b];
    if (height == 0)
        return node_of(x.half[0] | y.half[0], x.half[1] | y.half[1]);
    return node_of(join(x.half[0], y.half[0], height - 1),
                   join(x.half[1], y.half[1], height - 1));
}

uci_events uci_events_join(uci_events a, uci_events b)
{
    return join(a, b, HEIGHT);
}

uci_events uci_events_with(uci_events set, uint32_t event)
{
    bool is_high = event >> (LEAF_BITS - 1) & 1;
    uint32_t bit = 1u << event % 32;
    uint32_t one = node_of(is_high ? 0 : bit, is_high ? bit : 0);
    for (unsigned height = 1; height <= HEIGHT; height++) {
        bool is_right = event >> (LEAF_BITS + height - 1) & 1;
        one = node_of(is_right ? 0 : one, is_right ? one : 0);
    }
    return uci_events_join(set, one);
}

/* Does the strand come before what occurred then, by spawns and syncs? */
static bool comes_before(uint32_t strand, uint32_t time)
{
    const struct uci_strand *s = uci_strands + uci_whole_of(strand);
    if (s->kind == UCI_RESULT)
        s = uci_strands + s->from;
    /* A task that was running then has all of that event's strands below it. */
    while (s->ended != 0 && s->ended <= time) {
        const struct uci_family *family = uci_families + s->from;
        if (family->joined == 0 || family->joined > time)
            return false;
        s = uci_strands +
            uci_whole_of(s->kind == UCI_FUTURE ? s->number : family->parent);
    }
    return true;
}

/* Is there such an event among those of the node, which begin with `base'? */
static bool any(uint32_t node, unsigned height, uint32_t base, uint32_t from,
                uint32_t strand)
{
    uint32_t half = 1u << (LEAF_BITS + height - 1);
    for (unsigned i = 0; i < 2 && node; i++, base += half) {
        uint32_t part = nodes[node].half[i];
        if (!part || base + half <= from)
            continue;
        if (height > 0) {
            if (any(part, height - 1, base, from, strand))
                return true;
            continue;
        }
        for (; part; part &= part - 1) {
            uint32_t event = base + (uint32_t)__builtin_ctz(part);
            if (event >= from && comes_before(strand, times[event]))
                return true;
        }
    }
    return false;
}

bool uci_events_follow(uci_events set, uint32_t strand)
{
    enum { KNOWN = 1 << 14 };
    static struct {
        uint32_t set, strand;
        bool answer;
    } known[KNOWN];
    unsigned slot = (set * 0x9e3779b1u ^ strand * 0x85ebca6bu) >> 18;
    if (known[slot].set != set || known[slot].strand != strand) {
        uint32_t low = 0, high = n_events; /* the first behind the strand */
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (times[middle] > strand)
                high = middle;
            else
                low = middle + 1;
        }
        known[slot].answer = any(set, HEIGHT, 0, low, strand);
        known[slot].set = set;
        known[slot].strand = strand;
    }
    return known[slot].answer;
}
