/*
 * Reads the file of UCILK_TRACE and the parts of other ranks, checks them, and
 * puts all time stamps on worker 0's clock.
 *
 * Between the program's begin and end the clocks of two nodes drift apart
 * evenly, so two comparisons give the rate, and each is wrong by half its round
 * trip at most.
 */
#include "trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct file {
    const char *name;
    const char *bytes;
    size_t size;
};

static struct file open_file(const char *name)
{
    struct uk_bytes bytes = {NULL, 0};
    if (!uk_map(&bytes, name) && errno)
        uk_fail("%s: %s", name, strerror(errno));
    if (bytes.size < sizeof(struct uci_trace_header))
        uk_fail("%s: not a trace; UCILK_TRACE=FILE writes one", name);
    return (struct file){name, bytes.at, bytes.size};
}

/* Checks the header; false if the file is no trace of this run (0: of any). */
static bool check(const struct file *f, uint64_t run)
{
    const struct uci_trace_header *h = (const void *)f->bytes;
    if (memcmp(h->magic, UCI_TRACE_MAGIC, sizeof h->magic) != 0)
        uk_fail("%s: not a trace; UCILK_TRACE=FILE writes one", f->name);
    if (h->version != UCI_TRACE_VERSION)
        uk_fail("%s: a trace of version %u; this ucilk reads version %d",
                f->name, h->version, UCI_TRACE_VERSION);
    if (run && h->run != run)
        return false;
    if (h->ring_size <= sizeof(struct uci_trace_ring) ||
        h->ring_size > (size_t)1 << 40 || h->part > h->n_rings)
        uk_fail("%s: the trace is damaged", f->name);
    size_t size = UCI_TRACE_PAGE + (h->part ? 1 : h->n_rings) * h->ring_size;
    if (f->size < size)
        uk_fail("%s: the trace is cut off: %zu of %zu bytes", f->name, f->size,
                size);
    if (h->n_rings == 0)
        uk_fail("%s: the trace is empty: no worker has begun", f->name);
    return true;
}

static const struct uci_trace_ring *ring_at(const struct file *f, unsigned i)
{
    const struct uci_trace_header *h = (const void *)f->bytes;
    return (const void *)(f->bytes + UCI_TRACE_PAGE + i * h->ring_size);
}

/* The ring of worker i: in the file, or in the part that is beside it; null if
 * that is not there.  The file may be a part itself. */
static const struct uci_trace_ring *find_ring(struct file *f, unsigned i)
{
    const struct uci_trace_header *h = (const void *)f->bytes;
    if (h->part)
        return h->part == 1 + i ? ring_at(f, 0) : NULL;
    const struct uci_trace_ring *ring = ring_at(f, i);
    if (ring->capacity || !h->run)
        return ring;
    char name[4096];
    snprintf(name, sizeof name, "%s.%u", f->name, i);
    if (access(name, F_OK) != 0)
        return NULL;
    struct file part = open_file(name);
    if (!check(&part, h->run) ||
        ((const struct uci_trace_header *)(const void *)part.bytes)->part !=
            1 + i)
        return NULL;
    f->name = strdup(name); /* for messages */
    return ring_at(&part, 0);
}

/* --- Clocks --- */

/* The pair of clocks of a ring that was taken last. */
static struct uci_trace_clock last_clock(const struct uci_trace_ring *ring)
{
    struct uci_trace_clock last = ring->start;
    uint64_t n = ring->n < ring->capacity ? ring->n : ring->capacity;
    for (uint64_t k = 0; k < n; k++) {
        const struct uci_trace_event *e = &ring->events[k];
        if (uk_event_of(e) == UCI_EVENT_clock && e->ticks > last.ticks)
            last = (struct uci_trace_clock){e->ticks, uk_argument_of(e)};
    }
    return last;
}

/* Seconds of a tick between two pairs; 0 if that cannot be told. */
static double tick_of(struct uci_trace_clock from, struct uci_trace_clock to)
{
    return to.ticks > from.ticks && to.nanoseconds > from.nanoseconds
               ? 1e-9 * (double)(to.nanoseconds - from.nanoseconds) /
                     (double)(to.ticks - from.ticks)
               : 0;
}

/* Seconds of a tick of worker 0's clock; of the file's, if it is a part. */
static double own_tick(const struct uci_trace_header *h,
                       const struct uci_trace_ring *const *rings, unsigned n)
{
    struct uci_trace_clock last = h->ended ? h->last : h->second;
    for (unsigned i = 0; i < n; i++)
        if (rings[i] && (rings[i]->node == 0 || h->part)) {
            struct uci_trace_clock other = last_clock(rings[i]);
            if (other.ticks > last.ticks)
                last = other;
        }
    return tick_of(h->first, last);
}

static const struct uk_node *node_of(const struct uk_trace *t, unsigned first)
{
    for (unsigned i = 0; i < t->n_nodes; i++)
        if (t->nodes[i].first == first)
            return &t->nodes[i];
    return NULL;
}

static uint64_t aligned(const struct uk_node *node, uint64_t ticks)
{
    if (!node || !node->is_measured)
        return ticks;
    return node->here +
           (uint64_t)(int64_t)((double)(int64_t)(ticks - node->there) *
                               node->rate);
}

/* The clock of a node: by that of the node above, with which it was compared,
 * and which is known already.  `kept' is the ring in worker 0's file, `ring'
 * has the node's events. */
