/*
 * Loops and reducers through <ucilk/abi.h>: how ranges are split, what is
 * copied, and that views are joined in order and only where a strand migrated.
 * Run with UCILK_TEST_STEAL=always and two workers or more.
 */
#include "unit.h"

#include "sched/worker.h"

#include <ucilk/abi.h>

#include <stdatomic.h>
#include <string.h>

enum { N = 20000 };

static uint64_t sum_of_counters(size_t offset)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < uci_world->n_workers; i++)
        sum += *(uint64_t *)((char *)&uci_peer(i)->counters + offset);
    return sum;
}
#define COUNTED(name) sum_of_counters(offsetof(struct uci_counters, name))

/* --- Splitting --- */

UNIT_SHARED static atomic_uchar hits[N];
UNIT_SHARED static atomic_ulong n_pieces, largest, n_misaligned,
    n_wrong_captures;

struct plain {
    struct ucilk_abi_range range;
    _Alignas(64) long capture;
};

static void hit(struct ucilk_abi_range *range)
{
    struct plain *args = (struct plain *)range;
    n_pieces++;
    unsigned long before = largest;
    while (range->n > before &&
           !atomic_compare_exchange_weak(&largest, &before, range->n))
        ;
    if ((uintptr_t)args % 64 != 0)
        n_misaligned++;
    if (args->capture != 4711)
        n_wrong_captures++;
    for (unsigned long i = 0; i < range->n; i++)
        hits[range->first + i]++;
}

#define LOOP(type)                                                             \
    {                                                                          \
        .body = ucilk_abi_for_body,                                            \
        .args_size = sizeof(type),                                             \
        .name = "cilk_for",                                                    \
        .file = __FILE__,                                                      \
        .line = __LINE__,                                                      \
    }
static const struct ucilk_abi_loop plain_loop = {.task = LOOP(struct plain),
                                                 .piece = hit};

/* Runs n iterations and returns the number of pieces. */
static unsigned long run_plain(unsigned long n, unsigned long grain)
{
    struct plain args = {{&plain_loop, 0, n, grain}, 4711};
    n_pieces = largest = 0;
    ucilk_abi_for(&args.range);
    for (unsigned long i = 0; i < N; i++) {
        assert_int_equal(hits[i], i < n);
        hits[i] = 0;
    }
    assert_int_equal(n_misaligned, 0);
    assert_int_equal(n_wrong_captures, 0);
    return n_pieces;
}

TEST(every_iteration_runs_once)
{
    uint64_t before = COUNTED(failed_pops);
    for (unsigned long n = 1; n < 70; n++)
        for (unsigned long grain = 0; grain < 9; grain++)
            run_plain(n, grain);
    assert_true(COUNTED(failed_pops) > before);
}

TEST(an_empty_loop_runs_no_piece)
{
    assert_int_equal(run_plain(0, 0), 0);
    assert_int_equal(run_plain(0, 7), 0);
}

TEST(a_given_grain_is_the_most_of_a_piece)
{
    assert_int_equal(run_plain(1000, 100), 10);
    assert_int_equal(largest, 100);
    assert_int_equal(run_plain(1001, 100), 11);
    assert_int_equal(run_plain(50, 100), 1);
    assert_int_equal(run_plain(N, N), 1);
    assert_int_equal(run_plain(300, 1), 300);
}

TEST(by_default_there_are_eight_pieces_a_worker)
{
    unsigned long wanted = 8 * uci_world->n_workers;
    assert_int_equal(run_plain(100 * wanted, 0), wanted);
    assert_int_equal(run_plain(wanted / 2, 0), wanted / 2);
}

static void measure(struct ucilk_abi_range *range)
{
    n_pieces++;
    if (range->n > 16384)
        largest = range->n;
}
static const struct ucilk_abi_loop measuring_loop = {
    .task = LOOP(struct ucilk_abi_range), .piece = measure};

TEST(by_default_pieces_have_16384_iterations_at_most)
{
    unsigned long wanted = 10 * 8 * uci_world->n_workers;
    struct ucilk_abi_range range = {&measuring_loop, 0, wanted * 16384, 0};
    n_pieces = largest = 0;
    ucilk_abi_for(&range);
    assert_int_equal(n_pieces, wanted);
    assert_int_equal(largest, 0);
}

/* --- Views at file scope; of loops see tests/lang/pieces_macros.c --- */

/* A view that holds consecutive numbers, from first to last. */
struct row {
    unsigned long length, first, last, in_order;
    char ballast[5000]; /* more than a page */
};

UNIT_SHARED static atomic_long n_identities, n_reduces;

