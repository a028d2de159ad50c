/* Tests of gets and fulfilments by message, sched/future_message.c, over the
 * network of fake.h: the entries are rank 1's, and rank 0 gets. */
#define _GNU_SOURCE
#include "fake.h"
#include "unit.h"

#include "cluster/sched/far_messages.h"
#include "sched/future.h"
#include "sched/heap.h"
#include "sched/strand_views.h"

#include <stdlib.h>
#include <time.h>

static const struct ucilk_abi_task task = {.result_size = 8};
static const struct ucilk_abi_task promise = {.result_size = 8,
                                              .flags = UCILK_ABI_TASK_PROMISE};
enum { LARGE = 3000, HUGE = 5000 };
static const struct ucilk_abi_task large_task = {.result_size = LARGE};
static const struct ucilk_abi_task huge_task = {.result_size = HUGE};

/* --- Stand-ins for parts of the runtime that are not linked --- */

/* libc's: an ask is good for 5 ms of this clock, however late the test runs. */
static time_t now_ms;

int clock_gettime(clockid_t clock, struct timespec *t)
{
    (void)clock;
    *t = (struct timespec){1 + now_ms / 1000, now_ms % 1000 * 1000000};
    return 0;
}

unsigned uci_near_first, uci_n_near = 1;
static int n_blocks;        /* that are allocated */
static uci_ref freed_block; /* by a handler */
static uci_ref views;       /* that were appended */
static jmp_buf refused;
static bool is_poll_left; /* and not finished: no other test may follow */

void *uci_heap_alloc(size_t size)
{
    n_blocks++;
    return malloc(size);
}

void uci_heap_free(uci_ref block)
{
    n_blocks--;
    free(uci_ref_pointer(block));
}

void uci_heap_free_by_message(uci_ref block)
{
    freed_block = block;
}

void uci_views_append(uci_ref set)
{
    views = set;
}

void uci_read(uci_ref from, size_t offset, void *into, size_t size)
{
    memcpy(into, (char *)uci_ref_pointer(from) + offset, size);
}

uint64_t uci_future_next_generation(uint64_t life)
{
    return (life >> 32) + 1;
}

uci_ref uci_future_fulfil(struct uci_future *f)
{
    return uci_exchange_seqcst(&f->state, UCI_FUTURE_DONE);
}

void uci_future_refuse(const struct ucilk_abi_task *t, const char *what,
                       const char *place)
{
    assert_ptr_equal(t, &task);
    assert_string_equal(what, "get");
    assert_string_equal(place, "a.c:7");
    longjmp(refused, 1);
}

/* --- The tests --- */

static int two_ranks(void **state)
{
    (void)state;
    fake_start(2);
    uci_future_start_messages();
    uci_am_start();
    freed_block = views = 0;
    return 0;
}

static int nothing_is_left(void **state)
{
    (void)state;
    if (is_poll_left)
        return 0;
    uci_future_settle();
    while (fake_n_waiting(1) > 0)
        uci_am_poll();
    assert_int_equal(n_blocks, 0);
    return 0;
}

/* Entry i of rank 1, with a result and so many consumers. */
static struct uci_future *entry(unsigned i, const struct ucilk_abi_task *t,
                                uint64_t consumers, long result)
{
    struct uci_future *f = (struct uci_future *)fake_memory(1) + i;
    f->task = t;
    uci_store_relaxed(&f->state, UCI_FUTURE_DONE);
    uci_store_relaxed(&f->life, (uint64_t)9 << 32 | consumers);
    memcpy(f->result, &result, sizeof result);
    return f;
}

static struct uci_future_get get_of(struct uci_future *f, void *into,
                                    size_t offset, size_t size)
{
    return (struct uci_future_get){uci_ref_make(1, f),
                                   uci_future_tag(f->task, (uint64_t)9 << 32),
                                   into,
                                   offset,
                                   size,
                                   false,
                                   "a.c:7"};
}

