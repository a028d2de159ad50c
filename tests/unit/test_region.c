/* Tests of the uni-address region: addresses, second mapping, high-water mark,
 * guard page. */
#include "unit.h"

#include "base/options.h"
#include "cluster/mem/region.h"
#include "net/transport.h"
#include "report/worker_kind.h"

#include <string.h>
#include <sys/mman.h>

TEST(main_runs_at_the_top)
{
    char here;
    assert_true(uci_region_holds((uintptr_t)&here));
    assert_true(UCI_REGION_END - (uintptr_t)&here < 64 << 10);
    assert_int_equal(UCI_REGION_END - uci_region_start, uci_world->region_size);
    assert_int_equal(uci_world->region_size, uci_options.stack_size);
}

TEST(bounds_are_exact)
{
    assert_true(uci_region_holds(uci_region_start));
    assert_false(uci_region_holds(uci_region_start - 1));
    assert_true(uci_region_holds(UCI_REGION_END - 1));
    assert_false(uci_region_holds(UCI_REGION_END));
    assert_true(uci_region_is_guard(uci_region_start - 1));
    assert_true(uci_region_is_guard(uci_region_start - UCI_GUARD_SIZE));
    /* Large frames may step over the guard proper, but not so far. */
    assert_true(uci_region_is_guard(uci_region_start - UCI_GUARD_SIZE - 1));
    assert_false(uci_region_is_guard(uci_region_start - (4ul << 30)));
    assert_false(uci_region_is_guard(uci_region_start));
}

TEST(the_view_is_the_same_memory)
{
    uintptr_t at = uci_region_start + 3 * UCI_PAGE + 8;
    *(volatile long *)at = 42;
    assert_int_equal(*(long *)uci_region_view(&uci_self, at), 42);
    *(volatile long *)uci_region_view(&uci_self, at) = 43;
    assert_int_equal(*(volatile long *)at, 43);
}

UNIT_SHARED static volatile long seen;

static void look_and_write(void)
{
    uintptr_t at = uci_region_start + 5 * UCI_PAGE;
    seen = *(volatile long *)at;
    *(volatile long *)at = 7;
}

/* The same address is another worker's own memory there. */
TEST(workers_have_their_own)
{
    uintptr_t at = uci_region_start + 5 * UCI_PAGE;
    *(volatile long *)at = 5;
    seen = -1;
    unit_peer_start(look_and_write);
    assert_int_equal(unit_peer_join(), 0);
    assert_int_equal(seen, 0);
    assert_int_equal(*(volatile long *)at, 5);
    assert_int_equal(*(long *)uci_region_view(uci_peer(1), at), 7);
}

UNIT_SHARED static size_t water;

static void touch_two_pages(void)
{
    *(volatile char *)(UCI_REGION_END - UCI_PAGE) = 1;
    *(volatile char *)(UCI_REGION_END - 2 * UCI_PAGE) = 1;
    water = uci_region_high_water(&uci_self);
}

TEST(high_water_counts_whole_pages)
{
    size_t size = uci_world->region_size;
    assert_int_equal(madvise(uci_peer(1)->region, size, MADV_REMOVE), 0);
    assert_int_equal(uci_region_high_water(uci_peer(1)), 0);
    unit_peer_start(touch_two_pages);
    assert_int_equal(unit_peer_join(), 0);
    assert_int_equal(water, 2 * UCI_PAGE);
    assert_int_equal(uci_region_high_water(uci_peer(1)), 2 * UCI_PAGE);
    *(volatile char *)(UCI_REGION_END - (10 << 20)) = 1;
    assert_int_equal(uci_region_high_water(&uci_self), 10 << 20);
}

TEST(the_guard_stops_an_overflow)
{
    unit_expect("overflow", NULL, 139, "stack overflow outside of any task",
                "raise UCILK_STACK_SIZE");
}

/* Of as many ranks as a reference can name, each has half the usual stack, and
 * a heap; of 4096 ranks all have the usual ones. */
TEST(ranks_have_address_space)
{
    char *peers = uci_peers;
    size_t stride = uci_peer_stride, stack = 256ul << 20, heap = 16ul << 30;
    assert_true(uci_world_plan(UCI_NET_RANKS, stack / 2, heap));
    assert_in_range(uci_peer_stride, stack / 2 + (64 << 20), stack * 2);
    assert_true((uintptr_t)uci_peer(UCI_NET_RANKS) < 0x555555554000);
    assert_false(uci_world_plan(UCI_NET_RANKS, stack, heap));
    assert_true(uci_world_plan(4096, stack, heap));
    uci_peers = peers;
    uci_peer_stride = stride;
}

static int overflow(volatile char *above)
{
    volatile char here[1000];
    here[0] = above ? above[0] : 0;
    return here[0] ? 0 : overflow(here) + here[0];
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "overflow") == 0)
        return overflow(NULL);
    return unit_run("region", NULL, NULL);
}
