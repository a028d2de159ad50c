/* The C heap: classes, slabs and their ways, runs, and libc's own blocks. */
#include "unit.h"

#include "base/code.h"
#include "mem/malloc.h"
#include "mem/runs.h"
#include "mem/slabs.h"

#include <dlfcn.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>

enum { MANY = 20000, HUGE = 2 << 20 };

static struct uci_malloc_words *const heap = uci_malloc_heap;
static void *blocks[MANY];
static volatile size_t n_blocks;

static size_t size_of_class(size_t size)
{
    return uci_class_size[uci_class_of(size)];
}

static void a_class_is_the_least_that_holds(void **state)
{
    (void)state;
    assert_int_equal(uci_class_size[UCI_N_CLASSES - 1], UCI_BLOCK_MAX);
    for (size_t size = 0; size <= UCI_BLOCK_MAX; size++) {
        unsigned class = uci_class_of(size);
        assert_true(class < UCI_N_CLASSES);
        assert_true(uci_class_size[class] >= size);
        assert_true(class == 0 || uci_class_size[class - 1] < size);
    }
    for (size_t size = 16; size <= UCI_BLOCK_MAX; size *= 2)
        assert_int_equal(size_of_class(size), size);
}

static void a_row_is_found_by_address(void **state)
{
    (void)state;
    for (size_t size = 1; size < 300000; size = size * 2 + 1) {
        char *p = uci_malloc(size);
        struct uci_unit *u = uci_unit_of(p);
        if (u->kind == UCI_UNIT_INSIDE)
            u = u->first;
        assert_int_equal(u->kind,
                         size > UCI_BLOCK_MAX ? UCI_UNIT_LARGE : UCI_UNIT_SLAB);
        assert_true(uci_unit_start(u) <= p);
        assert_true(p + size <=
                    uci_unit_start(u) + (size_t)u->n_units * UCI_UNIT);
        assert_true(uci_malloc_size(p) >= size);
        uci_free(p);
    }
}

static void fill(size_t size, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        blocks[i] = uci_malloc(size);
        memset(blocks[i], (int)i, size);
    }
    n_blocks = n;
}

static void drop(void)
{
    for (size_t i = 0; i < n_blocks; i++) {
        uci_free(blocks[i]);
        blocks[i] = NULL;
    }
}

/* Rules B3, B5: the full slab has a mark, and its owner finds it again. */
static void a_full_slab_is_found_again_by_its_owner(void **state)
{
    (void)state;
    enum { SIZE = 1000 };
    fill(SIZE, 300); /* 4 slabs and more */
    struct uci_unit *s = uci_unit_of(blocks[100]);
    assert_true(s->owner == &heap->worker0);
    assert_int_equal(s->used, s->capacity);
    assert_int_equal(uci_load_relaxed(&s->remote), 1);
    void *freed = blocks[100];
    uci_free(freed);
    assert_int_equal(uci_load_relaxed(&s->remote), 0);
    assert_int_equal(s->used, s->capacity - 1);
    bool found = false;
    for (int i = 0; i < 200 && !found; i++)
        found = (blocks[n_blocks++] = uci_malloc(SIZE)) == freed;
    assert_true(found);
    blocks[100] = NULL;
    drop();
}

static void an_empty_slab_serves_another_size(void **state)
{
    (void)state;
    fill(2000, 2000);
    size_t open = heap->runs.n_open;
    drop();
    fill(3500, 1000);
    assert_true(heap->runs.n_open <= open);
    drop();
}

static void free_all(void)
{
    uci_malloc_become(1);
    drop();
}

/* Rules B2, B4: the owner gets back what another worker has freed. */
static void the_owner_gets_back_what_another_frees(void **state)
{
    (void)state;
    for (size_t size = 16; size < 70000; size *= 3) {
        size_t n = (8ul << 20) / size < MANY ? (8ul << 20) / size : MANY,
               open = 0;
        for (int round = 0; round < 4; round++) {
            fill(size, n);
            if (round == 1)
                open = heap->runs.n_open;
            unit_peer_start(free_all);
            assert_int_equal(unit_peer_join(), 0);
        }
        assert_true(heap->runs.n_open <= open);
    }
}

static void fill_there(void)
{
    uci_malloc_become(1);
    fill(100, 5000);
}

