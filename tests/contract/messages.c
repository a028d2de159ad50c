/* Tests of messages: each arrives once, in order, at any size, and sends do not
 * wait. */
#define _GNU_SOURCE
#include "contract.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST = 64 };

/* Head of a test message; the body is fill(size, number). */
struct head {
    uint32_t thread, number;
    uint64_t size;
};

static uint32_t expected[MOST][2]; /* next number of each thread of each rank */
static atomic_ulong n_come;
static unsigned long n_wanted;

static void take(unsigned from, const void *bytes, size_t size)
{
    struct head head;
    CHECK(from < net->size, "a message of rank %u", from);
    CHECK(size >= sizeof head, "a message of %zu bytes", size);
    memcpy(&head, bytes, sizeof head);
    CHECK(head.size == size - sizeof head, "%zu bytes of %lu came",
          size - sizeof head, (unsigned long)head.size);
    CHECK(head.number == expected[from][head.thread],
          "message %u of rank %u, thread %u, after %u", head.number, from,
          head.thread, expected[from][head.thread]);
    expected[from][head.thread]++;
    const char *body = (const char *)bytes + sizeof head;
    CHECK(differs(body, head.size, head.number) == head.size,
          "message %u of %lu bytes from rank %u is damaged", head.number,
          (unsigned long)head.size, from);
    atomic_fetch_add(&n_come, 1);
}

/* Every second message as a block, where the transport takes blocks. */
static void send_one(unsigned to, uint32_t thread, uint32_t number, size_t size)
{
    struct head head = {thread, number, size};
    char *message = malloc(sizeof head + size), *body = message + sizeof head;
    memcpy(message, &head, sizeof head);
    fill(body, size, number);
    if (net->send_block && number % 2) {
        net->send_block(to, message, sizeof head + size);
        return;
    }
    net->send(to, &head, sizeof head, body, size);
    memset(body, 0xee, size); /* the sender's again */
    free(message);
}

static bool all_come(void)
{
    return atomic_load(&n_come) >= n_wanted;
}

static void none_left(void)
{
    meet();
    CHECK(!net->receive(take), "a message more");
}

/* Every rank sends to every rank, also to itself, before any rank receives:
 * sends do not wait for receivers, though no ring holds so many messages. */
TEST(flood)
{
    enum { N = 400, SIZE = 10000 };
    for (uint32_t i = 0; i < N; i++)
        for (unsigned to = 0; to < net->size; to++)
            send_one(to, 0, i, SIZE - i);
    meet();
    n_wanted = (unsigned long)N * net->size;
    receive_until(all_come, take);
    none_left();
}

TEST(sizes)
{
    static const size_t sizes[] = {0,     1,      7,      8,       100,    4095,
                                   65536, 131071, 131072, 1000003, 8 << 20};
    enum { N = sizeof sizes / sizeof *sizes };
    unsigned to = (net->rank + 1) % net->size;
    for (uint32_t i = 0; i < N; i++)
        send_one(to, 0, i, sizes[i]);
    n_wanted = N;
    receive_until(all_come, take);
    none_left();
}

static void take_empty(unsigned from, const void *bytes, size_t size)
{
    (void)bytes;
    CHECK(from == (net->rank + net->size - 1) % net->size && size == 0,
          "%zu bytes of rank %u", size, from);
    atomic_fetch_add(&n_come, 1);
}

TEST(empty)
{
    net->send((net->rank + 1) % net->size, NULL, 0, NULL, 0);
    n_wanted = 1;
    receive_until(all_come, take_empty);
    none_left();
}

/* Two threads of each rank send at the same time, one of them receives. */
enum { N_EACH = 8000 };

static void *send_many(void *argument)
{
    uint32_t thread = (uint32_t)(uintptr_t)argument;
    for (uint32_t i = 0; i < N_EACH; i++)
        for (unsigned to = 0; to < net->size; to++) {
            send_one(to, thread, i, i % 256 ? i % 20 : 5000);
            if (thread == 0)
                net->receive(take);
        }
    return NULL;
}

TEST(two_threads)
{
    pthread_t other;
    n_wanted = 2ul * N_EACH * net->size;
    CHECK(pthread_create(&other, NULL, send_many, (void *)1) == 0, "thread");
    send_many(NULL);
    receive_until(all_come, take);
    pthread_join(other, NULL);
    none_left();
}

/* The receiver answers each request; there are 100,000 messages in all. */
enum { N_ASKED = 50000, UNDER_WAY = 100 };
static uint64_t n_answers, next_answer[MOST];