static long got(struct uci_future *f)
{
    long value;
    struct uci_future_get get = get_of(f, &value, 0, sizeof value);
    get.is_whole = true;
    assert_int_equal(uci_future_get_by_message(&get), UCI_FUTURE_GOT);
    return value;
}

/* The consumers that are left, when what was sent has been handled. */
static uint64_t left(struct uci_future *f)
{
    while (fake_n_waiting(1) > 0)
        uci_am_poll();
    return (uint32_t)uci_load_relaxed(&f->life);
}

static void expect_messages(unsigned gets, unsigned counts)
{
    assert_int_equal(fake_n_sent(UCI_AM_FUTURE_GET), gets);
    assert_int_equal(fake_n_sent(UCI_AM_FUTURE_COUNT), counts);
}

TEST(all_gets_of_an_entry_take_one_round_trip)
{
    struct uci_future *f = entry(0, &task, 5, 42);
    for (int i = 0; i < 5; i++) {
        expect_messages(i > 0, 0);
        assert_int_equal(left(f), 5);
        assert_int_equal(got(f), 42);
    }
    assert_int_equal(left(f), UCI_FUTURE_FREED);
    assert_int_equal(uci_load_relaxed(&f->life) >> 32, 10);
    assert_int_equal(uci_self.counters.am_futures_freed, 1);
    expect_messages(1, 1);
}

/* A get of no bytes only waits. */
TEST(no_bytes_are_got_to_nowhere)
{
    struct uci_future *f = entry(0, &task, 3, 42);
    for (int i = 0; i < 3; i++) {
        struct uci_future_get get = get_of(f, NULL, 0, 0);
        assert_int_equal(uci_future_get_by_message(&get), UCI_FUTURE_GOT);
    }
    assert_int_equal(left(f), UCI_FUTURE_FREED);
    expect_messages(1, 1);
}

TEST(the_last_get_is_counted_where_the_entry_is)
{
    struct uci_future *f = entry(0, &task, 1, 43);
    assert_int_equal(got(f), 43);
    assert_int_equal(left(f), UCI_FUTURE_FREED);
    expect_messages(1, 0);
}

/* Entries that have their place in common. */
TEST(another_result_takes_the_place_and_the_first_is_paid)
{
    struct uci_future *f = entry(0, &task, 4, 44),
                      *g = entry(128, &task, 2, 45);
    assert_int_equal(got(f), 44);
    assert_int_equal(got(f), 44);
    assert_int_equal(got(g), 45);
    assert_int_equal(left(f), 2);
    assert_int_equal(left(g), 2);
    assert_int_equal(got(f), 44);
    assert_int_equal(left(g), 1);
    assert_int_equal(left(f), 2);
    expect_messages(3, 2);
}

TEST(what_is_paid_is_forgotten)
{
    struct uci_future *f = entry(0, &task, 3, 46);
    assert_int_equal(got(f), 46);
    uci_future_settle();
    assert_int_equal(left(f), 2);
    entry(0, &task, 2, 47); /* as if the generations had come around */
    assert_int_equal(got(f), 47);
    expect_messages(2, 1);
}

TEST(what_cannot_be_got_is_not_counted)
{
    long value = 0;
    struct uci_future *f = entry(0, &task, 2, 48);
    struct uci_future_get get = get_of(f, &value, 0, 8);
    get.tag ^= (uint64_t)1 << UCI_FUTURE_SITE_BITS;
    assert_int_equal(uci_future_get_by_message(&get), UCI_FUTURE_REFUSED);
    get = get_of(f, &value, 1, 8);
    assert_int_equal(uci_future_get_by_message(&get), UCI_FUTURE_REFUSED);
    get = get_of(f, &value, 0, 4);
    get.is_whole = true;
    assert_int_equal(uci_future_get_by_message(&get), UCI_FUTURE_REFUSED);
    uci_store_relaxed(&f->state, 0);
    get = get_of(f, &value, 0, 8);
    assert_int_equal(uci_future_get_by_message(&get), UCI_FUTURE_WAITING);
    assert_int_equal(value, 0);
    assert_int_equal(left(f), 2);
    /* The same of what is kept. */
    uci_store_relaxed(&f->state, UCI_FUTURE_DONE);
    assert_int_equal(got(f), 48);
    get = get_of(f, &value, 4, 5);
    assert_int_equal(uci_future_get_by_message(&get), UCI_FUTURE_REFUSED);
    assert_int_equal(left(f), 2);
}

