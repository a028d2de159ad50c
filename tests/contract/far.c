/*
 * Tests of active messages and of access to far memory
 * (runtime/cluster/far/am.h, far.h) over a transport, by every strategy: the
 * runtime without its scheduler.  The options say which strategy.  To the tests
 * of one-sided operations (rma.c, atomics.c) far memory is a transport.
 *
 *     far nic RANKS TEST                     forks its ranks itself
 *     mpirun ... far PLUG-IN - TEST          a plug-in, by its file
 *     far                                    lists the tests
 *
 * Each rank is a node of its own.
 */
#define _GNU_SOURCE
#include "contract.h"

#include "base/message.h"
#include "base/options.h"
#include "cluster/far/am.h"
#include "cluster/far/far.h"
#include "net/nic/wire.h"
#include "cluster/far/strategy.h"
#include "sched/worker.h"

#include <stdatomic.h>
#include <unistd.h>

/* --- The ranks' memory: a worker's block, then this --- */

enum { N_WORDS = 128 };

struct memory {
    struct uci_worker block;
    _Atomic uint64_t arrived, gone; /* those of rank 0 count who has come to
                                     * meet() and left it */
    _Atomic uint64_t ticket, n_posted, is_computing;
    uint64_t words[N_WORDS];
};

size_t own_size = sizeof(struct memory) + 64 - sizeof(struct memory) % 64;
static unsigned n_ranks;

static struct memory *memory(unsigned rank)
{
    return (struct memory *)uci_peer(rank);
}

static unsigned next_rank(void)
{
    return (uci_id + 1) % n_ranks;
}

/* Waits until all ranks are here; every rank answers until all know it. */
void meet(void)
{
    static uint64_t n_meetings;
    uint64_t wanted = ++n_meetings * n_ranks;
    uci_word_fetch_add(0, &memory(0)->arrived, 1);
    while (uci_word_load(0, &memory(0)->arrived) < wanted)
        uci_net_relax();
    uci_word_add(0, &memory(0)->gone, 1);
    uci_far_flush(0);
    while (uci_id == 0 && uci_load_acquire(&memory(0)->gone) < wanted)
        uci_net_relax();
}

/* Without the network. */
static void compute(double time)
{
    for (double end = seconds() + time; seconds() < end;)
        ;
}

/* --- Messages --- */

enum { N_ORDERED = 2000 };
static uint64_t n_in_order;

static void handle_ordered(unsigned from, uint64_t token, const char *bytes,
                           size_t size)
{
    uint64_t number;
    CHECK(from == (uci_id + n_ranks - 1) % n_ranks && token == 0);
    memcpy(&number, bytes, sizeof number);
    CHECK(number == n_in_order && size == sizeof number + number % 5000);
    for (size_t i = sizeof number; i < size; i++)
        CHECK(bytes[i] == (char)number);
    n_in_order++;
}

/* Answers with the bytes of the question in reverse order. */
static void handle_question(unsigned from, uint64_t token, const char *bytes,
                            size_t size)
{
    char *answer = malloc(size + 1);
    for (size_t i = 0; i < size; i++)
        answer[i] = bytes[size - 1 - i];
    uci_am_reply(from, token, answer, size < 100 ? size : 100,
                 size < 100 ? NULL : answer + 100, size < 100 ? 0 : size - 100);
    free(answer);
}

TEST(messages)
{
    char body[5000];
    for (uint64_t i = 0; i < N_ORDERED; i++) {
        memset(body, (char)i, sizeof body);
        uci_am_send(next_rank(), UCI_AM_PUBLISH, &i, sizeof i, body, i % 5000);
        uci_net_relax();
    }
    for (size_t size = 1; size < sizeof body; size += 1 + size / 7) {
        char answer[sizeof body];
        for (size_t i = 0; i < size; i++)
            body[i] = (char)(i * 7 + size);
        size_t head = size < 200 ? size : 200;
        CHECK(uci_am_ask(next_rank(), UCI_AM_STEAL, body, head, answer,
                         sizeof answer) == head);
        for (size_t i = 0; i < head; i++)
            CHECK(answer[i] == body[head - 1 - i]);
    }
    while (n_in_order < N_ORDERED)
        uci_net_relax();
}