static void ask(unsigned to, uint64_t number)
{
    uint64_t words[2] = {0, number};
    net->send(to, words, sizeof words, NULL, 0);
}

static void answer(unsigned from, const void *bytes, size_t size)
{
    uint64_t words[2];
    CHECK(size == sizeof words, "%zu bytes", size);
    memcpy(words, bytes, size);
    if (words[0] == 0) {
        words[0] = 1;
        net->send(from, &words[0], 8, &words[1], 8);
        return;
    }
    CHECK(words[1] == next_answer[from], "answer %lu of rank %u after %lu",
          (unsigned long)words[1], from, (unsigned long)next_answer[from]);
    next_answer[from]++;
    n_answers++;
}

static bool few_under_way(void)
{
    return n_wanted - n_answers < UNDER_WAY;
}

static bool all_answered(void)
{
    return n_answers == n_wanted;
}

static atomic_uint n_ranks_done;
static void answer_or_done(unsigned from, const void *bytes, size_t size)
{
    if (size == 1)
        atomic_fetch_add(&n_ranks_done, 1);
    else
        answer(from, bytes, size);
}

static bool all_done(void)
{
    return atomic_load(&n_ranks_done) == net->size;
}

TEST(requests)
{
    uint64_t sent[MOST] = {0};
    for (unsigned i = 0; i < N_ASKED / net->size; i++) {
        unsigned to = (net->rank + i) % net->size;
        ask(to, sent[to]++);
        n_wanted++;
        receive_until(few_under_way, answer_or_done);
    }
    receive_until(all_answered, answer_or_done);
    for (unsigned to = 0; to < net->size; to++)
        net->send(to, "", 1, NULL, 0);
    receive_until(all_done, answer_or_done);
    none_left();
}

/* `wait' returns when a message comes: after a fifth of a second on average,
 * though its limit is five seconds. */
static uint64_t n_turns;

static void take_turn(unsigned from, const void *bytes, size_t size)
{
    (void)from;
    (void)bytes;
    CHECK(size == 8, "%zu bytes", size);
    n_turns++;
}

/* A message ends a sleep at once on the networks that can tell. */
TEST(waiting)
{
    enum { ROUNDS = 50 };
    uint64_t word = 0;
    bool tells = strcmp(net->name, "nic") == 0 || getenv("WAIT_TELLS");
    double start = seconds();
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (net->rank == i % net->size) {
            usleep(1000); /* by now the next rank mostly sleeps */
            net->send((net->rank + 1) % net->size, &word, 8, NULL, 0);
        }
        if (net->rank == (i + 1) % net->size)
            for (uint64_t before = n_turns; n_turns == before;)
                if (!net->receive(take_turn))
                    net->wait(tells ? 5000000 : 10000);
    }
    CHECK(seconds() - start < ROUNDS / 5, "%u messages took %.1f s", ROUNDS,
          seconds() - start);
    none_left();
    /* And it returns after its limit if no message comes. */
    start = seconds();
    net->wait(1000);
    CHECK(seconds() - start < 5, "wait(1000) took %.1f s", seconds() - start);
}

/* A rank that stops in the middle of a large message holds up no other's; what
 * it has sent comes in order. */
enum { LARGE = 32 << 20, SLEEP = 4 };
static bool other_came;
static unsigned n_of_sleeper;

static void note_other(unsigned from, const void *bytes, size_t size)
{
    (void)bytes;
    if (from != 1) {
        other_came = true;
        return;
    }
    CHECK(size == (n_of_sleeper == 0 ? LARGE : 1),
          "message %u of %zu bytes from the sleeper", n_of_sleeper, size);
    n_of_sleeper++;
}

static bool is_other_there(void)
{
    return other_came;
}

static bool are_all_there(void)
{
    return n_of_sleeper == 2;
}

TEST(past_a_sleeper)
{
    if (net->size < 3)
        return;
    meet();
    if (net->rank == 1) {
        char *large = calloc(LARGE, 1);
        net->send(0, large, LARGE, NULL, 0);
        net->send(0, "", 1, NULL, 0);
        sleep(SLEEP);
        free(large);
    } else if (net->rank == net->size - 1) {
        sleep(1);
        net->send(0, "", 1, NULL, 0);
    } else if (net->rank == 0) {
        double start = seconds();
        receive_until(is_other_there, note_other);
        CHECK(seconds() - start < SLEEP - 1, "it came after %.1f s",
              seconds() - start);
        receive_until(are_all_there, note_other);
    }
    meet();
}
