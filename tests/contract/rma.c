/* Tests of gets, puts and atomics in the memory of other ranks. */
#define _GNU_SOURCE
#include "contract.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static unsigned after(unsigned n)
{
    return (net->rank + n) % net->size;
}

static uintptr_t at(unsigned rank, size_t offset)
{
    return (uintptr_t)part(rank) + offset;
}

/* Small accesses of all sizes and alignments on either side change no byte
 * beside them. */
TEST(unaligned, .needs_rma = true)
{
    enum { AREA = 256 };
    char mine[AREA], back[AREA];
    unsigned to = after(1);
    size_t base = AREA * net->rank;
    for (unsigned shift = 0; shift < 9; shift++)
        for (size_t size = 0; size < 40; size++) {
            memset(mine, 0x55, AREA);
            net->put(to, at(to, base), mine, AREA);
            net->flush(to);
            fill(mine + shift, size, size);
            net->put(to, at(to, base + 16 + (shift * 5 + size) % 11),
                     mine + shift, size);
            memset(mine, 0, AREA); /* the buffer may be reused */
            net->flush(to);
            net->get(to, back + 1, at(to, base), AREA - 1);
            net->flush(to);
            size_t start = 1 + 16 + (shift * 5 + size) % 11;
            CHECK(differs(back + start, size, size) == size,
                  "%zu bytes, shifted by %u", size, shift);
            for (size_t i = 1; i < AREA - 1; i++)
                CHECK((i >= start && i < start + size) || back[i] == 0x55,
                      "byte %zu beside %zu at %zu", i, size, start);
            /* A part of it. */
            memset(back, 0x33, AREA);
            net->get(to, back + shift, at(to, base + start - 1), size);
            net->flush(to);
            CHECK(differs(back + shift, size, size) == size &&
                      back[shift + size] == 0x33,
                  "a get of %zu bytes to +%u", size, shift);
        }
}

/* Accesses of megabytes each, from all ranks to one, and from each rank to the
 * next. */
TEST(large, .needs_rma = true)
{
    static const size_t sizes[] = {4096, 65536, 1 << 20, (7 << 20) + 13};
    char *mine = malloc(8 << 20), *back = malloc(8 << 20);
    for (unsigned i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        size_t size = sizes[i / 2], offset = (8 << 20) * (size_t)net->rank + i;
        if (net->size > STRIDE / (8 << 20))
            offset = 0;
        unsigned to = i % 2 ? after(1) : 0;
        if (offset == 0 && to == 0)
            to = after(1);
        fill(mine, size, size + net->rank);
        net->put(to, at(to, offset), mine, size);
        net->flush(to);
        memset(back, 0, size);
        net->get(to, back, at(to, offset), size);
        net->flush(to);
        CHECK(differs(back, size, size + net->rank) == size,
              "%zu bytes differ at %zu", size,
              differs(back, size, size + net->rank));
    }
    free(mine);
    free(back);
}

/* After a flush every rank sees what was put before it. */
TEST(flush_completes, .needs_rma = true, .is_raw = true)
{
    enum { ROUNDS = 100, N = 64 };
    _Atomic uint64_t *mine = (void *)part(net->rank);
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        /* A rank also reaches its own memory by the network: its CPU sees the
         * result as soon as the flush returns. */
        unsigned to = after(round % 2), from = after(net->size - round % 2);
        for (unsigned i = 0; i < N; i++) {
            uint64_t word = round * 1000 + i;
            if (i % 2)
                net->put(to, at(to, 8 * i), &word, 8);
            else
                net->op(to, UCI_NET_REPLACE, at(to, 8 * i), word);
        }
        net->flush(to);
        if (to != net->rank)
            meet();
        for (unsigned i = 0; i < N; i++)
            CHECK(atomic_load(&mine[i]) == round * 1000 + i,
                  "word %u of rank %u is of round %lu in %lu", i, from,
                  (unsigned long)(atomic_load(&mine[i]) / 1000),
                  (unsigned long)round);
        meet();
    }
}

/* 100,000 operations of all kinds, fewer over far memory, many at a time; at the
 * end the words show that each was done once. */
