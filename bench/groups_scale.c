/*
 * groups_scale [FLAG VALUE]... [POLICY]: the queues and the balance of groups
 * (runtime/group/queue.c and balance.c, as programs have them) on many nodes of
 * virtual time.
 *
 * The variables of those two files, and uci_node, lie in one section, which is
 * copied out and in when another node has its turn.  The rest of a node is
 * here: workers that take a group and run it for its time, a courier that takes
 * one message after another, and a network.  What the code costs is a constant,
 * below, so a run is the same each time.
 */
#include "../examples/flags.h"
#include "base/message.h"
#include "sched/idle.h"
#include "group/group.h"

#include <stdarg.h>

/* Nanoseconds; docs/groups.md says how they compare with what was measured. */
enum {
    MAKE = 150,    /* a group that stays */
    SAY = 2000,    /* a message, its sender */
    TAKE = 1400,   /* and its receiver, with the result that it may bring */
    PACK = 300,    /* a group becomes bytes */
    PASS = 250,    /* these are looked at */
    ADD = 250,     /* and copied */
    UNPACK = 250,  /* bytes become a group */
    SCAN = 2,      /* node 0 looks at one of the nodes */
    NOTIFY = 1000, /* a sleeping thread is woken, */
    WAKE = 5000,   /* and runs */
    LOOKS = 20000, /* a worker looks for work before it sleeps */
    SHORT = 300000 /* the courier looks while groups are wanted (courier.c) */
};
enum { WIRE = 56, RESULT = 16, HEAD = 32 }; /* bytes */

/* --- Options --- */

static long n_nodes = 1000, n_workers = 48, n_groups = 100000, mean_us = 10000,
            all_make = 0, seed = 1, latency_ns = 25000, byte_ps = 800,
            has_table = 1, low = -1, high = -1;
static const struct option_row rows[] = {
    {'n', "NODES", &n_nodes, 1, 100000, "nodes"},
    {'w', "WORKERS", &n_workers, 1, 1000, "workers of each"},
    {'g', "GROUPS", &n_groups, 1, 100000000, "groups in all"},
    {'u', "US", &mean_us, 1, 100000000,
     "microseconds of a group, on the average: from half of that to one and a "
     "half" OPTION_INDENT "times"},
    {'a', "ALL", &all_make, 0, 1,
     "1: all nodes make groups, from none to twice as many as on the average"},
    {'l', "NS", &latency_ns, 0, 1000000000, "a message is under way"},
    {'b', "PS", &byte_ps, 0, 1000000, "picoseconds a byte of a message"},
    {'s', "SEED", &seed, 1, 1000000000, "of the groups' times"},
    {'m', "LOW", &low, -1, 1000000, "the low mark; -1: as programs have it"},
    {'M', "HIGH", &high, -1, 1000000, "the high mark, likewise"},
    {'t', "TITLE", &has_table, 0, 1, "0: without the title of the columns"},
    {0}};
static const char *policy = "prefetch";

static uint64_t random_state;
static double random_part(void) /* from 0 to 1 */
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

/* --- Nodes --- */

struct message {
    struct message *next;
    unsigned from;
    struct uci_head head;
    size_t size;
    char body[];
};

static struct node {
    char *state;              /* while it is not this node's turn */
    long to_make;             /* groups */
    unsigned asleep;          /* workers */
    uint64_t says_until;      /* one sends at a time */
    bool is_taking, is_timed; /* the courier has an event */
    struct message *first, **end;
    uint64_t took; /* by the courier, ns */
} * nodes;

extern char __start_group_state[], __stop_group_state[];
__attribute__((section("group_state"))) struct uci_node uci_node = {.n = 1};
static unsigned current; /* node */
static uint64_t now;     /* of the thread whose turn it is */
static long n_made, n_done, n_messages;
static __thread struct uci_worker block;
__thread struct uci_worker *ucilk_abi_worker = NULL;

static void turn_to(unsigned node)
{
    size_t size = (size_t)(__stop_group_state - __start_group_state);
    if (node == current)
        return;
    memcpy(nodes[current].state, __start_group_state, size);
    memcpy(__start_group_state, nodes[node].state, size);
    current = node;
}

