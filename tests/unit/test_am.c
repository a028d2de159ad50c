/* Tests of active messages, far/am.c, over the network of fake.h. */
#define _GNU_SOURCE
#include "fake.h"
#include "unit.h"

#include "net/transport.h"
#include "sched/worker.h"

#include <string.h>

/* The arguments of note(). */
static struct {
    unsigned from;
    uint64_t token;
    size_t size;
    char bytes[256];
} noted[64];
static unsigned n_noted;

static void note(unsigned from, uint64_t token, const char *bytes, size_t size)
{
    assert_in_range(n_noted, 0, 63);
    assert_in_range(size, 0, sizeof noted[0].bytes);
    noted[n_noted].from = from;
    noted[n_noted].token = token;
    noted[n_noted].size = size;
    memcpy(noted[n_noted++].bytes, bytes, size);
}

static int two_ranks(void **state)
{
    (void)state;
    fake_start(2);
    uci_am_handle(UCI_AM_TEST, note);
    n_noted = 0;
    return 0;
}

/* Becomes rank 1 and handles the messages that have come there. */
static void let_other_poll(void)
{
    uci_id = 1;
    while (fake_n_waiting(1) > 0)
        assert_true(uci_am_poll());
    uci_id = 0;
}

/* The first: the others start. */
TEST(nothing_is_handled_before_the_start)
{
    uci_am_send(1, UCI_AM_TEST, "early", 5, NULL, 0);
    uci_id = 1;
    assert_false(uci_am_poll());
    assert_int_equal(n_noted, 0);
    uci_am_start();
    assert_true(uci_am_poll());
    assert_int_equal(n_noted, 1);
    assert_memory_equal(noted[0].bytes, "early", 5);
    assert_false(uci_am_poll());
}

TEST(head_and_body_are_one_message)
{
    uci_am_send(1, UCI_AM_TEST, "head", 4, "and body", 8);
    uci_am_send(1, UCI_AM_TEST, NULL, 0, "body", 4);
    uci_am_send(1, UCI_AM_TEST, NULL, 0, NULL, 0);
    let_other_poll();
    assert_int_equal(n_noted, 3);
    assert_int_equal(noted[0].size, 12);
    assert_memory_equal(noted[0].bytes, "headand body", 12);
    assert_int_equal(noted[1].size, 4);
    assert_memory_equal(noted[1].bytes, "body", 4);
    assert_int_equal(noted[2].size, 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(noted[i].from, 0);
        assert_int_equal(noted[i].token, 0);
    }
}

static void take_number(void *to, const char *bytes, size_t size)
{
    assert_int_equal(size, sizeof(int));
    memcpy(to, bytes, size);
}

TEST(answers_find_their_questions_in_any_order)
{
    enum { N = 3 };
    static const int order[N] = {2, 0, 1};
    struct uci_am_call calls[N];
    int answers[N] = {-1, -1, -1};
    bool is_done[N] = {false};
    for (int i = 0; i < N; i++) {
        calls[i] = (struct uci_am_call){.take = take_number, .to = &answers[i]};
        uci_am_request(&calls[i], 1, UCI_AM_TEST, &i, sizeof i, NULL, 0);
    }
    let_other_poll();
    assert_int_equal(n_noted, N);
    for (int k = 0; k < N; k++) {
        int i = order[k], answer = 100 + i;
        assert_memory_equal(noted[i].bytes, &i, sizeof i);
        uci_id = 1;
        uci_am_reply(0, noted[i].token, &answer, sizeof answer, NULL, 0);
        uci_id = 0;
        uci_am_wait(&calls[i]);
        is_done[i] = true;
        for (int j = 0; j < N; j++) {
            assert_int_equal(calls[j].done, is_done[j]);
            assert_int_equal(answers[j], is_done[j] ? 100 + j : -1);
        }
    }
}

static uint64_t asked_by;

static void answer_later(unsigned from, uint64_t token, const char *bytes,
                         size_t size)
{
    (void)from;
    asked_by = token;
    uci_am_send(1, UCI_AM_PUBLISH, bytes, size, NULL, 0); /* to itself */
}

static void answer_now(unsigned from, uint64_t token, const char *bytes,
                       size_t size)
{
    assert_int_equal(from, 1);
    assert_int_equal(token, 0);
    uci_am_reply(0, asked_by, "to: ", 4, bytes, size);
}

TEST(who_asks_waits_for_an_answer_that_comes_later)
{
    char answer[16] = "";
    uci_am_handle(UCI_AM_STEAL, answer_later);
    uci_am_handle(UCI_AM_PUBLISH, answer_now);
    assert_int_equal(
        uci_am_ask(1, UCI_AM_STEAL, "what", 4, answer, sizeof answer), 8);
    assert_string_equal(answer, "to: what");
}

static int n_inside;