static void another_workers_blocks_go_back_to_it(void **state)
{
    (void)state;
    unit_peer_start(fill_there);
    assert_int_equal(unit_peer_join(), 0);
    struct uci_arena *peer = &heap->workers[0];
    for (size_t i = 0; i < n_blocks; i++) {
        assert_true(uci_unit_of(blocks[i])->owner == peer);
        assert_int_equal(*(unsigned char *)blocks[i], i % 256);
    }
    struct uci_unit *full = uci_unit_of(blocks[0]);
    assert_int_equal(uci_load_relaxed(&full->remote), 1);
    uci_free(blocks[0]);
    assert_true(uci_load_relaxed(&peer->returned) == full);
    uci_free(blocks[1]);
    assert_true(full->returned == NULL);
    assert_int_equal(uci_load_relaxed(&full->remote) >> 48, 2);
    blocks[0] = blocks[1] = NULL;
    drop();
    uci_slabs_collect(peer);
    assert_null(uci_load_relaxed(&peer->returned));
    assert_null(full->owner);
}

/* From the owner to another worker, which frees. */
enum { RING = 64, PASSED = 300000 };
static _Atomic(void *) ring[RING];

static void free_from_ring(void)
{
    uci_malloc_become(1);
    for (size_t i = 0; i < PASSED; i++) {
        void *p;
        while (!(p = uci_exchange_seqcst(&ring[i % RING], NULL)))
            sched_yield();
        uci_free(p);
    }
}

static size_t units_in_use(void)
{
    uci_malloc_collect();
    return heap->runs.n_open - heap->runs.n_idle;
}

/* Rules B2 to B5, at the same time: no slab is lost, none grows. */
static void allocation_and_frees_elsewhere_keep_step(void **state)
{
    (void)state;
    size_t before = 0;
    for (int round = 0; round < 3; round++) {
        unit_peer_start(free_from_ring);
        for (size_t i = 0; i < PASSED; i++) {
            char *p = uci_malloc(6000), *q = uci_malloc(6000);
            p[0] = q[0] = 1;
            uci_free(q);
            while (uci_load_seqcst(&ring[i % RING]))
                sched_yield();
            uci_store_seqcst(&ring[i % RING], p);
        }
        assert_int_equal(unit_peer_join(), 0);
        if (round == 0)
            before = units_in_use();
    }
    assert_true(units_in_use() <= before + 10); /* 8 spare slabs */
}

/* Rule B6 */
static void libcs_own_blocks_stay(void **state)
{
    (void)state;
    const char *libc = dlsym(RTLD_DEFAULT, "qsort");
    assert_true(uci_code_is_libc((uintptr_t)libc));
    assert_false(uci_code_is_libc((uintptr_t)libcs_own_blocks_stay));
    char *kept = uci_malloc_by(50, libc), *dropped = uci_malloc_by(50, libc);
    assert_true(uci_unit_of(kept)->owner == &heap->libc);
    strcpy(kept, "text");
    uci_malloc_start_workers();
    struct uci_unit *s = uci_unit_of(kept);
    uintptr_t before = uci_load_relaxed(&s->remote);
    uci_free_by(kept, libc);
    assert_int_equal(uci_load_relaxed(&s->remote), before);
    assert_string_equal(kept, "text");
    char *copy = uci_realloc_by(kept, 40, libc);
    assert_true(copy != kept);
    assert_string_equal(copy, "text");
    assert_string_equal(kept, "text");
    uci_free_by(copy, libc); /* is this worker's */
    uci_free(dropped);
    assert_int_not_equal(uci_load_relaxed(&s->remote), before);
}

static void large_blocks_are_aligned_and_merge(void **state)
{
    (void)state;
    char *a = uci_malloc(HUGE), *b = uci_malloc(3 * HUGE);
    assert_int_equal((uintptr_t)a % UCI_UNIT, 0);
    struct uci_unit *u = uci_unit_of(a);
    assert_int_equal(u->n_units, UCI_HUGE_UNITS);
    uci_free(a);
    assert_int_equal(u->kind, UCI_UNIT_OPEN);
    size_t idle = heap->runs.n_idle;
    uci_free(b);
    assert_int_equal(heap->runs.n_idle, idle + 3 * UCI_HUGE_UNITS);
    size_t open = heap->runs.n_open;
    a = uci_malloc(3 * HUGE);
    assert_int_equal(heap->runs.n_open, open);
    uci_free(a);
}

static bool can_collapse(char *p)
{
    enum { COLLAPSE = 25 };
    *p = 1;
    return madvise(p, HUGE, COLLAPSE) == 0;
}