static void ask(struct uci_future *f)
{
    uci_future_ask(uci_ref_make(1, f),
                   uci_future_tag(f->task, (uint64_t)9 << 32));
}

TEST(what_is_asked_for_is_counted_when_it_is_got)
{
    for (uint64_t n = 1; n <= 3; n++) {
        struct uci_future *f = entry(0, &task, n, 60);
        ask(f);
        ask(f); /* it is asked for already */
        assert_int_equal(left(f), n);
        for (uint64_t i = 0; i < n; i++) {
            assert_int_equal(left(f), n);
            assert_int_equal(got(f), 60);
        }
        assert_int_equal(left(f), UCI_FUTURE_FREED);
        expect_messages((unsigned)n, (unsigned)n);
    }
}

TEST(what_nobody_gets_is_not_counted)
{
    struct uci_future *f = entry(0, &task, 2, 61),
                      *g = entry(128, &task, 2, 62);
    ask(f);
    uci_future_settle();
    assert_int_equal(left(f), 2);
    ask(g); /* in its place */
    assert_int_equal(got(g), 62);
    assert_int_equal(got(f), 61);
    uci_future_settle();
    assert_int_equal(left(f), 1);
    assert_int_equal(left(g), 1);
    expect_messages(3, 2);
}

/* What is there when it is got is taken by another message. */
TEST(what_was_not_there_is_asked_for_again)
{
    static char block[HUGE], part[8];
    struct uci_future *f = entry(0, &task, 2, 63);
    uci_store_relaxed(&f->state, 0);
    ask(f);
    assert_int_equal(left(f), 2);
    uci_store_relaxed(&f->state, UCI_FUTURE_DONE);
    assert_int_equal(got(f), 63);
    expect_messages(2, 0);
    uci_future_settle();
    assert_int_equal(left(f), 1);
    uci_store_relaxed(&f->state, 0);
    ask(f);
    assert_int_equal(left(f), 1);
    uci_store_relaxed(&f->state, UCI_FUTURE_DONE);
    ask(f);
    assert_int_equal(left(f), 1);
    assert_int_equal(got(f), 63);
    assert_int_equal(left(f), UCI_FUTURE_FREED);
    expect_messages(4, 2);
    /* Nor are views, a large result, or one that is elsewhere. */
    f = entry(1, &task, 2, 64);
    uci_store_relaxed(&f->views, 77);
    ask(f);
    assert_int_equal(left(f), 2);
    assert_int_equal(uci_load_relaxed(&f->views), 77);
    assert_int_equal(got(f), 64);
    assert_int_equal(views, 77);
    for (unsigned rank = 0; rank < 2; rank++) {
        f = entry(2 + rank, rank == 0 ? &huge_task : &large_task, 1, 0);
        f->block = uci_ref_make(rank, block);
        ask(f);
        assert_int_equal(left(f), 1);
        struct uci_future_get get = get_of(f, part, 0, sizeof part);
        assert_int_equal(uci_future_get_by_message(&get), UCI_FUTURE_GOT);
        assert_int_equal(left(f), UCI_FUTURE_FREED);
    }
    assert_int_equal(fake_n_sent(UCI_AM_FUTURE_GET), 10);
}

