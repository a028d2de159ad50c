/*
 * Tests of atomicity.  A sum can hide lost operations that cancel out, so these
 * tests draw tickets: all values that a counter returns must be different.
 */
#define _GNU_SOURCE
#include "contract.h"

#include <stdatomic.h>

static uintptr_t word(unsigned rank, unsigned i)
{
    return (uintptr_t)part(rank) + 64 * i;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Returns how many of all ranks' tickets, n each, were drawn twice or are out
 * of range. */
static unsigned long count_bad(const uint64_t *mine, unsigned n)
{
    size_t total = (size_t)n * net->size;
    uint64_t *all = malloc(8 * total);
    share(mine, all, 8ul * n);
    qsort(all, total, 8, compare);
    unsigned long n_bad = all[total - 1] >= total;
    for (size_t i = 1; i < total; i++)
        n_bad += all[i] == all[i - 1];
    free(all);
    return n_bad;
}

/* All ranks use the network's atomics, also the owner of the word.  Over far
 * memory, where each takes long, all ranks own and draw at once. */
TEST(tickets, .needs_rma = true)
{
    static uint64_t mine[3000];
    unsigned n = own_size ? 300 : 3000, homes = own_size ? net->size : 1;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < homes; k++) {
            unsigned home = (net->rank + k) % homes;
            mine[home * n + i] =
                net->fetch_op(home, UCI_NET_ADD, word(home, 0), 1);
        }
    for (unsigned home = 0; home < homes; home++) {
        unsigned long n_bad = count_bad(mine + home * n, n);
        CHECK(n_bad == 0, "%lu tickets of %u were not unique", n_bad,
              n * net->size);
    }
}

/*
 * The owner of the word uses its CPU, the others the network.  CPU_ATOMICS says
 * what the transport promises: 1, and all tickets must be different; 0, and the
 * test must find equal ones.
 */
TEST(tickets_cpu, .needs_rma = true, .is_raw = true)
{
    enum { N = 3000 };
    static uint64_t mine[N];
    const char *promised = getenv("CPU_ATOMICS");
    _Atomic uint64_t *counter = (void *)word(0, 0);
    meet();
    for (unsigned i = 0; i < N; i++)
        if (net->rank != 0) {
            mine[i] = net->fetch_op(0, UCI_NET_ADD, word(0, 0), 1);
        } else {
            mine[i] = atomic_fetch_add(counter, 1);
            /* Goes on as long as the others draw. */
            uint64_t before = mine[i];
            double start = seconds();
            while (i % 8 == 0 && atomic_load(counter) == before + 1 &&
                   seconds() - start < 0.0005)
                ;
        }
    unsigned long n_bad = count_bad(mine, N);
    CHECK(!promised || (n_bad == 0) == (*promised == '1'),
          "%lu tickets of %u were not unique", n_bad, N * net->size);
    if (net->rank == 0 && !promised)
        printf("  %lu tickets of %u were not unique\n", n_bad, N * net->size);
}

/* Words that are changed by a get and a put, under a lock. */
static void count_under_lock(unsigned home)
{
    uint64_t values[4];
    net->get(home, values, word(home, 1), sizeof values);
    net->flush(home);
    CHECK(values[0] == values[1] && values[1] == values[2] &&
              values[2] == values[3],
          "torn under the lock");
    for (unsigned k = 0; k < 4; k++)
        values[k]++;
    net->put(home, word(home, 1), values, sizeof values);
    net->flush(home);
}

static void check_counted(unsigned home, unsigned n)
{
    uint64_t value;
    meet();
    net->get(home, &value, word(home, 1), sizeof value);
    net->flush(home);
    CHECK(value == n, "%lu of %u", (unsigned long)value, n);
}

TEST(lock_by_swap, .needs_rma = true)
{
    enum { N = 300 };
    unsigned home = net->size - 1;
    uint64_t n = net->rank + 1;
    for (unsigned i = 0; i < N; i++) {
        while (net->compare_swap(home, word(home, 0), 0, n) != 0)
            ;
        count_under_lock(home);
        uint64_t old = net->compare_swap(home, word(home, 0), n + 100, 9);
        CHECK(old == n, "a swap that fails says %lu", (unsigned long)old);
        old = net->compare_swap(home, word(home, 0), n, 0);
        CHECK(old == n, "the lock was held by %lu", (unsigned long)old);
    }
    check_counted(home, N * net->size);
}