static void find_clock(struct uk_trace *t, const struct uci_trace_ring *kept,
                       const struct uci_trace_ring *ring)
{
    const struct uk_node *above = node_of(t, kept->above);
    struct uk_node *node = &t->nodes[t->n_nodes++];
    const struct uci_trace_sync *a = &kept->first, *b = &kept->last;
    *node = (struct uk_node){.first = kept->node,
                             .here = aligned(above, a->here),
                             .there = a->there,
                             .rate = 1,
                             .is_measured = a->round != 0 &&
                                            (!above || above->is_measured)};
    if (!node->is_measured)
        return;
    uint64_t round = a->round, last = aligned(above, b->here);
    node->has_drift = b->round != 0 && b->here > a->here &&
                      b->there > a->there && (!above || above->has_drift);
    if (node->has_drift) {
        node->rate =
            (double)(last - node->here) / (double)(b->there - a->there);
        round = round > b->round ? round : b->round;
    } else if (ring) { /* the two monotonic clocks go at the same pace */
        double tick = tick_of(ring->start, last_clock(ring));
        if (tick > 0)
            node->rate = tick / t->tick;
    }
    node->offset = t->tick * (double)(int64_t)(node->there - node->here);
    node->drift = 1e6 * (1 / node->rate - 1);
    node->uncertainty =
        t->tick * (double)round / 2 + (above ? above->uncertainty : 0);
}

/* Two clocks of nodes may be wrong in opposite directions. */
static void find_uncertainty(struct uk_trace *t)
{
    double one = 0, two = 0;
    for (unsigned i = 0; i < t->n_nodes; i++) {
        double u = t->nodes[i].uncertainty;
        two = u > one ? one : u > two ? u : two;
        one = u > one ? u : one;
    }
    t->uncertainty = one + two;
}

/* --- Events --- */

/* The time of an event by worker 0's clock.  None is outside of the run: where
 * the clocks' uncertainty puts it there, it was at the run's begin or end. */
static uint64_t within(const struct uci_trace_header *h, uint64_t ticks)
{
    if ((int64_t)(ticks - h->began) < 0)
        return h->began;
    return h->ended && ticks > h->ended ? h->ended : ticks;
}

/* Copies the events of a ring, without the oldest where it has wrapped: it may
 * have been just about to be overwritten. */
static void read_ring(const char *name, const struct uci_trace_header *h,
                      const struct uci_trace_ring *ring,
                      const struct uk_node *node, struct uk_worker *w)
{
    uint64_t capacity = ring->capacity, n = ring->n;
    if (capacity == 0 || (capacity & (capacity - 1)) != 0 ||
        sizeof *ring + capacity * sizeof *ring->events != h->ring_size)
        uk_fail("%s: the trace is damaged", name);
    w->n_lost = n >= capacity ? n - capacity + 1 : 0;
    w->n_events = (size_t)(n - w->n_lost);
    struct uci_trace_event *events = uk_alloc(w->n_events, sizeof *events);
    for (size_t k = 0; k < w->n_events; k++) {
        struct uci_trace_event e =
            ring->events[(w->n_lost + k) & (capacity - 1)];
        if (uk_event_of(&e) >= UCI_N_EVENTS ||
            (uk_event_of(&e) == UCI_EVENT_stolen &&
             (unsigned)uk_victim_of(&e) >= h->n_rings))
            uk_fail("%s: the trace is damaged", name);
        e.ticks = within(h, aligned(node, e.ticks));
        /* A cause may be written behind what came after it. */
        size_t at = k;
        for (; at > 0 && events[at - 1].ticks > e.ticks; at--)
            events[at] = events[at - 1];
        events[at] = e;
    }
    w->events = events;
}

void uk_trace_read(struct uk_trace *t, const char *name)
{
    struct file f = open_file(name);
    const struct uci_trace_header *h = (const void *)f.bytes;
    check(&f, 0);
    memset(t, 0, sizeof *t);
    t->header = h;
    t->n_workers = h->n_rings;
    t->workers = uk_alloc(t->n_workers, sizeof *t->workers);
    t->nodes = uk_alloc(t->n_workers, sizeof *t->nodes);
    const struct uci_trace_ring **rings = uk_alloc(t->n_workers, sizeof *rings);
    const char **names = uk_alloc(t->n_workers, sizeof *names);
    for (unsigned i = 0; i < t->n_workers; i++) {
        f.name = name;
        rings[i] = find_ring(&f, i);
        names[i] = f.name;
        t->n_missing += !rings[i];
    }
    t->tick = own_tick(h, rings, t->n_workers);
    if (t->tick <= 0)
        uk_fail("%s: the trace is damaged", name);
    for (unsigned i = 1; i < t->n_workers && !h->part; i++)
        if (ring_at(&f, i)->node == i)
            find_clock(t, ring_at(&f, i), rings[i]);
    find_uncertainty(t);
    uint64_t from = h->began, to = h->ended;
    for (unsigned i = 0; i < t->n_workers; i++) {
        struct uk_worker *w = &t->workers[i];
        const struct uci_trace_ring *ring = rings[i]  ? rings[i]
                                            : h->part ? ring_at(&f, 0)
                                                      : ring_at(&f, i);
        w->host = ring->host;
        w->node = ring->node;
        w->is_missing = !rings[i];
        if (w->is_missing)
            continue;
        read_ring(names[i], h, ring, node_of(t, w->node), w);
        if (w->n_lost > 0 && w->events[0].ticks > from)
            from = w->events[0].ticks;
        if (!h->ended && w->n_events > 0 &&
            w->events[w->n_events - 1].ticks > to)
            to = w->events[w->n_events - 1].ticks;
    }
    if (to < from)
        to = from;
    struct uk_clock clock = {h->began, t->tick};
    t->has_ended = h->ended != 0;
    t->from = uk_seconds(&clock, from);
    t->to = uk_seconds(&clock, to);
    uk_trace_make_spans(t, &clock);
    free(rings);
    free(names);
}
