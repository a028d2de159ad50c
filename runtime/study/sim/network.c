/*
 * The network between nodes, by the LogGP model (Alexandrov et al., SPAA'95):
 * an operation takes overhead o of the worker that starts it, latency L to the
 * other node's card, and there a gap g and G for each byte, one operation after
 * the other; its answer takes L again.  It takes effect when it arrives.  In a
 * mesh each hop after the first one adds to L.
 *
 * This is a transport with one-sided operations and messages, which all work
 * while their target computes.
 */
#include "study/sim/sim.h"

#include "cluster/mem/region.h"
#include "net/transport.h"
#include "base/message.h"
#include "base/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uci_sim_time uci_sim_latency;
struct uci_sim_traffic uci_sim_traffic;

static uci_sim_time overhead, gap, hop;
static uint64_t ps_per_kib;
static uci_sim_time *card_free;    /* when each node's card is, by node */
static unsigned n_sides, sides[3]; /* of the mesh; none: all are neighbours */

enum kind { GET, PUT, FETCH, COMPARE };

/* An operation on another worker's memory. */
struct uci_sim_op {
    struct uci_sim_op *next_own, *next_incoming, *next_free;
    enum kind kind;
    enum uci_net_op what;
    bool is_posted; /* nobody waits for it alone */
    bool is_done;   /* it has taken effect; it is over at `at' */
    unsigned from, to;
    uci_sim_time at; /* when it takes effect; later when it is over */
    uintptr_t where;
    void *into;
    size_t size, room;
    uint64_t value, expected;
    char *bytes;
};

static struct uci_sim_op *unused;

static struct uci_sim_worker *worker(unsigned id)
{
    return uci_sim_workers + id;
}

static uci_sim_time time_of(size_t bytes)
{
    return bytes * ps_per_kib / 1024;
}

/* From one worker's node to another's: nodes fill the mesh row by row, the last
 * side first. */
static uci_sim_time latency(unsigned from, unsigned to)
{
    unsigned a = from / uci_sim_node, b = to / uci_sim_node, hops = 0;
    for (unsigned i = n_sides; i-- > 0; a /= sides[i], b /= sides[i]) {
        unsigned here = a % sides[i], there = b % sides[i];
        hops += here > there ? here - there : there - here;
    }
    return uci_sim_latency + (hops > 1 ? hops - 1 : 0) * hop;
}

uci_sim_time uci_sim_round_trip(unsigned to)
{
    return overhead + 2 * latency(uci_id, to) + gap;
}

/* --- Operations --- */

static struct uci_sim_op *make(enum kind kind, unsigned to, uintptr_t where,
                               size_t size)
{
    struct uci_sim_op *op = unused;
    if (op)
        unused = op->next_free;
    else
        op = calloc(1, sizeof *op);
    if (op && op->room < size) {
        op->room = size < 64 ? 64 : size;
        op->bytes = realloc(op->bytes, op->room);
    }
    if (!op || (size && !op->bytes))
        uci_fatal("no memory for an operation of the simulated network");
    op->kind = kind;
    op->from = uci_id;
    op->to = to;
    op->where = where;
    op->size = size;
    op->is_posted = op->is_done = false;
    op->into = NULL;
    return op;
}

static void drop(struct uci_sim_op *op)
{
    op->next_free = unused;
    unused = op;
}

/* Starts it: `sent' bytes go along. */
static void start(struct uci_sim_op *op, size_t sent)
{
    struct uci_sim_worker *me = uci_sim_me, *target = worker(op->to);
    me->clock += overhead;
    op->at = me->clock + latency(op->from, op->to) + time_of(sent);
    op->next_own = me->own;
    me->own = op;
    op->next_incoming = target->incoming;
    target->incoming = op;
    if (op->at < target->threatened)
        target->threatened = op->at;
    uci_sim_event_add(op->at, UCI_SIM_OPERATION, op, 0);
}

