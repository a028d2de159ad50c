/* Tests of the entries of futures: their pool, their generations, and their
 * waiters. */
#include "unit.h"

#include "sched/heap.h"
#include "sched/future.h"

#include <sched.h>
#include <string.h>

static const struct ucilk_abi_task task = {
    .result_size = 8, .name = "t", .file = "a.c", .line = 5};
static const struct ucilk_abi_task void_task = {.name = "v"};
static const struct ucilk_abi_task full_task = {.result_size =
                                                    UCI_FUTURE_INLINE};
static const struct ucilk_abi_task large_task = {.result_size =
                                                     UCI_FUTURE_INLINE + 1};

static int start(void **state)
{
    (void)state;
    uci_heap_start();
    uci_future_start();
    return 0;
}

static uint64_t generation_of(const struct uci_future *f)
{
    return uci_load_relaxed(&f->life) >> 32;
}

/* Reads the same bytes, whole and in parts, as a near and as a far worker
 * does. */
static void expect_result(struct uci_future *f, const char *value, size_t size)
{
    for (size_t from = 0; from <= size; from++) {
        char near[UCI_FUTURE_INLINE + 1], far[UCI_FUTURE_INLINE + 1];
        uci_future_read(f, from, near, size - from);
        assert_memory_equal(near, value + from, size - from);
        uci_future_read_far(uci_ref_make(uci_id, f), f->task, from, far,
                            size - from);
        assert_memory_equal(far, value + from, size - from);
    }
}

static long result_of(struct uci_future *f)
{
    long value;
    uci_future_read(f, 0, &value, sizeof value);
    return value;
}

TEST(an_entry_is_fulfilled_once_and_keeps_its_result)
{
    const struct ucilk_abi_task *tasks[] = {&void_task, &task, &full_task,
                                            &large_task};
    char value[UCI_FUTURE_INLINE + 1];
    for (unsigned i = 0; i < sizeof value; i++)
        value[i] = (char)(3 * i + 1);
    for (int i = 0; i < 4; i++) {
        struct uci_future *later = uci_future_make(tasks[i], 3);
        struct uci_future *now = uci_future_make_done(tasks[i], 3, value);
        assert_int_equal((uintptr_t)later % 64, 0);
        assert_false(uci_future_is_done(later));
        assert_true(uci_future_is_done(now));
        uci_future_deliver(later, value);
        assert_false(uci_future_is_done(later));
        assert_null(uci_future_fulfil(later));
        assert_true(uci_future_is_done(later));
        size_t size = tasks[i]->result_size;
        expect_result(later, value, size);
        expect_result(now, value, size);
        assert_ptr_equal(later->task, tasks[i]);
        for (int k = 3; k > 0; k--) {
            uint64_t life = uci_future_count_down(later, uci_id);
            assert_int_equal(uci_future_consumers(life), k);
            uci_future_count_down(now, uci_id);
        }
        assert_int_equal(uci_future_consumers(uci_load_relaxed(&now->life)), 0);
    }
    /* The blocks of large results are freed with their entries. */
    assert_int_equal(uci_heap_live(), 1);
}

TEST(an_entry_is_used_again_under_another_generation)
{
    enum { N = 1 << 20 };
    long value = 7;
    struct uci_future *f = uci_future_make_done(&task, 1, &value);
    uint64_t first = generation_of(f), before = first;
    for (int i = 0; i < N; i++) {
        uci_future_count_down(f, uci_id);
        assert_ptr_equal(uci_future_make_done(&task, 1, &value), f);
        assert_int_not_equal(generation_of(f), before);
        before = generation_of(f);
    }
    /* Not even after so round a number. */
    assert_int_not_equal(before, first);
    assert_true(before < 1 << 20); /* a handle's room */
    uci_future_count_down(f, uci_id);
}

enum { MANY = 10000 };
UNIT_SHARED static struct uci_future *many[MANY];

static void make_many(void)
{
    for (long i = 0; i < MANY; i++)
        many[i] = uci_future_make_done(&task, 1, &i);
}

static void expect_many(void)
{
    for (long i = 0; i < MANY; i++)
        assert_int_equal(result_of(many[i]), i);
}

TEST(the_pool_grows_and_is_used_again)
{
    uint64_t bytes = 0;
    for (int round = 0; round < 5; round++) {
        make_many();
        expect_many();
        if (round == 0)
            bytes = uci_self.evac_bytes;
        for (int i = 0; i < MANY; i++)
            uci_future_count_down(many[i * 7919l % MANY], uci_id);
    }
    assert_int_equal(uci_self.evac_bytes, bytes);
    assert_true(bytes < MANY * 80);
}

static void count_many_down(void)
{
    for (int i = 0; i < MANY; i++)
        uci_future_count_down(many[i], 0);
}

TEST(the_owner_finds_what_another_worker_has_freed)
{
    uint64_t bytes = 0;
    for (int round = 0; round < 6; round++) {
        make_many();
        expect_many();
        uint64_t before = uci_peer(1)->counters.futures_freed;
        unit_peer_start(count_many_down);
        assert_int_equal(unit_peer_join(), 0);
        assert_int_equal(uci_peer(1)->counters.futures_freed - before, MANY);
        for (int i = 0; i < MANY; i++)
            assert_int_equal((uint32_t)uci_load_relaxed(&many[i]->life),
                             UCI_FUTURE_FREED);
        if (round == 2)
            bytes = uci_self.evac_bytes;
    }
    assert_int_equal(uci_self.evac_bytes, bytes);
}

