/* Tests of the choice of victims, sched/victim.c alone, with a clock that the
 * test sets.
 *  */
#define _GNU_SOURCE
#include "unit.h"

#include "base/options.h"
#include "sched/victim.h"

#include <string.h>
#include <time.h>

/* Stand-ins for the parts of the runtime that victim.c reads. */
unsigned uci_id, uci_near_first, uci_n_near;
struct uci_world *uci_world;
struct uci_options uci_options;
_Atomic uint64_t uci_lull_newest = 1, uci_lull_over;

enum { N_WORKERS = 12, FIRST = 4, N_NEAR = 3, SELF = 5, N_DRAWS = 200000 };

static uint64_t time_now; /* ns */

int clock_gettime(clockid_t clock, struct timespec *time)
{
    (void)clock;
    time->tv_sec = (time_t)(time_now / 1000000000);
    time->tv_nsec = (long)(time_now % 1000000000);
    return 0;
}

/* Worker `id' of N_WORKERS, on a node of so many. */
static void begin(unsigned id, unsigned first, unsigned n_near,
                  const char *victim, unsigned long bias)
{
    static struct uci_world world = {.n_workers = N_WORKERS};
    uci_world = &world;
    uci_id = id;
    uci_near_first = first;
    uci_n_near = n_near;
    uci_options.victim = victim;
    uci_options.near_bias = bias;
    time_now = 5000000000;
    uci_victim_start();
}

static bool is_far(unsigned i)
{
    assert_true(i < N_WORKERS);
    return i < uci_near_first || i >= uci_near_first + uci_n_near;
}

static unsigned drawn[N_WORKERS], n_none;

static void draw_many(void)
{
    memset(drawn, 0, sizeof drawn);
    n_none = 0;
    for (int i = 0; i < N_DRAWS; i++) {
        unsigned victim = uci_victim_draw();
        if (victim == UCI_VICTIM_NONE) {
            n_none++;
            continue;
        }
        assert_true(victim < N_WORKERS);
        drawn[victim]++;
    }
    assert_int_equal(drawn[uci_id], 0);
}

/* About this part of all draws.  Of the smallest one here, 889 draws, 10 % are
 * three standard deviations; and the numbers are the same in every run. */
static void expect_part(unsigned n, double part)
{
    double wanted = part * N_DRAWS;
    if (n < 0.9 * wanted || n > 1.1 * wanted)
        fail_msg("%u draws instead of %.0f", n, wanted);
}

static void expect_parts(double near, double far)
{
    for (unsigned i = 0; i < N_WORKERS; i++)
        if (i != uci_id)
            expect_part(drawn[i], is_far(i) ? far : near);
}

TEST(on_one_node_all_are_as_likely)
{
    for (unsigned id = 0; id < N_WORKERS; id += N_WORKERS - 1) {
        begin(id, 0, N_WORKERS, "near", 16);
        draw_many();
        expect_parts(1.0 / (N_WORKERS - 1), 0);
    }
}

TEST(near_ones_are_drawn_as_often_as_the_bias_says)
{
    for (unsigned long bias = 0; bias <= 24; bias += 8) {
        for (unsigned id = FIRST; id < FIRST + N_NEAR; id++) {
            double far = 1.0 / (double)(bias + 1);
            begin(id, FIRST, N_NEAR, "near", bias);
            draw_many();
            expect_parts((1 - far) / (N_NEAR - 1), far / (N_WORKERS - N_NEAR));
            assert_int_equal(n_none, 0);
        }
    }
}

TEST(random_draws_all_as_often)
{
    begin(SELF, FIRST, N_NEAR, "random", 16);
    draw_many();
    expect_parts(1.0 / (N_WORKERS - 1), 1.0 / (N_WORKERS - 1));
}

TEST(a_node_of_one_draws_far_ones)
{
    for (unsigned id = 0; id < N_WORKERS; id += N_WORKERS - 1) {
        begin(id, id, 1, "near", 16);
        draw_many();
        expect_parts(0, 1.0 / (N_WORKERS - 1));
    }
}

TEST(in_a_lull_only_near_ones_are_drawn)
{
    uci_lull_over = uci_lull_newest;
    begin(SELF, FIRST, N_NEAR, "near", 16);
    draw_many();
    expect_parts(1.0 / (N_NEAR - 1), 0);
    begin(SELF, SELF, 1, "near", 16);
    assert_int_equal(uci_victim_draw(), UCI_VICTIM_NONE);
    uci_lull_newest++;
    assert_int_not_equal(uci_victim_draw(), UCI_VICTIM_NONE);
}

/* Alone on its node: does it draw a victim? */
static bool goes_far(void)
{
    return uci_victim_draw() != UCI_VICTIM_NONE;
}

static void expect_wait(uint64_t ns)
{
    uci_victim_failed();
    assert_false(goes_far());
    time_now += ns - 1;
    if (goes_far())
        fail_msg("left alone for less than %lu ns", ns);
    time_now++;
    if (!goes_far())
        fail_msg("left alone for more than %lu ns", ns);
}

TEST(failures_are_followed_by_waits_that_double_up_to_1_ms)
{
    begin(SELF, SELF, 1, "near", 16);
    assert_true(goes_far());
    for (uint64_t ns = 10000; ns <= 640000; ns *= 2)
        expect_wait(ns);
    for (int i = 0; i < 100; i++)
        expect_wait(1000000);
}

TEST(a_success_forgets_failures)
{
    begin(SELF, SELF, 1, "near", 16);
    for (int i = 0; i < 10; i++)
        uci_victim_failed();
    assert_false(goes_far());
    uci_victim_found();
    assert_true(goes_far());
    expect_wait(10000);
    expect_wait(20000);
}

TEST(during_a_wait_near_ones_are_drawn)
{
    begin(SELF, FIRST, N_NEAR, "near", 1);
    uci_victim_failed();
    draw_many();
    expect_parts(1.0 / (N_NEAR - 1), 0);
    time_now += 10000;
    draw_many();
    expect_parts(0.5 / (N_NEAR - 1), 0.5 / (N_WORKERS - N_NEAR));
}

/* Who would have gone far draws nobody: else near ones had too many thieves. */
TEST(during_a_wait_random_does_not_turn_near)
{
    begin(SELF, FIRST, N_NEAR, "random", 16);
    uci_victim_failed();
    draw_many();
    expect_parts(1.0 / (N_WORKERS - 1), 0);
    expect_part(n_none, (double)(N_WORKERS - N_NEAR) / (N_WORKERS - 1));
}

TEST(where_nothing_is_here_the_next_attempt_goes_far)
{
    begin(SELF, FIRST, N_NEAR, "near", 1000000);
    uci_victim_look_far();
    assert_true(is_far(uci_victim_draw()));
    assert_false(is_far(uci_victim_draw()));
    uci_victim_failed();
    uci_victim_look_far();
    assert_false(is_far(uci_victim_draw()));
}

TEST(workers_are_not_in_step)
{
    unsigned first[1000], n_equal = 0;
    begin(0, 0, 1, "random", 16);
    for (int i = 0; i < 1000; i++)
        first[i] = uci_victim_draw();
    begin(1, 1, 1, "random", 16);
    for (int i = 0; i < 1000; i++)
        n_equal += uci_victim_draw() == first[i];
    assert_in_range(n_equal, 30, 200); /* of 1000: 10 / 11^2 would be 83 */
}

int main(void)
{
    return unit_run("victim", NULL, NULL);
}