static void poll_inside(unsigned from, uint64_t token, const char *bytes,
                        size_t size)
{
    assert_int_equal(n_inside++, 0);
    assert_false(uci_am_poll());
    assert_false(uci_am_poll_aside());
    n_inside--;
    note(from, token, bytes, size);
}

TEST(handlers_run_one_at_a_time)
{
    uci_am_handle(UCI_AM_TEST, poll_inside);
    for (char c = 'a'; c < 'f'; c++)
        uci_am_send(1, UCI_AM_TEST, &c, 1, NULL, 0);
    let_other_poll();
    assert_int_equal(n_noted, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(noted[i].bytes[0], 'a' + i);
}

static unsigned n_again;

static void send_again(unsigned from, uint64_t token, const char *bytes,
                       size_t size)
{
    (void)from, (void)token;
    n_again++;
    if (n_again < 1000000)
        uci_am_send(uci_id, UCI_AM_TEST, bytes, size, NULL, 0);
}

TEST(a_poll_ends_although_messages_keep_coming)
{
    n_again = 0;
    uci_am_handle(UCI_AM_TEST, send_again);
    uci_am_send(0, UCI_AM_TEST, "again", 5, NULL, 0);
    assert_true(uci_am_poll());
    assert_in_range(n_again, 1, 1000);
}

TEST(what_was_handled_is_counted_by_kind)
{
    char answer[16];
    struct uci_counters *c = &uci_self.counters;
    uci_am_handle(UCI_AM_STEAL, answer_later);
    uci_am_handle(UCI_AM_PUBLISH, answer_now);
    uci_am_send(1, UCI_AM_TEST, NULL, 0, NULL, 0);
    uci_am_ask(1, UCI_AM_STEAL, "?", 1, answer, sizeof answer);
    assert_int_equal(c->am_others, 1);
    assert_int_equal(c->am_steals, 1);
    assert_int_equal(c->am_publishes, 1);
    assert_int_equal(c->am_replies, 1);
    assert_int_equal(c->am_gets + c->am_puts + c->am_atomics, 0);
}

TEST(only_the_workers_polls_count_as_its)
{
    uint64_t before = uci_am_worker_polls();
    uci_am_poll_aside();
    assert_int_equal(uci_am_worker_polls() - before, 0);
    uci_am_poll();
    uci_am_poll();
    assert_int_equal(uci_am_worker_polls() - before, 2);
}

/* Every rank but 0 is told once, by a rank that has been told before, within
 * log2 n steps. */
TEST(what_rank_0_tells_all_reaches_each_once)
{
    for (unsigned n = 1; n <= 70; n++) {
        unsigned depth[FAKE_MOST_RANKS] = {0};
        fake_start(n);
        for (uci_id = 0; uci_id < n; uci_id++) {
            assert_true(uci_id == 0 || depth[uci_id] > 0);
            assert_int_equal(fake_n_waiting(uci_id), uci_id > 0);
            fake_drop(uci_id);
            unsigned n_below = uci_am_send_on(UCI_AM_TEST, "news", 4);
            assert_true(n_below == 0 || 1u << (n_below - 1) < n);
            for (unsigned i = 0, from = uci_id; i < n; i++)
                if (fake_n_waiting(i) > 0 && depth[i] == 0) {
                    depth[i] = depth[from] + 1;
                    n_below--;
                    uci_id = i;
                    assert_int_equal(uci_am_parent(), from);
                    uci_id = from;
                }
            assert_int_equal(n_below, 0);
        }
        uci_id = 0;
        assert_int_equal(fake_n_sent(UCI_AM_TEST), n - 1);
        for (unsigned i = 1; i < n; i++)
            assert_true(1u << (depth[i] - 1) < n);
    }
}

/* No answer of any number of ranks goes up more than 17 steps. */
TEST(answers_come_to_rank_0_in_few_steps)
{
    for (unsigned i = 0; i < UCI_NET_RANKS; i++) {
        unsigned n = 0;
        for (uci_id = i; uci_id != 0; n++)
            uci_id = uci_am_parent();
        assert_in_range(n, 0, 17);
    }
}

TEST(a_kind_that_nobody_handles_ends_the_program)
{
    unit_expect("unhandled", NULL, 1, "rank 0 has sent a message of kind ",
                "nobody here handles: are all ranks the same");
}

static int send_unhandled(void)
{
    fake_start(2);
    uci_am_start();
    uci_am_send(1, UCI_AM_BEAT, NULL, 0, NULL, 0);
    let_other_poll();
    return 0;
}

/* The last. */
TEST(nothing_is_handled_after_the_stop)
{
    uci_am_stop();
    uci_am_send(0, UCI_AM_TEST, "late", 4, NULL, 0);
    assert_false(uci_am_poll());
    assert_false(uci_am_poll_aside());
    assert_int_equal(n_noted, 0);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return send_unhandled();
    return unit_run("am", two_ranks, NULL);
}