/* --- Far memory as a transport --- */

static uci_ref ref_of(uintptr_t at)
{
    unsigned rank = (unsigned)((at - (uintptr_t)FIRST) / STRIDE);
    return uci_ref_make(rank, (void *)at);
}

static void put(unsigned rank, uintptr_t at, const void *bytes, size_t size)
{
    CHECK(rank == uci_ref_rank(ref_of(at)));
    uci_write(ref_of(at), 0, bytes, size);
}

/* At once, or with the next flush. */
static void get(unsigned rank, void *into, uintptr_t at, size_t size)
{
    if (uci_is_near(rank) || size % 2)
        uci_read(ref_of(at), 0, into, size);
    else
        uci_far_get_later(rank, into, (void *)at, size);
}

static uint64_t fetch_op(unsigned rank, enum uci_net_op op, uintptr_t at,
                         uint64_t value)
{
    _Atomic uint64_t *word = (_Atomic uint64_t *)at;
    uci_net_relax();
    if (op == UCI_NET_ADD)
        return uci_word_fetch_add(rank, word, value);
    if (op == UCI_NET_REPLACE)
        return uci_word_exchange(rank, word, value);
    return uci_word_is_here(rank)
               ? atomic_fetch_or(word, value)
               : uci_far_fetch_op(rank, op, (void *)word, value);
}

static void post_op(unsigned rank, enum uci_net_op op, uintptr_t at,
                    uint64_t value)
{
    if (op == UCI_NET_ADD)
        uci_word_add(rank, (_Atomic uint64_t *)at, value);
    else if (uci_word_is_here(rank))
        fetch_op(rank, op, at, value);
    else
        uci_far_op(rank, op, (void *)at, value);
}

static uint64_t compare_swap(unsigned rank, uintptr_t at, uint64_t expected,
                             uint64_t desired)
{
    uci_net_relax();
    uci_word_cas(rank, (_Atomic uint64_t *)at, &expected, desired);
    return expected;
}

static bool receive(uci_net_receiver *unused)
{
    (void)unused;
    uci_net_relax();
    return false;
}

/* A word is read whole while its owner changes it. */
TEST(whole_words)
{
    struct memory *own = memory(uci_id), *other = memory(next_rank());
    _Atomic uint64_t *w = (_Atomic uint64_t *)own->words;
    if (uci_id % 2 == 0) {
        uint64_t n = 0;
        for (double end = seconds() + 0.3; seconds() < end; n++) {
            for (int i = 0; i < 64; i++)
                uci_store_release(&w[i], (n & 0xffffffff) * 0x100000001);
            if (n % 16 == 0)
                uci_net_relax();
        }
    } else {
        uint64_t got[64];
        for (double end = seconds() + 0.3; seconds() < end;) {
            uci_far_get(next_rank(), got, other->words, sizeof got);
            for (int i = 0; i < 64; i++)
                CHECK(got[i] >> 32 == (got[i] & 0xffffffff));
        }
    }
}

/* --- Words --- */

/* The owner of a word adds to it all the time, without polling the network,
 * while its neighbour adds, too: no addition is lost, and the values that the
 * neighbour sees only grow. */
TEST(owners)
{
    if (uci_id % 2 == 0) {
        struct memory *own = memory(uci_id);
        uint64_t n = 0;
        for (; !uci_load_acquire(&own->n_posted); n++) {
            uci_word_fetch_add(uci_id, &own->ticket, 1);
            if (uci_polls_at_spawn)
                uci_net_relax();
        }
        CHECK(uci_load_acquire(&own->ticket) ==
              n + uci_load_acquire(&own->n_posted));
        return;
    }
    struct memory *other = memory(uci_id - 1);
    uint64_t n = 0, last = 0;
    for (double end = seconds() + 0.4; n < 10 || seconds() < end; n++) {
        uint64_t seen = uci_word_fetch_add(uci_id - 1, &other->ticket, 1);
        CHECK(n == 0 || seen > last);
        last = seen;
    }
    uci_word_add(uci_id - 1, &other->n_posted, n);
    uci_far_flush(uci_id - 1);
}

