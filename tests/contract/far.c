/*
 * Tests of active messages and of access to far memory
 * (runtime/cluster/far/am.h, far.h) over a transport, by every strategy: the
 * runtime without its scheduler.  The options say which strategy.
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

#include <unistd.h>

/* --- The ranks' memory: a worker's block, then this --- */

enum { N_TICKETS = 1 << 16, N_WORDS = 1 << 16 };

struct memory {
    struct uci_worker block;
    _Atomic uint64_t arrived, gone; /* those of rank 0 count who has come to
                                     * meet() and left it */
    _Atomic uint64_t ticket, lock, n_posted, is_computing;
    uint64_t guarded; /* by lock */
    uint64_t tickets[N_TICKETS];
    uint64_t words[N_WORDS];
    char bytes[8 << 20];
};

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

/* --- Memory --- */

/* Each rank writes to its own part of the next rank's bytes. */
TEST(bytes)
{
    enum { MOST = 1 << 20 };
    char *sent = malloc(MOST), *got = malloc(MOST);
    char *there = memory(next_rank())->bytes;
    for (size_t size = 1; size < MOST; size += 1 + size / 2) {
        for (size_t odd = 0; odd < 9; odd += 4) {
            fill(sent, size, size + odd);
            uci_far_put(next_rank(), there + odd, sent, size);
            memset(sent, 0, size);
            uci_far_flush(next_rank());
            memset(got, 0, size);
            uci_far_get(next_rank(), got, there + odd, size);
            fill(sent, size, size + odd);
            CHECK(memcmp(sent, got, size) == 0);
        }
    }
    /* Many gets in one flush. */
    fill(sent, 1000, 1);
    uci_far_put(next_rank(), there, sent, 1000);
    uci_far_flush(next_rank());
    for (size_t i = 0; i < 100; i++)
        uci_far_get_later(next_rank(), got + 10 * i, there + 10 * i, 10);
    uci_far_flush(next_rank());
    CHECK(memcmp(sent, got, 1000) == 0);
    /* Uses references, also to the rank's own memory. */
    uci_ref far = uci_ref_make(next_rank(), there);
    uci_ref near = uci_ref_make(uci_id, memory(uci_id)->bytes);
    uci_write(far, 3, "hello", 5);
    uci_far_flush(next_rank());
    uci_read(far, 3, got, 5);
    CHECK(memcmp(got, "hello", 5) == 0);
    meet();
    uci_read(near, 3, got, 5);
    CHECK(memcmp(got, "hello", 5) == 0);
    free(sent);
    free(got);
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

/* Every rank draws tickets from every rank's word, also from its own: each
 * ticket is drawn once. */
TEST(tickets)
{
    enum { N = 2000 };
    uint64_t *drawn = calloc((size_t)n_ranks * N, sizeof *drawn);
    for (unsigned i = 0; i < N; i++)
        for (unsigned k = 0; k < n_ranks; k++) {
            unsigned rank = (uci_id + k) % n_ranks;
            drawn[rank * N + i] =
                uci_word_fetch_add(rank, &memory(rank)->ticket, 1);
            uci_net_relax();
        }
    meet();
    for (unsigned rank = 0; rank < n_ranks; rank++)
        CHECK(uci_word_load(rank, &memory(rank)->ticket) == N * n_ranks);
    /* Each rank writes a 1 at the index of each ticket that it has drawn. */
    for (unsigned rank = 0; rank < n_ranks; rank++)
        for (unsigned i = 0; i < N; i++) {
            uint64_t ticket = drawn[rank * N + i];
            CHECK(ticket < N * n_ranks);
            uci_word_add(rank,
                         (_Atomic uint64_t *)&memory(rank)->tickets[ticket], 1);
        }
    for (unsigned rank = 0; rank < n_ranks; rank++)
        uci_far_flush(rank);
    meet();
    for (unsigned i = 0; i < N * n_ranks; i++)
        CHECK(memory(uci_id)->tickets[i] == 1);
    free(drawn);
}

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

/* A lock like that of a deque: it is taken by compare-and-swap, and released
 * by an add that nobody waits for, after the guarded words were put and
 * flushed. */
TEST(locks)
{
    enum { N = 150 };
    for (unsigned k = 0; k < n_ranks; k++) {
        unsigned rank = (uci_id + k) % n_ranks;
        struct memory *m = memory(rank);
        for (unsigned i = 0; i < N; i++) {
            uint64_t word = 0, guarded;
            while (!uci_word_cas(rank, &m->lock, &word, 1)) {
                word = 0;
                uci_net_relax();
            }
            uci_read(uci_ref_make(rank, &m->guarded), 0, &guarded,
                     sizeof guarded);
            guarded++;
            uci_write(uci_ref_make(rank, &m->guarded), 0, &guarded,
                      sizeof guarded);
            if (!uci_is_near(rank))
                uci_far_flush(rank);
            uci_word_add(rank, &m->lock, -1);
        }
    }
    for (unsigned rank = 0; rank < n_ranks; rank++)
        uci_far_flush(rank);
    meet();
    CHECK(memory(uci_id)->guarded == N * n_ranks);
    CHECK(uci_load_acquire(&memory(uci_id)->lock) == 0);
    meet();
    /* The other operations, and old values. */
    struct memory *m = memory(next_rank());
    CHECK(uci_word_exchange(next_rank(), &m->lock, 5) == 0);
    CHECK(uci_far_fetch_op(next_rank(), UCI_NET_OR, &m->lock, 8) == 5);
    uint64_t word = 4;
    CHECK(!uci_word_cas(next_rank(), &m->lock, &word, 1) && word == 13);
    CHECK(uci_word_cas(next_rank(), &m->lock, &word, 0));
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