static void no_row(void *view)
{
    struct row *row = view;
    n_identities++;
    row->length = 0;
    row->in_order = 1;
    memset(row->ballast, 7, sizeof row->ballast);
}

static void join(struct row *l, unsigned long length, unsigned long first,
                 unsigned long last, unsigned long in_order)
{
    l->in_order &= in_order && l->ballast[0] == 7 &&
                   l->ballast[sizeof l->ballast - 1] == 7;
    if (length == 0)
        return;
    if (l->length == 0)
        l->first = first;
    else
        l->in_order &= l->last + 1 == first;
    l->last = last;
    l->length += length;
}

static void reduce_rows(void *left, void *right)
{
    const struct row *r = right;
    n_reduces++;
    join(left, r->length, r->first, r->last, r->in_order);
}

/* At file scope, of static and of external linkage. */
static UCILK_ABI_VIEW(struct row) rows_storage = {
    {.in_order = 1, .ballast = {7, [4999] = 7}}};
extern struct row rows __attribute__((alias("rows_storage")));
static UCILK_ABI_VIEW(long) total_storage = {40};
static long total __attribute__((alias("total_storage")));

static void zero(void *view)
{
    *(long *)view = 0;
}
static void add(void *left, void *right)
{
    *(long *)left += *(long *)right;
}
static struct ucilk_abi_reducer reducers[] = {
    {&rows, sizeof(struct row), no_row, reduce_rows, NULL},
    {&total, sizeof(long), zero, add, NULL}};

static __attribute__((constructor)) void register_reducers(void)
{
    ucilk_abi_reducer_add(&reducers[0]);
    ucilk_abi_reducer_add(&reducers[1]);
}

UNIT_SHARED static atomic_long n_elsewhere; /* views at another address */

static void note(struct ucilk_abi_range *range)
{
    for (unsigned long i = range->first; i < range->first + range->n; i++) {
        join(&rows, 1, i, i, 1);
        total++;
    }
    if ((void *)&rows != (void *)&rows_storage)
        n_elsewhere++;
}
static const struct ucilk_abi_loop noting_loop = {.task = LOOP(struct plain),
                                                  .piece = note};

static void run_noting(unsigned long first, unsigned long n)
{
    struct plain args = {{&noting_loop, first, n, 2}, 0};
    ucilk_abi_for(&args.range);
}

TEST(views_at_file_scope_are_joined_in_order)
{
    uint64_t taken = COUNTED(failed_pops);
    assert_int_equal(total, 40);
    run_noting(1, 300);
    run_noting(301, 200); /* goes on behind it */
    assert_int_equal(rows.in_order, 1);
    assert_int_equal(rows.first, 1);
    assert_int_equal(rows.length, 500);
    assert_int_equal(total, 540);
    assert_int_equal(n_elsewhere, 0);
    assert_true(COUNTED(failed_pops) > taken);
}

/* A sync with a child outstanding: an identity and a join for the own views;
 * a child: the same. */
TEST(they_are_joined_only_where_something_migrated)
{
    no_row(&rows);
    uint64_t made = COUNTED(views_made), taken = COUNTED(failed_pops);
    n_identities = n_reduces = 0;
    run_noting(0, 200);
    taken = COUNTED(failed_pops) - taken;
    assert_int_equal(n_identities, n_reduces);
    assert_true(n_reduces >= (long)taken && n_reduces <= 2 * (long)taken);
    assert_true(COUNTED(views_made) - made <= 4 * taken);
    assert_int_equal(rows.length, 200);
}

TEST(no_set_of_views_is_left)
{
    assert_true(COUNTED(views_made) > 0);
    assert_int_equal(COUNTED(views_made), COUNTED(views_freed));
}

/* --- Mistakes --- */

TEST(a_bad_step_is_reported)
{
    unit_expect("step", NULL, 1, "loop.c:12: the step of this cilk_for is 0");
}

TEST(a_reducer_after_the_first_spawn_is_refused)
{
    unit_expect("late", NULL, 1, "loaded after the first spawn");
}

static int add_late(void)
{
    static struct ucilk_abi_reducer late = {&total, sizeof(long), zero, add,
                                            NULL};
    run_plain(100, 1);
    ucilk_abi_reducer_add(&late);
    return 0;
}

int main(int argc, char **argv)
{
    unit_share();
    if (argc > 1 && strcmp(argv[1], "step") == 0)
        ucilk_abi_for_bad_step("loop.c", 12);
    if (argc > 1 && strcmp(argv[1], "late") == 0)
        return add_late();
    return unit_run("loops", NULL, NULL);
}