/* --- Events --- */

enum kind { MAKES, LOOKS_FOR_WORK, LOOKS_AGAIN, ENDS, ARRIVES, TAKES, TIMER };
struct event {
    uint64_t at, order;
    enum kind kind;
    unsigned node;
    void *what;
};
static struct event *heap;
static size_t n_events, room;

static bool is_before(const struct event *a, const struct event *b)
{
    return a->at < b->at || (a->at == b->at && a->order < b->order);
}

static void add_event(uint64_t at, enum kind kind, unsigned node, void *what)
{
    static uint64_t order;
    struct event e = {at, order++, kind, node, what};
    if (n_events == room)
        heap = realloc(heap, (room = 2 * room + 1024) * sizeof *heap);
    size_t i = n_events++;
    for (; i > 0 && is_before(&e, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = e;
}

static struct event next_event(void)
{
    struct event first = heap[0], last = heap[--n_events];
    size_t i = 0;
    for (size_t k; (k = 2 * i + 1) < n_events; i = k) {
        if (k + 1 < n_events && is_before(&heap[k + 1], &heap[k]))
            k++;
        if (!is_before(&heap[k], &last))
            break;
        heap[i] = heap[k];
    }
    heap[i] = last;
    return first;
}

/* --- What queue.c and balance.c call --- */

int virtual_clock(clockid_t clock, struct timespec *t);
int virtual_clock(clockid_t clock, struct timespec *t)
{
    (void)clock;
    *t =
        (struct timespec){(time_t)(now / 1000000000), (long)(now % 1000000000)};
    return 0;
}

void uci_fatal(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    exit(1);
}

void uci_idle_notify(void)
{
}

bool uci_group_any_sleeps(void)
{
    return nodes[current].asleep > 0;
}

void uci_idle_wake_one(void)
{
    struct node *n = &nodes[current];
    if (n->asleep == 0)
        return;
    n->asleep--;
    now += NOTIFY;
    add_event(now + WAKE, LOOKS_FOR_WORK, current, NULL);
}

void uci_bytes_add(struct uci_bytes *b, const void *bytes, size_t size)
{
    if (b->room < b->size + size)
        b->at = realloc(b->at, b->room = 2 * (b->size + size));
    memcpy(b->at + b->size, bytes, size);
    b->size += size;
    now += size == UCI_BODY ? 0 : ADD;
}

void uci_wire_add_group(struct uci_bytes *b, struct uci_group *g)
{
    uint64_t bytes[WIRE / 8] = {WIRE, g->owner, g->entry};
    uci_bytes_add(b, bytes, WIRE);
    now += PACK - ADD;
}

size_t uci_wire_size(const char *bytes)
{
    (void)bytes;
    now += PASS;
    return WIRE;
}

static struct uci_group *new_group(unsigned owner, uint64_t ns)
{
    struct uci_group *g = calloc(1, sizeof *g);
    g->owner = owner;
    g->entry = ns; /* in the place of its future */
    return g;
}

struct uci_group *uci_wire_group(const char *bytes)
{
    const uint64_t *words = (const uint64_t *)bytes;
    now += UNPACK;
    return new_group((unsigned)words[1], words[2]);
}

void uci_group_free(struct uci_group *g)
{
    free(g);
}

void uci_say(unsigned to, const struct uci_head *head, const void *body,
             size_t size)
{
    struct node *n = &nodes[current];
    struct message *m = calloc(1, sizeof *m + size);
    m->from = current;
    m->head = *head;
    m->size = size;
    if (size)
        memcpy(m->body, body, size);
    if (now < n->says_until)
        now = n->says_until;
    now += SAY + (HEAD + size) * (uint64_t)byte_ps / 1000;
    if (current == 0)
        now += SCAN * (uint64_t)n_nodes;
    n->says_until = now;
    n_messages++;
    add_event(now + (uint64_t)latency_ns, ARRIVES, to, m);
}

void uci_say_block(unsigned to, const struct uci_head *head,
                   struct uci_bytes *message)
{
    uci_say(to, head, message->at + UCI_BODY, message->size - UCI_BODY);
    free(message->at);
}

/* --- The courier: courier.c --- */

static void take_message(struct message *m)
{
    now += TAKE + (HEAD + m->size) * (uint64_t)byte_ps / 1000;
    if (m->head.say == UCI_SAY_WANT || m->head.say == UCI_SAY_SURPLUS)
        now += SCAN * (uint64_t)n_nodes;
    switch (m->head.say) {
    case UCI_SAY_WANT:
        uci_balance_wanted(m->from, &m->head);
        break;
    case UCI_SAY_RECALL:
        uci_queue_want(m->head.a, m->head.b);
        break;
    case UCI_SAY_SURPLUS:
        uci_balance_surplus(m->from, m->body, m->size);
        break;
    case UCI_SAY_GIVE:
        uci_balance_receive(m->body, m->size, m->head.a);
        break;
    case UCI_SAY_RESULT:
        n_done++;
        uci_node.away--;
        break;
    default:
        uci_fatal("message %lu\n", m->head.say);
    }
    free(m);
}

static void look_at_queue(struct node *n)
{
    if (uci_queue_look() && !n->is_timed) {
        n->is_timed = true;
        add_event(now + SHORT, TIMER, current, NULL);
    }
}

/* The courier's turn. */
static void take(struct node *n)
{
    struct message *m = n->first;
    n->first = m->next;
    if (!n->first)
        n->end = &n->first;
    take_message(m);
    if (!n->first)
        look_at_queue(n);
    n->is_taking = n->first != NULL;
    if (n->is_taking)
        add_event(now, TAKES, current, NULL);
}

/* --- Workers: run.c and make.c --- */

static void look(struct node *n, bool again)
{
    uint64_t left;
    struct uci_group *g = uci_queue_take(&left);
    if (!g && !again)
        add_event(now + LOOKS, LOOKS_AGAIN, current, NULL);
    if (!g && again) {
        n->asleep++;
        uci_balance_ask(true);
    }
    if (!g)
        return;
    if (left == 0 && uci_group_any_sleeps())
        uci_balance_ask(true);
    else if (left < uci_node.low)
        uci_balance_ask(false);
    add_event(now + g->entry, ENDS, current, g);
}

static void end_group(struct uci_group *g)
{
    static const char result[RESULT];
    struct uci_head head = {UCI_SAY_RESULT, 0, 0, 0};
    if (g->owner == current) {
        now += MAKE;
        n_done++;
    } else {
        uci_say(g->owner, &head, result, RESULT);
        uci_node.foreign--;
    }
    free(g);
}

static uint64_t work, longest;

static void make(struct node *n)
{
    uint64_t until = now + 20000;
    for (; n->to_make > 0 && now < until; n->to_make--) {
        uint64_t ns = (uint64_t)(1e3 * (double)mean_us * (0.5 + random_part()));
        struct uci_group *g = new_group(current, ns);
        n_made++;
        work += ns;
        longest = ns > longest ? ns : longest;
        now += MAKE;
        if (uci_node.n_static > 0 && uci_node.n_static-- > 0)
            uci_balance_send(g, 0);
        else {
            uci_balance_ask_no_more();
            uci_queue_put(g);
        }
    }
    add_event(now, n->to_make > 0 ? MAKES : LOOKS_FOR_WORK, current, NULL);
}

static void happen(struct event *e)
{
    struct node *n = &nodes[e->node];
    uint64_t began = now = e->at;
    struct message *m = e->what;
    turn_to(e->node);
    switch (e->kind) {
    case MAKES:
        make(n);
        break;
    case LOOKS_FOR_WORK:
        look(n, false);
        break;
    case LOOKS_AGAIN:
        look(n, true);
        break;
    case ENDS:
        end_group(e->what);
        look(n, false);
        break;
    case ARRIVES:
        *n->end = m;
        n->end = &m->next;
        if (!n->is_taking)
            add_event(now + WAKE, TAKES, current, NULL);
        n->is_taking = true;
        break;
    case TAKES:
        take(n);
        break;
    case TIMER:
        n->is_timed = false;
        if (!n->is_taking)
            look_at_queue(n);
        break;
    }
    if (e->kind == TAKES || e->kind == TIMER)
        n->took += now - began;
}

/* --- All --- */

/* start.c: set_policy */
static void start_node(unsigned i)
{
    bool is_static = strcmp(policy, "static") == 0;
    uci_node.n = (unsigned)n_nodes;
    uci_node.rank = i;
    uci_node.asks = !is_static;
    uci_node.n_static = is_static                       ? INT64_MAX
                        : strcmp(policy, "switch") == 0 ? n_nodes
                                                        : 0;
    uci_node.low = strcmp(policy, "pull") == 0 ? 0 : 1;
    uci_node.high = 2 * (uint64_t)n_workers;
    if (low >= 0)
        uci_node.low = (uint64_t)low;
    if (high >= 0)
        uci_node.high = (uint64_t)high;
    if (i == 0)
        uci_balance_start();
}

/* How many groups each node makes. */
static void share(void)
{
    long left = n_groups;
    for (unsigned i = 1; all_make && i < (unsigned)n_nodes; i++) {
        long most = 2 * n_groups / n_nodes;
        long n = (long)(random_part() * (double)(most + 1));
        nodes[i].to_make = n < left ? n : left;
        left -= nodes[i].to_make;
    }
    nodes[0].to_make = left;
}

int main(int argc, char **argv)
{
    size_t size = (size_t)(__stop_group_state - __start_group_state);
    int at =
        read_options("groups_scale", " [POLICY]",
                     "groups on many nodes, in virtual time", rows, argc, argv);
    if (at < argc)
        policy = argv[at];
    ucilk_abi_worker = &block;
    random_state = (uint64_t)seed;
    nodes = calloc((size_t)n_nodes, sizeof *nodes);
    for (unsigned i = 0; i < (unsigned)n_nodes; i++) {
        nodes[i].state = malloc(size);
        nodes[i].end = &nodes[i].first;
        memcpy(nodes[i].state, __start_group_state, size);
    }
    share();
    /* The nodes have been idle for a while when main makes groups. */
    const uint64_t begin = 1000000000;
    for (unsigned i = 0; i < (unsigned)n_nodes; i++) {
        turn_to(i);
        start_node(i);
        bool makes = nodes[i].to_make > 0;
        for (long w = makes; w < n_workers; w++)
            add_event(0, LOOKS_FOR_WORK, i, NULL);
        if (makes)
            add_event(begin, MAKES, i, NULL);
    }
    for (struct event e; n_done < n_groups && n_events > 0; happen(&e)) {
        e = next_event();
        if (n_made == 0 && e.at >= begin)
            n_messages = (long)(nodes[0].took = 0);
    }
    double ns = (double)(now - begin), p = (double)(n_nodes * n_workers);
    double ideal = (double)work / p;
    ideal = ideal > (double)longest ? ideal : (double)longest;
    for (unsigned i = 0; i < (unsigned)n_nodes; i++) {
        turn_to(i);
        if (uci_node.away || uci_node.foreign || uci_queue_length())
            uci_fatal("node %u is not done\n", i);
    }
    if (n_done != n_groups || n_made != n_groups)
        uci_fatal("%ld groups made, %ld done\n", n_made, n_done);
    if (has_table)
        printf("nodes\tworkers\tgroups\tms\tmade by\tpolicy\ttook, ms\tideal, "
               "ms\t%%\tcourier 0, %%\tmessages\n");
    printf("%ld\t%ld\t%ld\t%g\t%s\t%s\t%.2f\t%.2f\t%.1f\t%.1f\t%ld\n", n_nodes,
           n_workers, n_groups, 1e-3 * (double)mean_us,
           all_make ? "all" : "node 0", policy, 1e-6 * ns, 1e-6 * ideal,
           100 * ideal / ns, 100 * (double)nodes[0].took / ns, n_messages);
    return 0;
}