TEST(many, .needs_rma = true)
{
    enum { N = 100000, WORDS = 512 };
    unsigned to = after(1), n = (own_size ? 4000 : N) / net->size;
    uint64_t got[64], n_added = 0;
    size_t sums = 8 * WORDS;
    for (unsigned i = 0; i < n; i++) {
        uint64_t word = i;
        switch (i % 8) {
        case 0:
        case 1:
        case 2:
            net->put(to, at(to, 8 * (i % WORDS)), &word, 8);
            break;
        case 3:
        case 4:
            net->get(to, &got[i % 64], at(to, 8 * (i % WORDS)), 8);
            break;
        default:
            net->op(0, UCI_NET_ADD, at(0, sums + 8 * (i % 8)), 1);
            n_added++;
        }
        if (i % 100 == 99)
            net->flush(to);
    }
    net->flush(to);
    net->flush(0);
    uint64_t all[64], total = 0, sum = 0;
    share(&n_added, all, 8);
    for (unsigned i = 0; i < net->size; i++)
        total += all[i];
    for (unsigned i = 5; i < 8; i++)
        sum += net->fetch_op(0, UCI_NET_ADD, at(0, sums + 8 * i), 0);
    CHECK(sum == total, "%lu additions of %lu", (unsigned long)sum,
          (unsigned long)total);
    meet();
    const uint64_t *mine = (void *)part(net->rank);
    for (unsigned i = 0; i < WORDS; i++)
        CHECK(mine[i] < n && (i % 8 > 2 || mine[i] % WORDS == i),
              "word %u is %lu", i, (unsigned long)mine[i]);
}

/* Called in loops that wait for other ranks. */
static void drive(void)
{
    net->receive(ignore);
    sched_yield();
}

/* Two threads of every rank use the network at the same time, each with its own
 * words; the first also receives messages. */

static void *work_beside(void *argument)
{
    unsigned thread = (unsigned)(uintptr_t)argument;
    unsigned to = after(1);
    size_t base = 65536 * (1 + thread + 2 * net->rank);
    char mine[3000], back[3000];
    /* Both threads have many operations under way at once. */
    for (uint64_t round = 1; round <= 300; round++) {
        uint64_t words[100];
        for (unsigned i = 0; i < 100; i++) {
            uint64_t word = round * 1000 + i;
            net->put(to, at(to, base + 8 * i), &word, 8);
        }
        net->flush(to);
        for (unsigned i = 0; i < 100; i++)
            net->get(to, &words[i], at(to, base + 8 * i), 8);
        net->flush(to);
        for (unsigned i = 0; i < 100; i++)
            CHECK(words[i] == round * 1000 + i,
                  "thread %u: word %u is %lu in round %lu", thread, i,
                  (unsigned long)words[i], (unsigned long)round);
    }
    for (unsigned i = 0; i < 400; i++) {
        size_t size = 1 + i * 7 % sizeof mine;
        fill(mine, size, i * 2 + thread);
        net->put(to, at(to, base + i % 8), mine, size);
        net->flush(to);
        net->get(to, back, at(to, base + i % 8), size);
        uint64_t old = net->fetch_op(to, UCI_NET_ADD, at(to, base + 32768), 1);
        net->flush(to);
        CHECK(old == i, "thread %u: ticket %lu at %u", thread,
              (unsigned long)old, i);
        CHECK(differs(back, size, i * 2 + thread) == size,
              "thread %u: %zu bytes in round %u", thread, size, i);
        if (thread == 0)
            net->receive(ignore);
    }
    return NULL;
}

TEST(two_users, .needs_rma = true, .is_raw = true)
{
    pthread_t other;
    CHECK(pthread_create(&other, NULL, work_beside, (void *)1) == 0, "thread");
    work_beside(NULL);
    pthread_join(other, NULL);
}

/*
 * Rank 0 computes while the others access its memory.  With PROGRESS=1, where
 * the transport promises to progress by itself, it makes no call of the
 * transport; otherwise it does so after a while.
 */
TEST(busy_victim, .needs_rma = true, .is_raw = true)
{
    _Atomic uint64_t *n_done = (void *)part(0);
    const char *promised = getenv("PROGRESS");
    if (net->rank == 0) {
        double start = seconds();
        bool has_driven = false;
        while (atomic_load(n_done) < net->size - 1) {
            double time = seconds() - start;
            CHECK(time < 20, "no progress in a leaf: %lu of %u",
                  (unsigned long)atomic_load(n_done), net->size - 1);
            has_driven |= time > 2;
            if (has_driven && !promised)
                drive();
        }
        if (has_driven && !promised)
            puts("  no progress while rank 0 computed");
        return;
    }
    char bytes[1000], back[1000];
    for (unsigned i = 0; i < 200; i++) {
        fill(bytes, sizeof bytes, i);
        net->put(0, at(0, 4096 * net->rank), bytes, sizeof bytes);
        net->flush(0);
        net->get(0, back, at(0, 4096 * net->rank), sizeof back);
        net->flush(0);
        CHECK(differs(back, sizeof back, i) == sizeof back, "round %u", i);
        net->fetch_op(0, UCI_NET_ADD, at(0, 64), 1);
    }
    net->fetch_op(0, UCI_NET_ADD, at(0, 0), 1);
}