/* Uses the CPU if the word is this rank's and CPU_ATOMICS is 1. */
static uint64_t fetch_op(bool by_cpu, unsigned home, enum uci_net_op op,
                         uint64_t value)
{
    _Atomic uint64_t *mine = (void *)word(home, 0);
    if (!by_cpu)
        return net->fetch_op(home, op, word(home, 0), value);
    return op == UCI_NET_OR ? atomic_fetch_or(mine, value)
                            : atomic_fetch_add(mine, value);
}

/* Locks as a thief does that skips the empty check: the lock is a bit of the
 * word that it guards, and is released without waiting for the answer (remote
 * rules N2, N4, N6). */
TEST(lock_by_or, .needs_rma = true)
{
    enum { N = 300, LOCKED = 1, ENTRY = 2 };
    const char *promised = getenv("CPU_ATOMICS");
    unsigned home = net->size - 1;
    bool by_cpu = net->rank == home && promised && *promised == '1';
    uint64_t head;
    for (unsigned i = 0; i < N; i++) {
        while ((head = fetch_op(by_cpu, home, UCI_NET_OR, LOCKED)) & LOCKED)
            net->receive(ignore);
        uint64_t locked = fetch_op(by_cpu, home, UCI_NET_ADD, ENTRY);
        CHECK(locked == (head | LOCKED), "%lu, then %lu", (unsigned long)head,
              (unsigned long)locked);
        count_under_lock(home);
        if (by_cpu)
            fetch_op(by_cpu, home, UCI_NET_ADD, (uint64_t)-LOCKED);
        else
            net->op(home, UCI_NET_ADD, word(home, 0), (uint64_t)-LOCKED);
    }
    net->flush(home);
    check_counted(home, N * net->size);
    head = net->fetch_op(home, UCI_NET_ADD, word(home, 0), 0);
    CHECK(head == (uint64_t)ENTRY * N * net->size, "head %lu",
          (unsigned long)head);
}

/* Checks that each value that was put in is read exactly once. */
TEST(exchange, .needs_rma = true)
{
    enum { N = 1000 };
    static uint64_t mine[N];
    for (unsigned i = 0; i < N; i++)
        mine[i] = net->fetch_op(0, UCI_NET_REPLACE, word(0, 0),
                                1 + net->rank * N + i);
    meet();
    /* The one that is left is in the first's, in place of the first 0. */
    uint64_t last = net->fetch_op(0, UCI_NET_OR, word(0, 0), 0), n_zero = 0;
    for (unsigned i = 0; i < N; i++) {
        if (mine[i] != 0)
            mine[i]--;
        else if (++n_zero)
            mine[i] = last - 1;
    }
    unsigned long n_bad = count_bad(mine, N);
    CHECK(n_bad == 0 && n_zero <= 1, "%lu values came out twice", n_bad);
}

/* Checks that each bit is set by one rank, and that only this rank saw it
 * clear. */
TEST(bits, .needs_rma = true, .is_raw = true)
{
    unsigned own = 64 / net->size;
    for (unsigned round = 0; round < 200; round++) {
        for (unsigned i = 0; i < own; i++) {
            uint64_t bit = 1ull << (net->rank * own + i);
            if (i % 2) {
                net->op(0, UCI_NET_OR, word(0, round), bit);
                continue;
            }
            uint64_t old = net->fetch_op(0, UCI_NET_OR, word(0, round), bit);
            CHECK((old & bit) == 0, "bit %u was set", net->rank * own + i);
        }
        net->flush(0);
    }
    meet();
    uint64_t all =
        own * net->size == 64 ? ~0ull : (1ull << own * net->size) - 1;
    const uint64_t *mine = (void *)word(0, 0);
    for (unsigned round = 0; net->rank == 0 && round < 200; round++)
        CHECK(mine[8 * round] == all, "round %u: %#lx", round,
              (unsigned long)mine[8 * round]);
}