static void take_effect(struct uci_sim_op *op)
{
    void *where = (void *)op->where;
    _Atomic uint64_t *word = where;
    switch (op->kind) {
    case GET:
        if (uci_region_holds(op->where))
            uci_sim_region_read(worker(op->to), op->where, op->bytes, op->size);
        else
            memcpy(op->bytes, where, op->size);
        break;
    case PUT:
        memcpy(where, op->bytes, op->size);
        break;
    case FETCH:
        op->value = uci_net_apply(word, op->what, op->value);
        break;
    case COMPARE:
        uci_cas_seqcst(word, &op->expected, op->value);
        op->value = op->expected;
        break;
    }
}

static void forget_incoming(struct uci_sim_op *op)
{
    struct uci_sim_worker *target = worker(op->to);
    target->threatened = UCI_SIM_NEVER;
    for (struct uci_sim_op **link = &target->incoming; *link;)
        if (*link == op) {
            *link = op->next_incoming;
        } else {
            if ((*link)->at < target->threatened)
                target->threatened = (*link)->at;
            link = &(*link)->next_incoming;
        }
}

static void forget_own(struct uci_sim_worker *w, struct uci_sim_op *op)
{
    struct uci_sim_op **link = &w->own;
    while (*link != op)
        link = &(*link)->next_own;
    *link = op->next_own;
}

/* When all operations of w on a rank are over; NEVER if some have not taken
 * effect. */
static uci_sim_time all_over(const struct uci_sim_worker *w, unsigned to)
{
    uci_sim_time at = w->posted_to == to ? w->posted : 0;
    for (const struct uci_sim_op *op = w->own; op; op = op->next_own)
        if (op->to == to) {
            if (!op->is_done)
                return UCI_SIM_NEVER;
            if (op->at > at)
                at = op->at;
        }
    return at;
}

void uci_sim_operate(struct uci_sim_op *op, uci_sim_time at)
{
    struct uci_sim_worker *w = worker(op->from);
    take_effect(op);
    forget_incoming(op);
    if (op->kind != GET)
        uci_sim_skip_end(worker(op->to), at);
    uci_sim_time *card = &card_free[op->to / uci_sim_node];
    if (*card < at)
        *card = at;
    *card += gap + time_of(op->size);
    op->at = *card + latency(op->to, op->from);
    op->is_done = true;
    if (op->is_posted) {
        w->posted =
            w->posted_to == op->to && w->posted > op->at ? w->posted : op->at;
        w->posted_to = op->to;
        forget_own(w, op);
    }
    if (w->waits_for == op->to + 1) {
        uci_sim_time over = all_over(w, op->to);
        if (over != UCI_SIM_NEVER) {
            w->waits_for = 0;
            uci_sim_run_at(w, over > w->clock ? over : w->clock);
        }
    }
    if (op->is_posted)
        drop(op);
}

/* Waits until all operations on a rank are over. */
static void await(unsigned to)
{
    uci_sim_time over = all_over(uci_sim_me, to);
    if (over == UCI_SIM_NEVER) {
        uci_sim_me->waits_for = to + 1;
        uci_sim_wait();
    } else if (over > uci_sim_me->clock) {
        uci_sim_wait_until(over);
    }
}

/* --- The transport --- */

static void get(unsigned to, void *into, uintptr_t at, size_t size)
{
    uci_sim_traffic.gets++;
    uci_sim_traffic.bytes += size;
    struct uci_sim_op *op = make(GET, to, at, size);
    op->into = into;
    start(op, 0);
}

static void put(unsigned to, uintptr_t at, const void *bytes, size_t size)
{
    uci_sim_traffic.puts++;
    uci_sim_traffic.bytes += size;
    struct uci_sim_op *op = make(PUT, to, at, size);
    op->is_posted = true;
    memcpy(op->bytes, bytes, size);
    start(op, size);
}