/*
 * Puts and operations between two flushes have no order: with REORDERS=1, on a
 * network that reorders, the test must see some out of order, and with
 * REORDERS=0 none.
 */
TEST(no_order, .needs_rma = true, .is_raw = true)
{
    enum { ROUNDS = 400 };
    const char *expected = getenv("REORDERS");
    unsigned to = after(1);
    _Atomic uint64_t *mine = (void *)part(net->rank);
    uint64_t n_seen = 0;
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        net->put(to, at(to, 0), &i, 8);
        net->op(to, UCI_NET_REPLACE, at(to, 8), i);
        /* Did the neighbour's second put arrive before its first? */
        double start = seconds();
        while (atomic_load(&mine[1]) < i && seconds() - start < 20)
            drive();
        n_seen += atomic_load(&mine[0]) < i;
        net->flush(to);
        meet();
        CHECK(atomic_load(&mine[0]) == i && atomic_load(&mine[1]) == i,
              "round %lu: %lu, %lu after flush", (unsigned long)i,
              (unsigned long)atomic_load(&mine[0]),
              (unsigned long)atomic_load(&mine[1]));
        meet();
    }
    uint64_t all[64], total = 0;
    share(&n_seen, all, 8);
    for (unsigned i = 0; i < net->size; i++)
        total += all[i];
    CHECK(!expected || (total > 0) == (*expected == '1'),
          "%lu of %u pairs are out of order", (unsigned long)total,
          ROUNDS * net->size);
}

/* Every message arrives after DELAY microseconds, and not much later. */
static double sent;

static void look_at_time(unsigned from, const void *bytes, size_t size)
{
    (void)from;
    CHECK(size == sizeof sent, "%zu bytes", size);
    memcpy(&sent, bytes, size);
}

static bool is_sent_seen(void)
{
    return sent != 0;
}

TEST(delays, .needs_rma = true, .is_raw = true)
{
    double least = atof(getenv("DELAY") ? getenv("DELAY") : "0") * 1e-6;
    unsigned to = after(1);
    char bytes[100000];
    for (unsigned i = 0; i < 5; i++) {
        double start = seconds();
        net->fetch_op(to, UCI_NET_ADD, at(to, 8), 1);
        double op = seconds();
        CHECK(op - start >= least, "an atomic took %.6f s", op - start);
        net->get(to, bytes, at(to, 64), sizeof bytes);
        net->flush(to);
        double get = seconds() - op;
        CHECK(get >= least && get < least + 5, "a get took %.6f s", get);
        sent = 0;
        double now = seconds();
        net->send(to, &now, sizeof now, NULL, 0);
        receive_until(is_sent_seen, look_at_time);
        double way = seconds() - sent;
        CHECK(way >= least && way < least + 5, "a message took %.6f s", way);
        meet();
    }
}

/* Ranks register more of their memory, each when it likes; others access it,
 * and what was registered at first, between the same flushes. */
TEST(extended, .needs_rma = true, .extends = true, .is_raw = true)
{
    enum { PIECE = STRIDE / 4, BYTES = 10000 };
    static char mine[BYTES], back[2][BYTES];
    unsigned to = after(1);
    for (unsigned piece = 1; piece < 4; piece++) {
        uintptr_t low = at(to, 64), high = at(to, piece * PIECE + 64);
        uintptr_t word = at(to, (piece + 1) * PIECE - 8);
        net->extend(part(net->rank) + piece * PIECE, PIECE);
        meet();
        fill(mine, BYTES, piece);
        net->put(to, low, mine, BYTES);
        net->put(to, high, mine, BYTES);
        net->op(to, UCI_NET_ADD, word, piece);
        net->flush(to);
        net->get(to, back[0], low, BYTES);
        net->get(to, back[1], high, BYTES);
        net->flush(to);
        CHECK(differs(back[0], BYTES, piece) == BYTES, "below piece %u", piece);
        CHECK(differs(back[1], BYTES, piece) == BYTES, "piece %u", piece);
        uint64_t old = net->fetch_op(to, UCI_NET_OR, word, 64);
        CHECK(old == piece, "the word was %lu", (unsigned long)old);
        old = net->compare_swap(to, word, piece | 64, 7);
        CHECK(old == (piece | 64), "the word was %lu", (unsigned long)old);
        meet();
        CHECK(*(uint64_t *)(part(net->rank) + (piece + 1) * PIECE - 8) == 7,
              "the own word of piece %u", piece);
    }
}
