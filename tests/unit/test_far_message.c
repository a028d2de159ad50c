/* Tests of memory of other ranks by messages, far/far_message.c, over the
 * network of fake.h: rank 1 does what rank 0 asks for.  What bytes and words
 * become by that is tested in tests/contract, with UCILK_ATOMICS=am. */
#define _GNU_SOURCE
#include "fake.h"
#include "unit.h"

#include "cluster/far/far_message.h"
#include "sched/worker.h"

#include <string.h>

static int two_ranks(void **state)
{
    (void)state;
    fake_start(2);
    uci_far_message_handle();
    uci_am_start();
    return 0;
}

static uintptr_t address(size_t offset)
{
    return (uintptr_t)fake_memory(1) + offset;
}

static uint64_t *word(void)
{
    return (uint64_t *)fake_memory(1);
}

static void fill(char *bytes, size_t size, size_t seed)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)((seed + i) * 0x9e3779b97f4a7c15u >> 56);
}

/* More operations are posted than there is room for. */
TEST(many_gets_are_there_after_one_flush)
{
    enum { N = 50 };
    uint64_t got[N];
    for (uint64_t i = 0; i < N; i++)
        word()[i] = 1000 + i;
    for (int i = 0; i < N; i++)
        uci_far_message_get(1, &got[i], address((size_t)i * 8), 8);
    uci_far_message_flush(1);
    for (uint64_t i = 0; i < N; i++)
        assert_int_equal(got[i], 1000 + i);
    assert_int_equal(fake_n_sent(UCI_AM_GET), N);
    assert_int_equal(fake_n_sent(UCI_AM_FLUSH), 0);
}

/* Puts, and operations without an answer, do not wait, and are done in
 * order. */
TEST(what_is_posted_is_there_after_a_flush)
{
    uint64_t forty = 40;
    uci_far_message_put(1, address(0), &forty, sizeof forty);
    uci_far_message_op(1, UCI_NET_ADD, address(0), 2);
    uci_far_message_op(1, UCI_NET_OR, address(0), 64);
    uci_far_message_op(1, UCI_NET_REPLACE, address(8), 9);
    assert_int_equal(*word(), 0);
    uci_far_message_flush(1);
    assert_int_equal(*word(), 42 | 64);
    assert_int_equal(word()[1], 9);
    assert_int_equal(fake_n_sent(UCI_AM_FLUSH), 1);
    assert_int_equal(fake_n_sent(UCI_AM_REPLY), 1); /* to the flush */
}

/* A flush needs no round trip of its own if an answer has shown that all is
 * done. */
TEST(a_flush_asks_only_where_it_knows_nothing)
{
    uint64_t value = 1;
    uci_far_message_flush(1);
    assert_int_equal(fake_n_sent(UCI_AM_FLUSH), 0);
    uci_far_message_put(1, address(0), &value, sizeof value);
    uci_far_message_fetch_op(1, UCI_NET_ADD, address(0), 1);
    uci_far_message_flush(1);
    uci_far_message_op(1, UCI_NET_ADD, address(0), 1);
    uci_far_message_compare_swap(1, address(0), 3, 4);
    uci_far_message_flush(1);
    uci_far_message_op(1, UCI_NET_ADD, address(0), 1);
    uci_far_message_get(1, &value, address(0), sizeof value);
    uci_far_message_flush(1);
    assert_int_equal(value, 5);
    assert_int_equal(fake_n_sent(UCI_AM_FLUSH), 0);
    uci_far_message_get(1, &value, address(0), sizeof value);
    uci_far_message_op(1, UCI_NET_ADD, address(0), 1); /* after the get */
    uci_far_message_flush(1);
    assert_int_equal(*word(), 6);
    assert_int_equal(value, 5);
    assert_int_equal(fake_n_sent(UCI_AM_FLUSH), 1);
    uci_far_message_flush(1);
    assert_int_equal(fake_n_sent(UCI_AM_FLUSH), 1);
}

TEST(all_of_the_own_memory_may_be_asked_for)
{
    static char all[FAKE_MEMORY];
    fill(fake_memory(1), FAKE_MEMORY, 1);
    uci_far_message_get(1, all, address(0), FAKE_MEMORY);
    uci_far_message_flush(1);
    assert_memory_equal(all, fake_memory(1), FAKE_MEMORY);
    uci_far_message_put(1, address(FAKE_MEMORY - 1), "z", 1);
    uci_far_message_flush(1);
    assert_int_equal(fake_memory(1)[FAKE_MEMORY - 1], 'z');
}

/* Accesses to memory that is not rank 1's; each is named. */
static int stray(const char *name)
{
    static char bytes[FAKE_MEMORY + 1];
    two_ranks(NULL);
    if (strcmp(name, "before") == 0)
        uci_far_message_get(1, bytes, address(0) - 1, 8);
    else if (strcmp(name, "after") == 0)
        uci_far_message_put(1, address(FAKE_MEMORY - 7), bytes, 8);
    else if (strcmp(name, "more") == 0)
        uci_far_message_get(1, bytes, address(0), sizeof bytes);
    else if (strcmp(name, "word") == 0)
        uci_far_message_fetch_op(1, UCI_NET_ADD, address(FAKE_MEMORY), 1);
    else
        uci_far_message_compare_swap(1, 8, 0, 1);
    uci_far_message_flush(1);
    return 0;
}

TEST(memory_of_others_is_refused)
{
    static const char *const names[] = {"before", "after", "more", "word",
                                        "null"};
    for (int i = 0; i < 5; i++) {
        unit_expect(names[i], NULL, 1, "rank 0 asks rank 1 for ",
                    "which are not its own");
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return stray(argv[1]);
    return unit_run("far_message", two_ranks, NULL);
}