/* A posted operation arrives without a flush while its sender polls. */
TEST(posted)
{
    struct memory *m = memory(next_rank());
    for (uint64_t i = 0; i < 100; i++) {
        uci_word_add(next_rank(), &m->n_posted, 1);
        uci_word_store(next_rank(), (_Atomic uint64_t *)&m->words[i], i + 1);
    }
    while (uci_load_acquire(&memory(uci_id)->n_posted) < 100)
        uci_net_relax();
    for (uint64_t i = 0; i < 100; i++)
        while (uci_load_acquire(
                   (_Atomic uint64_t *)&memory(uci_id)->words[i]) != i + 1)
            uci_net_relax();
}

/* A rank that computes for a second, or until it has been asked, answers
 * meanwhile by whatever thread or hardware the strategy uses; only with `am' it
 * does not. */
TEST(busy_target)
{
    enum { N = 20 };
    struct memory *own = memory(uci_id), *other = memory(next_rank());
    if (uci_id % 2 == 0) {
        uci_store_release(&own->is_computing, 1);
        double give_up = seconds() + 20;
        do
            compute(1);
        while (!uci_polls_at_spawn && uci_load_acquire(&own->n_posted) == 0 &&
               seconds() < give_up);
        uci_store_release(&own->is_computing, 2);
        return;
    }
    if (uci_polls_at_spawn)
        return;
    while (uci_word_load(next_rank(), &other->is_computing) == 0)
        uci_net_relax();
    unsigned n_before = 0;
    double longest = 0, sum = 0;
    for (unsigned i = 0; i < N; i++) {
        double start = seconds();
        uint64_t state = uci_word_load(next_rank(), &other->is_computing);
        double time = seconds() - start;
        uci_word_fetch_add(next_rank(), &other->n_posted, 1);
        n_before += state == 1;
        sum += time;
        longest = time > longest ? time : longest;
        usleep(5000);
    }
    if (uci_id == 1)
        uci_message("a computing rank answers within %.0f us, on the average "
                    "%.0f us, %u of %d",
                    longest * 1e6, sum * 1e6 / N, n_before, N);
    CHECK(n_before > 0);
}

TEST(nothing)
{
}

/* --- Start and end --- */

static void start(const char *name, unsigned ranks)
{
    static struct uci_transport far;
    net = uci_transport = open_net(name, ranks, uci_strategy_wants_rma());
    n_ranks = net->size;
    uci_id = uci_near_first = net->rank;
    uci_n_near = 1;
    uci_nodes = (struct uci_nodes){uci_id, n_ranks, 1, n_ranks - 1};
    uci_peers = FIRST;
    uci_peer_stride = STRIDE;
    map_part();
    uci_transport->attach(FIRST, STRIDE, STRIDE);
    uci_am_handle(UCI_AM_PUBLISH, handle_ordered);
    uci_am_handle(UCI_AM_STEAL, handle_question);
    uci_far_start();
    uci_am_start();
    uci_strategy_choose();
    uci_assistant_start();
    far = *net;
    far.put = put;
    far.get = get;
    far.flush = uci_far_flush;
    far.fetch_op = fetch_op;
    far.op = post_op;
    far.compare_swap = compare_swap;
    far.receive = receive;
    net = &far;
}

int main(int argc, char **argv)
{
    const struct test *test = find_test(argc > 3 ? argv[3] : NULL);
    if (!test)
        return argc > 1;
    double began = seconds();
    start(argv[1], (unsigned)atoi(argv[2]));
    double started = seconds();
    meet();
    test->run();
    meet();
    /* The assistant still answers the rank that comes last. */
    uci_transport->least(0);
    uci_am_stop();
    if (uci_id == 0)
        uci_message("ok %s on %s, %u ranks, start %.3f s, test %.3f s",
                    test->name, uci_transport->name, n_ranks, started - began,
                    seconds() - started);
    uci_transport->finish();
    _exit(0); /* the runtime's own end would read the blocks of all workers */
}
