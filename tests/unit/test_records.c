/* Tests of the evacuation heap and the records in it. */
#include "unit.h"

#include "sched/heap.h"
#include "sched/record.h"

#include <stdlib.h>
#include <string.h>

static int start(void **state)
{
    (void)state;
    uci_self.evac_bytes = uci_self.evac_peak = 0;
    uci_heap_start();
    return 0;
}

static uci_ref ref_of(void *block)
{
    return uci_ref_make(uci_id, block);
}

TEST(blocks_are_aligned_and_apart)
{
    enum { N = 300 };
    char *blocks[N];
    for (int i = 0; i < N; i++) {
        size_t size = (size_t)i * 37 % 5000 + 1;
        blocks[i] = uci_heap_alloc(size);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        assert_true(blocks[i] >= uci_self.heap &&
                    blocks[i] + size <= uci_self.heap_end);
        memset(blocks[i], i, size);
    }
    for (int i = 0; i < N; i++) {
        size_t size = (size_t)i * 37 % 5000 + 1;
        for (size_t k = 0; k < size; k++)
            assert_int_equal((unsigned char)blocks[i][k], i & 255);
    }
    assert_int_equal(uci_heap_live(), N);
    for (int i = 0; i < N; i++)
        uci_heap_free(ref_of(blocks[i]));
    assert_int_equal(uci_heap_live(), 0);
    assert_int_equal(uci_self.evac_bytes, 0);
}

TEST(freed_blocks_are_found_again)
{
    void *low = uci_heap_alloc(100), *first = low;
    uci_heap_free(ref_of(low));
    for (int i = 0; i < 100000; i++) {
        void *block = uci_heap_alloc(100);
        if (block > low)
            low = block;
        uci_heap_free(ref_of(block));
    }
    assert_true((char *)low - (char *)first < 64 << 10);
    assert_int_equal(uci_heap_live(), 0);
}

/* The time of a pass over the blocks grows with their number, which is small
 * here. */
TEST(collections_are_amortized)
{
    enum { LIVE = 5000, N = 50000 };
    static void *kept[LIVE];
    for (int i = 0; i < LIVE; i++)
        kept[i] = uci_heap_alloc(64);
    uint64_t before = uci_self.counters.collections;
    for (int i = 0; i < N; i++)
        uci_heap_free(ref_of(uci_heap_alloc(64)));
    assert_true(uci_self.counters.collections - before <= N / LIVE + 2);
    for (int i = 0; i < LIVE; i++)
        uci_heap_free(ref_of(kept[i]));
    assert_int_equal(uci_heap_live(), 0);
}

TEST(the_heap_grows_and_keeps_its_peak)
{
    enum { N = 64, SIZE = 1 << 20 };
    char *blocks[N];
    for (int i = 0; i < N; i++) {
        blocks[i] = uci_heap_alloc(SIZE);
        blocks[i][SIZE - 1] = 1;
    }
    assert_true(uci_self.evac_bytes >= (uint64_t)N * SIZE);
    for (int i = 0; i < N; i++)
        uci_heap_free(ref_of(blocks[i]));
    assert_int_equal(uci_heap_live(), 0);
    assert_int_equal(uci_self.evac_bytes, 0);
    assert_true(uci_self.evac_peak >= (uint64_t)N * SIZE);
}

enum { REMOTE = 1000 };
UNIT_SHARED static uci_ref given[REMOTE];

static void free_given(void)
{
    for (int i = 0; i < REMOTE; i++)
        uci_heap_free(given[i]);
}

TEST(another_worker_frees_by_one_bit)
{
    uint64_t before = uci_peer(1)->counters.remote_frees;
    uint64_t own = uci_self.counters.remote_frees;
    for (int i = 0; i < REMOTE; i++)
        given[i] = ref_of(uci_heap_alloc(48));
    assert_int_equal(uci_heap_live(), REMOTE);
    unit_peer_start(free_given);
    assert_int_equal(unit_peer_join(), 0);
    assert_int_equal(uci_peer(1)->counters.remote_frees - before, REMOTE);
    assert_int_equal(uci_self.counters.remote_frees, own);
    assert_int_equal(uci_heap_live(), 0);
}

TEST(references_name_worker_and_address)
{
    int here;
    char *last = (char *)((1ul << UCI_ADDRESS_BITS) - 1);
    uci_ref ref = uci_ref_make(131071, &here);
    assert_int_equal(uci_ref_rank(ref), 131071);
    assert_ptr_equal(uci_ref_pointer(ref), &here);
    ref = uci_ref_make(1, last);
    assert_int_equal(uci_ref_rank(ref), 1);
    assert_ptr_equal(uci_ref_pointer(ref), last);
}

static const struct ucilk_abi_task task = {.result_size = 1000, .name = "t"};

TEST(a_record_is_fresh_and_holds_the_result)
{
    uci_ref ref = uci_record_make(&task);
    struct uci_record *r = uci_ref_pointer(ref);
    assert_int_equal(uci_ref_rank(ref), uci_id);
    assert_ptr_equal(r->task, &task);
    assert_int_equal(r->arrived, 0);
    assert_int_equal((uintptr_t)r->result % 16, 0);
    memset(r->result, 0xff, task.result_size);
    uci_record_free(ref);
    assert_int_equal(uci_heap_live(), 0);
}

TEST(links_keep_the_order_of_the_spawns)
{
    int dst[3];
    for (int marked = 0; marked < 2; marked++) {
        struct ucilk_abi_frame frame = {NULL, NULL};
        if (marked)
            uci_frame_set(&frame, UCI_FRAME_MARKED);
        uci_ref refs[3];
        assert_int_equal(uci_frame_first(&frame), 0);
        for (int i = 0; i < 3; i++) {
            refs[i] = uci_record_make(&task);
            uci_record_link(&frame, refs[i], &dst[i], NULL);
        }
        uci_ref ref = uci_frame_first(&frame);
        for (int i = 0; i < 3; i++) {
            struct uci_record *r = uci_ref_pointer(ref);
            assert_int_equal(ref, refs[i]);
            assert_ptr_equal(r->dst, &dst[i]);
            assert_null(r->finish);
            ref = r->next;
            uci_record_free(refs[i]);
        }
        assert_int_equal(ref, 0);
    }
}

static int exhaust(void)
{
    for (int i = 0; i < 1 << 20; i++)
        uci_heap_alloc(1000);
    return 0;
}

TEST(a_leak_is_reported_at_exit)
{
    unit_expect("leak", NULL, 1, "leak: 1 records made, 0 freed");
}

TEST(a_full_heap_names_its_option)
{
    const char *settings[] = {"UCILK_EVAC_SIZE=1M", NULL};
    unit_expect("exhaust", settings, 1, "the evacuation heap is full",
                "raise UCILK_EVAC_SIZE (now 1048576)");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "exhaust") == 0)
        return exhaust();
    if (argc > 1 && strcmp(argv[1], "leak") == 0)
        return uci_record_make(&task) == 0;
    return unit_run("records", start, NULL);
}