/* Both workers count down the consumers of all futures at the same time. */
static void count_with_other(void)
{
    for (int i = 0; i < MANY; i++) {
        if (i % 64 == 0)
            sched_yield();
        uci_future_count_down(many[i], 0);
    }
}

TEST(the_last_of_two_workers_frees)
{
    for (int round = 0; round < 20; round++) {
        uint64_t before = uci_self.counters.futures_freed +
                          uci_peer(1)->counters.futures_freed;
        uint64_t generation[MANY];
        long value = 1;
        for (int i = 0; i < MANY; i++) {
            many[i] = uci_future_make_done(&task, 2, &value);
            generation[i] = generation_of(many[i]);
        }
        unit_peer_start(count_with_other);
        count_with_other();
        assert_int_equal(unit_peer_join(), 0);
        assert_int_equal(uci_self.counters.futures_freed +
                             uci_peer(1)->counters.futures_freed - before,
                         MANY);
        for (int i = 0; i < MANY; i++) {
            uint64_t life = uci_load_relaxed(&many[i]->life);
            assert_int_equal(uci_future_consumers(life), 0);
            assert_int_equal(life >> 32, generation[i] + 1);
        }
    }
}

/* One worker waits for each future, twice, while the other fulfils it. */
UNIT_SHARED static struct uci_suspended waiters[MANY][2];
UNIT_SHARED static unsigned char enlisted[MANY][2];
UNIT_SHARED static int n_enlisted; /* how many futures that worker has
                                    * reached */

static void enlist_all(void)
{
    for (int i = 0; i < MANY; i++) {
        for (int k = 0; k < 2; k++) {
            struct uci_suspended *s = &waiters[i][k];
            s->self = uci_ref_make(uci_id, s);
            enlisted[i][k] = uci_future_enlist(s, uci_ref_make(0, many[i]));
        }
        __atomic_store_n(&n_enlisted, i + 1, __ATOMIC_RELEASE);
    }
}

static const struct uci_suspended *thread_of(uci_ref ref)
{
    return uci_ref_pointer(ref);
}

static int length_of(uci_ref list)
{
    return list ? 1 + length_of(thread_of(list)->next) : 0;
}

TEST(a_waiter_is_told_or_told_of)
{
    static uci_ref told[MANY];
    int n_told = 0;
    n_enlisted = 0;
    for (int i = 0; i < MANY; i++)
        many[i] = uci_future_make(&task, 2);
    unit_peer_start(enlist_all);
    for (int i = 0; i < MANY; i++) {
        while (__atomic_load_n(&n_enlisted, __ATOMIC_ACQUIRE) < i)
            sched_yield();
        uci_future_deliver(many[i], &(long){i});
        told[i] = uci_future_fulfil(many[i]);
    }
    assert_int_equal(unit_peer_join(), 0);
    for (int i = 0; i < MANY; i++) {
        int n = enlisted[i][0] + enlisted[i][1];
        assert_int_equal(length_of(told[i]), n);
        assert_true(enlisted[i][0] >= enlisted[i][1]);
        if (n == 2) /* the last one first */
            assert_ptr_equal(thread_of(told[i]), &waiters[i][1]);
        if (n > 0)
            assert_ptr_equal(
                thread_of(n == 2 ? thread_of(told[i])->next : told[i]),
                &waiters[i][0]);
        assert_true(uci_future_is_done(many[i]));
        assert_int_equal(result_of(many[i]), i);
        n_told += n;
        uci_future_count_down(many[i], uci_id);
        uci_future_count_down(many[i], uci_id);
    }
    assert_true(n_told > 0);
}

static void count(uci_ref ref, const struct uci_future *f, void *to)
{
    assert_ptr_equal(uci_ref_pointer(ref), f);
    assert_int_equal(uci_ref_rank(ref), 0);
    assert_ptr_equal(f->task, &task);
    ++*(int *)to;
}

TEST(only_entries_in_use_are_visited)
{
    int n = 0;
    uci_future_each(count, &n);
    assert_int_equal(n, 0);
    make_many();
    uci_future_each(count, &n);
    assert_int_equal(n, MANY);
    for (int i = 0; i < MANY; i += 2)
        uci_future_count_down(many[i], uci_id);
    n = 0;
    uci_future_each(count, &n);
    assert_int_equal(n, MANY / 2);
    for (int i = 1; i < MANY; i += 2)
        uci_future_count_down(many[i], uci_id);
}

TEST(a_parting_that_was_none_leaves_nothing)
{
    uint64_t made = uci_self.counters.futures_made;
    uint64_t detached = uci_load_relaxed(&uci_peer(0)->main.detached);
    uci_ref ref = uci_future_detach(&task);
    assert_int_equal(uci_ref_rank(ref), uci_id);
    assert_int_equal(uci_load_relaxed(&uci_peer(0)->main.detached),
                     detached + 1);
    struct uci_future *f = uci_ref_pointer(ref);
    assert_false(uci_future_is_done(f));
    assert_int_equal(uci_future_consumers(uci_load_relaxed(&f->life)), 1);
    uci_future_attach(ref);
    assert_int_equal(uci_load_relaxed(&uci_peer(0)->main.detached), detached);
    assert_int_equal(uci_self.counters.futures_made, made);
    assert_int_equal(uci_future_consumers(uci_load_relaxed(&f->life)), 0);
}

int main(void)
{
    return unit_run("futures", start, NULL);
}