static void flush(unsigned to)
{
    await(to);
    struct uci_sim_worker *me = uci_sim_me;
    for (struct uci_sim_op **link = &me->own, *op; (op = *link);) {
        if (op->to != to) {
            link = &op->next_own;
            continue;
        }
        memcpy(op->into, op->bytes, op->size);
        *link = op->next_own;
        drop(op);
    }
}

/* Starts an atomic, waits for it, and returns the old value. */
static uint64_t finish_atomic(struct uci_sim_op *op)
{
    uci_sim_traffic.atomics++;
    uci_sim_traffic.bytes += sizeof op->value;
    start(op, sizeof op->value);
    await(op->to);
    forget_own(uci_sim_me, op);
    uint64_t old = op->value;
    drop(op);
    return old;
}

static uint64_t fetch_op(unsigned to, enum uci_net_op what, uintptr_t at,
                         uint64_t value)
{
    struct uci_sim_op *op = make(FETCH, to, at, 0);
    op->what = what;
    op->value = value;
    return finish_atomic(op);
}

static uint64_t compare_swap(unsigned to, uintptr_t at, uint64_t expected,
                             uint64_t desired)
{
    struct uci_sim_op *op = make(COMPARE, to, at, 0);
    op->expected = expected;
    op->value = desired;
    return finish_atomic(op);
}

static void post_op(unsigned to, enum uci_net_op what, uintptr_t at,
                    uint64_t value)
{
    uci_sim_traffic.posts++;
    uci_sim_traffic.bytes += sizeof value;
    struct uci_sim_op *op = make(FETCH, to, at, 0);
    op->what = what;
    op->value = value;
    op->is_posted = true;
    start(op, sizeof value);
}

/* --- Messages --- */

struct uci_sim_message {
    struct uci_sim_message *next;
    unsigned from, to;
    uci_sim_time at;
    size_t size;
    char bytes[];
};

static void send(unsigned to, const void *head, size_t head_size,
                 const void *body, size_t body_size)
{
    size_t size = head_size + body_size;
    struct uci_sim_message *m = malloc(sizeof *m + size);
    if (!m)
        uci_fatal("no memory for a message of the simulated network");
    uci_sim_traffic.messages++;
    uci_sim_traffic.bytes += size;
    uci_sim_me->clock += overhead;
    m->next = NULL;
    m->from = uci_id;
    m->to = to;
    m->size = size;
    m->at = uci_sim_me->clock + latency(m->from, to) + gap + time_of(size);
    memcpy(m->bytes, head, head_size);
    if (body_size)
        memcpy(m->bytes + head_size, body, body_size);
    uci_sim_event_add(m->at, UCI_SIM_MESSAGE, m, 0);
}

void uci_sim_deliver(struct uci_sim_message *m)
{
    struct uci_sim_worker *w = worker(m->to);
    *w->inbox_end = m;
    w->inbox_end = &m->next;
    uci_sim_skip_end(w, m->at);
    if (w->sleeps) {
        w->sleeps = false;
        uci_sim_run_at(w, m->at > w->clock ? m->at : w->clock);
    }
}

static bool receive(uci_net_receiver *receiver)
{
    uci_sim_me->clock += UCI_SIM_RECEIVE_NS * UCI_SIM_NS;
    uci_sim_give_way(0);
    struct uci_sim_worker *me = uci_sim_me;
    struct uci_sim_message *m = me->inbox;
    if (!m || m->at > me->clock)
        return false;
    me->inbox = m->next;
    if (!m->next)
        me->inbox_end = &me->inbox;
    me->clock += overhead;
    receiver(m->from, m->bytes, m->size);
    free(m);
    return true;
}

static bool wait_for_message(unsigned microseconds)
{
    if (uci_sim_me->inbox)
        return true;
    uci_sim_me->sleeps = true;
    uci_sim_wait_until(uci_sim_me->clock + microseconds * 1000 * UCI_SIM_NS);
    uci_sim_me->sleeps = false;
    return uci_sim_me->inbox;
}