/* Whole huge pages, before anything is touched. */
static void a_large_block_has_huge_pages(void **state)
{
    (void)state;
    enum { SIZE = 5 * HUGE };
    static unsigned char present[SIZE / UCI_UNIT_PAGE];
    char *test = mmap((void *)0x210000000000, HUGE, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (test == MAP_FAILED || !can_collapse(test))
        skip();
    /* Each from new memory, since those before are kept.  The kernel may be
     * too slow for all of it, or for any page but the first, and nothing else
     * is touched: one will do. */
    char *p[20];
    int tries = 0;
    bool got = false;
    while (tries < 20 && !got) {
        p[tries] = uci_memalign(HUGE, SIZE);
        assert_int_equal(mincore(p[tries++], SIZE, present), 0);
        for (size_t i = 0; i < SIZE / HUGE && !got; i++) {
            size_t n = 0;
            for (size_t j = 0; j < HUGE / UCI_UNIT_PAGE; j++)
                n += present[i * (HUGE / UCI_UNIT_PAGE) + j] & 1;
            got = n == HUGE / UCI_UNIT_PAGE;
        }
    }
    munmap(test, HUGE);
    test = mmap(test, HUGE, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (!got && (test == MAP_FAILED || !can_collapse(test)))
        skip(); /* there are none any more */
    assert_true(got);
    while (tries > 0)
        uci_free(p[--tries]);
    munmap(test, HUGE);
}

static void a_large_block_grows_and_shrinks_in_place(void **state)
{
    (void)state;
    char *p = uci_memalign(64ul << 20, 4 * HUGE);
    assert_int_equal((uintptr_t)p % (64ul << 20), 0);
    memset(p, 1, 4 * HUGE);
    assert_ptr_equal(uci_realloc(p, HUGE), p);
    assert_int_equal(uci_malloc_size(p), HUGE);
    assert_ptr_equal(uci_realloc(p, 3 * HUGE), p);
    assert_int_equal(p[HUGE - 1], 1);
    uci_free(p);
}

static void much_idle_memory_goes_back(void **state)
{
    (void)state;
    size_t before = heap->runs.n_open, size = 50ul << 20;
    char *p = uci_malloc(size), *q = uci_malloc(size);
    memset(p, 1, size);
    memset(q, 1, size);
    assert_true(heap->runs.n_open >= before + 2 * size / UCI_UNIT);
    uci_free(p);
    uci_free(q);
    assert_true(heap->runs.n_idle <= (64ul << 20) / UCI_UNIT);
    assert_true(heap->runs.n_open <= before + (64ul << 20) / UCI_UNIT);
    p = uci_calloc(1, size);
    for (size_t i = 0; i < size; i++)
        if (p[i])
            fail_msg("byte %zu is %d", i, p[i]);
    uci_free(p);
}

static void pages_are_zero_and_go_back_at_once(void **state)
{
    (void)state;
    for (size_t size = 1; size < 40ul << 20; size = size * 5 + 1) {
        char *p = uci_malloc_pages(size);
        assert_int_equal((uintptr_t)p % UCI_UNIT_PAGE, 0);
        for (size_t i = 0; i < size; i++)
            if (p[i])
                fail_msg("byte %zu of %zu is %d", i, size, p[i]);
        memset(p, 1, size);
        size_t open = heap->runs.n_open, n = uci_unit_of(p)->n_units;
        uci_free_pages(p);
        assert_int_equal(heap->runs.n_open, open - n);
    }
}

static void a_wrong_address_is_reported(void **state)
{
    (void)state;
    char text[4096];
    int status = unit_run_self("free", NULL, text);
    unit_expect(status, 134, text, "free(): ");
    unit_expect(status, 134, text, " is no block of the heap");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "free") == 0) {
        char *p = uci_malloc(1 << 20);
        uci_free(p);
        uci_free(p);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_class_is_the_least_that_holds),
        cmocka_unit_test(a_row_is_found_by_address),
        cmocka_unit_test(a_full_slab_is_found_again_by_its_owner),
        cmocka_unit_test(an_empty_slab_serves_another_size),
        cmocka_unit_test(the_owner_gets_back_what_another_frees),
        cmocka_unit_test(another_workers_blocks_go_back_to_it),
        cmocka_unit_test(allocation_and_frees_elsewhere_keep_step),
        cmocka_unit_test(large_blocks_are_aligned_and_merge),
        cmocka_unit_test(a_large_block_has_huge_pages),
        cmocka_unit_test(a_large_block_grows_and_shrinks_in_place),
        cmocka_unit_test(much_idle_memory_goes_back),
        cmocka_unit_test(pages_are_zero_and_go_back_at_once),
        cmocka_unit_test(a_wrong_address_is_reported),
        cmocka_unit_test(libcs_own_blocks_stay), /* as if there were workers */
    };
    return cmocka_run_group_tests_name("malloc", tests, NULL, NULL);
}
