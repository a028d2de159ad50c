/*
 * Two threads of a rank use the transport at once, like a worker and its
 * assistant: one receives and answers, the other does one-sided operations and
 * sends.
 */
#include "contract.h"

#include "base/atomics.h"

#include <pthread.h>
#include <unistd.h>

enum {
    N_ROUNDS = 3000, /* or as many as there is time for */
    SECONDS = 2,
    N_WORDS = 8,              /* that hand out tickets */
    N_TICKETS = 4 * N_ROUNDS, /* of one word: twice what 64 ranks draw */
    TEXT = 32768,             /* what everybody may read */
    AREA = 8192,              /* where one rank puts something */
    LONG_BODY = 100000,
};

/* A rank's registered memory. */
struct memory {
    _Atomic uint64_t next[N_WORDS];
    _Atomic uint64_t drawn[N_WORDS][N_TICKETS];
    char text[TEXT];
    char areas[64][AREA]; /* by the rank that puts */
};
_Static_assert(sizeof(struct memory) <= STRIDE, "fits");

static struct memory *memory(unsigned rank)
{
    return (struct memory *)part(rank);
}

enum kind { QUESTION, ANSWER, DONE };
struct head {
    uint64_t kind, number, seed;
};

static _Atomic uint64_t n_answers, n_done, n_handled;
static uint64_t expected[64]; /* number of the next question, by rank */
static _Atomic bool is_over;

/* Run by the receiving thread. */
static void handle(unsigned from, const void *bytes, size_t size)
{
    struct head head;
    CHECK(size >= sizeof head, "%zu bytes", size);
    memcpy(&head, bytes, sizeof head);
    size_t body = size - sizeof head;
    CHECK(differs((const char *)bytes + sizeof head, body, head.seed) == body,
          "message %lu of rank %u, %zu bytes, is damaged", head.number, from,
          body);
    uci_fetch_add_seqcst(&n_handled, 1);
    switch (head.kind) {
    case QUESTION:
        CHECK(head.number == expected[from],
              "question %lu of rank %u came where %lu should", head.number,
              from, expected[from]);
        expected[from]++;
        head.kind = ANSWER;
        net->send(from, &head, sizeof head, (const char *)bytes + sizeof head,
                  body);
        break;
    case ANSWER:
        uci_fetch_add_seqcst(&n_answers, 1);
        break;
    default:
        uci_fetch_add_seqcst(&n_done, 1);
    }
}

/* The assistant: spins, or sleeps between. */
static void *assist(void *argument)
{
    bool spins = argument;
    while (!uci_load_seqcst(&is_over))
        if (!net->receive(handle) && !spins)
            usleep(50);
    return NULL;
}

static unsigned pick(uint64_t *random, unsigned n)
{
    *random = *random * 6364136223846793005 + 1442695040888963407;
    return (unsigned)(*random >> 33) % n;
}

static void read_text(unsigned to, uint64_t *random)
{
    static char bytes[TEXT];
    size_t size = 1 + pick(random, pick(random, 2) ? 64 : TEXT);
    /* The text is of seeds one by one, each of 8 bytes. */
    size_t at = pick(random, (unsigned)(TEXT - size + 1)) & ~7ul;
    net->get(to, bytes, (uintptr_t)memory(to)->text + at, size);
    net->flush(to);
    CHECK(differs(bytes, size, to + at / 8) == size,
          "%zu bytes at %zu of rank %u", size, at, to);
}

static void write_area(unsigned to, uint64_t *random, uint64_t seed)
{
    char bytes[AREA], back[AREA];
    size_t size = 1 + pick(random, AREA - 7);
    uintptr_t at = (uintptr_t)memory(to)->areas[net->rank] + pick(random, 8);
    fill(bytes, size, seed);
    net->put(to, at, bytes, size);
    memset(bytes, 0, size); /* it may be reused */
    net->flush(to);
    net->get(to, back, at, size);
    net->flush(to);
    CHECK(differs(back, size, seed) == size, "put %zu bytes to rank %u", size,
          to);
}

static void draw_ticket(unsigned to, uint64_t *random)
{
    unsigned word = pick(random, N_WORDS);
    uint64_t ticket =
        net->fetch_op(to, UCI_NET_ADD, (uintptr_t)&memory(to)->next[word], 1);
    CHECK(ticket < N_TICKETS, "ticket %lu", ticket);
    uintptr_t at = (uintptr_t)&memory(to)->drawn[word][ticket];
    uint64_t old = net->compare_swap(to, at, 0, net->rank + 1);
    CHECK(old == 0, "ticket %lu was drawn by rank %lu, too", ticket, old - 1);
}

static void ask(unsigned to, uint64_t *random, uint64_t number)
{
    static char body[LONG_BODY];
    struct head head = {QUESTION, number, number * 100 + net->rank};
    size_t size = pick(random, pick(random, 4) ? 200 : LONG_BODY);
    fill(body, size, head.seed);
    net->send(to, &head, sizeof head, body, size);
}

static void run_both(bool spins, bool has_rma)
{
    uint64_t n_asked[64] = {0}, n_questions = 0;
    uint64_t random = net->rank + 1;
    fill(memory(net->rank)->text, TEXT, net->rank);
    meet();
    pthread_t assistant;
    CHECK(pthread_create(&assistant, NULL, assist, (void *)spins) == 0,
          "no thread");
    double end = seconds() + SECONDS;
    for (unsigned round = 0; round < N_ROUNDS && seconds() < end; round++) {
        unsigned to = pick(&random, net->size);
        if (to == net->rank)
            continue;
        switch (pick(&random, has_rma ? 4 : 1)) {
        case 0:
            ask(to, &random, n_asked[to]++);
            n_questions++;
            /* Not more than a few are under way. */
            while (n_questions - uci_load_seqcst(&n_answers) > 8)
                usleep(10);
            break;
        case 1:
            read_text(to, &random);
            break;
        case 2:
            write_area(to, &random, round);
            break;
        default:
            draw_ticket(to, &random);
        }
    }
    while (uci_load_seqcst(&n_answers) < n_questions)
        usleep(10);
    struct head head = {.kind = DONE};
    for (unsigned i = 0; i < net->size; i++)
        if (i != net->rank)
            net->send(i, &head, sizeof head, NULL, 0);
    while (uci_load_seqcst(&n_done) < net->size - 1)
        usleep(10);
    meet();
    uci_store_seqcst(&is_over, true);
    pthread_join(assistant, NULL);
}

TEST(hammer, .needs_rma = true)
{
    run_both(false, true);
}

TEST(hammer_spinning, .needs_rma = true)
{
    run_both(true, true);
}

TEST(hammer_messages)
{
    run_both(false, false);
}