/* As if the generations had come around meanwhile. */
TEST(what_was_asked_for_long_ago_is_asked_for_again)
{
    struct uci_future *f = entry(0, &task, 2, 65);
    ask(f);
    assert_int_equal(left(f), 2);
    entry(0, &task, 2, 66);
    now_ms += 6;
    assert_int_equal(got(f), 66);
    expect_messages(2, 0);
}

/* A block that the owner reaches (rank 0's, here) or not. */
TEST(blocks_are_got_in_parts_and_freed)
{
    static char block[HUGE], part[HUGE];
    for (int i = 0; i < HUGE; i++)
        block[i] = (char)(i * 7 >> 3);
    for (unsigned rank = 0; rank < 2; rank++) {
        for (int huge = 0; huge < 2; huge++) {
            for (uint64_t n = 1; n <= 3; n++) {
                struct uci_future *f =
                    entry(3, huge ? &huge_task : &large_task, n, 0);
                f->block = uci_ref_make(rank, block);
                freed_block = 0;
                for (uint64_t i = 0; i < n; i++) {
                    assert_int_equal(freed_block, 0);
                    memset(part, 0, sizeof part);
                    struct uci_future_get get = get_of(f, part, 100 * i, 900);
                    assert_int_equal(uci_future_get_by_message(&get),
                                     UCI_FUTURE_GOT);
                    assert_memory_equal(part, block + 100 * i, 900);
                    assert_int_equal(part[900], 0);
                }
                assert_int_equal(left(f), UCI_FUTURE_FREED);
                assert_int_equal(freed_block, f->block);
            }
        }
    }
}

TEST(the_first_get_takes_the_views)
{
    struct uci_future *f = entry(0, &task, 3, 49);
    uci_store_relaxed(&f->views, 77);
    assert_int_equal(got(f), 49);
    assert_int_equal(views, 77);
    views = 0;
    uci_future_settle();
    assert_int_equal(got(f), 49);
    assert_int_equal(views, 0);
    /* A promise's word says that it is set. */
    f = entry(1, &promise, 1, 50);
    uci_store_relaxed(&f->views, 1);
    assert_int_equal(got(f), 50);
    assert_int_equal(views, 0);
    assert_int_equal(uci_load_relaxed(&f->views), 1);
}

TEST(a_fulfilment_brings_the_result_and_returns_the_waiters)
{
    long value = 52;
    struct uci_future *f = entry(0, &task, 2, 0);
    uci_store_relaxed(&f->state, 123);
    assert_int_equal(uci_future_fulfil_by_message(uci_ref_make(1, f), 0, &value,
                                                  sizeof value, 88),
                     123);
    assert_int_equal(uci_load_relaxed(&f->state), UCI_FUTURE_DONE);
    assert_int_equal(uci_load_relaxed(&f->views), 88);
    assert_memory_equal(f->result, &value, sizeof value);
    assert_int_equal(fake_n_sent(UCI_AM_FULFIL), 1);
    f = entry(1, &large_task, 2, 0);
    uci_store_relaxed(&f->state, 0);
    assert_int_equal(
        uci_future_fulfil_by_message(uci_ref_make(1, f), 456, NULL, LARGE, 0),
        0);
    assert_int_equal(f->block, 456);
    uci_store_relaxed(&f->state, 0);
}

/* Another rank, and this one by what it keeps, get more often than there are
 * consumers. */
TEST(a_get_too_many_is_found_when_it_is_paid)
{
    struct uci_future *f = entry(0, &task, 2, 51);
    assert_int_equal(got(f), 51);
    uci_store_relaxed(&f->life, (uint64_t)10 << 32 | UCI_FUTURE_FREED);
    uci_future_settle();
    if (setjmp(refused) == 0) {
        uci_id = 1;
        uci_am_poll();
        fail_msg("not refused");
    }
    uci_id = 0;
    is_poll_left = true;
}

int main(void)
{
    return unit_run("future_message", two_ranks, nothing_is_left);
}