static __attribute__((noreturn)) void end_all(int status)
{
    _Exit(status);
}

static struct uci_transport transport = {
    .name = "sim",
    .about = "simulated",
    .has_rma = true,
    .send = send,
    .receive = receive,
    .wait = wait_for_message,
    .wait_tells = true,
    .get = get,
    .put = put,
    .flush = flush,
    .fetch_op = fetch_op,
    .compare_swap = compare_swap,
    .op = post_op,
    .abort = end_all,
};

/* --- The models --- */

static const struct model {
    const char *name;
    double latency, overhead, gap; /* nanoseconds */
    double bytes_per_ns;
    double hop; /* nanoseconds */
} models[] = {
    {"wisteria", 1300, 300, 65, 6.8, 0},
    {"ito", 2000, 250, 160, 12.5, 0},
    {"fx10", 2300, 400, 200, 5.0, 0},
};

/* UCILK_SIM_NET: a model's name, or L,o,g in nanoseconds, bytes per nanosecond
 * and, for a mesh, nanoseconds of a hop. */
static struct model choose(const char *text)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(text, models[i].name) == 0)
            return models[i];
    struct model m = {text, 0, 0, 0, 0, 0};
    int end = 0;
    sscanf(text, "%lf,%lf,%lf,%lf%n,%lf%n", &m.latency, &m.overhead, &m.gap,
           &m.bytes_per_ns, &end, &m.hop, &end);
    if (end == 0 || text[end] || m.latency < 1 || m.overhead < 0 || m.gap < 0 ||
        m.bytes_per_ns <= 0 || m.hop < 0)
        uci_fatal("UCILK_SIM_NET=%s: neither wisteria, ito nor fx10, nor "
                  "LATENCY,OVERHEAD,GAP,BYTES[,HOP]: nanoseconds, and bytes "
                  "per nanosecond",
                  text);
    return m;
}

/* UCILK_SIM_MESH: up to three sides. */
static void choose_mesh(const char *text, unsigned nodes)
{
    int end = 0;
    int n = sscanf(text, "%4u%nx%4u%nx%4u%n", &sides[0], &end, &sides[1], &end,
                   &sides[2], &end);
    unsigned long places = 1;
    for (int i = 0; i < n; i++)
        places *= sides[i];
    if (n < 1 || text[end] || places == 0 || strpbrk(text, " +-"))
        uci_fatal("UCILK_SIM_MESH=%s: not one to three sides in nodes, such as "
                  "12x16x12",
                  text);
    if (places < nodes)
        uci_fatal("UCILK_SIM_MESH=%s: %lu places for %u nodes", text, places,
                  nodes);
    if (hop == 0)
        uci_fatal("UCILK_SIM_MESH=%s: a hop costs nothing in this network; say "
                  "UCILK_SIM_NET=LATENCY,OVERHEAD,GAP,BYTES,HOP",
                  text);
    n_sides = (unsigned)n;
}

void uci_sim_network_start(void)
{
    struct model m = choose(uci_options.sim_net);
    uci_sim_latency = (uci_sim_time)(m.latency * (double)UCI_SIM_NS);
    overhead = (uci_sim_time)(m.overhead * (double)UCI_SIM_NS);
    hop = (uci_sim_time)(m.hop * (double)UCI_SIM_NS);
    gap = (uci_sim_time)(m.gap * (double)UCI_SIM_NS);
    ps_per_kib = (uint64_t)(1024 * (double)UCI_SIM_NS / m.bytes_per_ns);
    unsigned nodes = (uci_sim_n + uci_sim_node - 1) / uci_sim_node;
    if (*uci_options.sim_mesh)
        choose_mesh(uci_options.sim_mesh, nodes);
    card_free = calloc(nodes, sizeof *card_free);
    if (!card_free)
        uci_fatal("no memory for the cards of %u virtual nodes", nodes);
    transport.size = uci_sim_n;
    uci_transport = &transport;
}
