/*
 * dags ROUNDS SEED: random graphs of futures for the stress driver.  A node is
 * the result of a task, a promise or a plain value, of 0 bytes to 100 KiB, and
 * needs up to three earlier nodes; all this follows from its name, a random
 * number.  Each value is compared with that of a serial loop.
 */
#define _GNU_SOURCE
#include <ucilk/ucilk.h>

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX = 200, PUT_OFF = 8 };

/* The structs of words: type, name, how many. */
#define STRUCTS(X) X(WIDE, wide, 5) X(LARGE, large, 700) X(HUGE, huge, 12800)
#define DECLARE(type, name, n)                                                 \
    struct name {                                                              \
        uint64_t words[n];                                                     \
    };
STRUCTS(DECLARE)

enum type { WORD, WIDE, LARGE, HUGE, NOTHING };
enum origin { TASK, PROMISE, VALUE };

static uint64_t graph; /* name of the round's */
static int n_nodes, consumers[MAX];
static ucilk_future_t handle[MAX];
static uint64_t expected[MAX];
static uint64_t stored[MAX]; /* by nodes of type NOTHING */
static atomic_long n_made;
static atomic_int is_home; /* main, after a sync in this round */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Returns property `what' of node i, a random number. */
static uint64_t draw(int i, int what)
{
    return mix(graph + 0x9e3779b97f4a7c15u * (uint64_t)(8 * i + what + 1));
}

/* Some graphs consist of promises alone, fulfilled in any order. */
static int is_unordered(void)
{
    return graph % 4 == 0;
}

static enum origin origin_of(int i)
{
    unsigned r = draw(i, 0) % 16;
    return is_unordered() || r < 4 ? PROMISE : r < 6 ? VALUE : TASK;
}

static enum type type_of(int i)
{
    unsigned r = draw(i, 1) % 64;
    return r < 32   ? WORD
           : r < 45 ? WIDE
           : r < 52 ? LARGE
           : r < 63 ? NOTHING
                    : HUGE;
}

static int n_needed(int i)
{
    if (origin_of(i) == VALUE)
        return 0;
    int n = (int)(draw(i, 2) % 4);
    return n < i ? n : i;
}

/* Returns the d-th node that node i needs, mostly one just before it. */
static int needed(int i, int d)
{
    uint64_t r = draw(i, 3 + d);
    return r % 4 ? i - 1 - (int)(r / 4 % 12) % i : (int)(r / 4 % (uint64_t)i);
}

static uint64_t combine(uint64_t x, uint64_t y)
{
    return mix(x * 3 ^ y);
}

static void expect(void)
{
    for (int i = 0; i < n_nodes; i++) {
        consumers[i] = 1; /* check() */
        expected[i] = draw(i, 7);
        for (int d = 0; d < n_needed(i); d++) {
            consumers[needed(i, d)]++;
            expected[i] = combine(expected[i], expected[needed(i, d)]);
        }
    }
}

/* --- Getting --- */

static void fail(const char *what, int i)
{
    fprintf(stderr, "dags: graph %llx: node %d: %s\n",
            (unsigned long long)graph, i, what);
    _exit(1);
}

/* All words of a result are its value and the word's number. */
static uint64_t value_of(const uint64_t *words, int n, int i)
{
    for (int w = 0; w < n; w++)
        if (words[w] != words[0] + (uint64_t)w)
            fail("a torn result", i);
    return words[0];
}

static uint64_t take_part(int i, unsigned long word)
{
    uint64_t value;
    ucilk_future_get_part(handle[i], word * sizeof value, sizeof value, &value);
    return value - word;
}

#define TAKE(type, name, n)                                                    \
    case type: {                                                               \
        if (!whole)                                                            \
            return take_part(i, n - 1);                                        \
        struct name got = ucilk_future_get(struct name, handle[i]);            \
        return value_of(got.words, n, i);                                      \
    }

static uint64_t take(int i, int whole)
{
    switch (type_of(i)) {
        STRUCTS(TAKE)
    case WORD:
        return ucilk_future_get(uint64_t, handle[i]);
    default:
        ucilk_future_get(void, handle[i]);
        return stored[i];
    }
}

/* --- Making --- */

static uint64_t compute(int i)
{
    uint64_t r = draw(i, 6), v[3] = {0, 0, 0}, value = draw(i, 7);
    int n = n_needed(i);
    for (int d = 0; d < n; d++)
        if (r >> d & 256)
            ucilk_future_prefetch(handle[needed(i, d)]);
    if (r % 4 == 0)
        sched_yield();
    for (int d = 0; d < n; d++) {
        if (r >> d & 16)
            v[d] = spawn take(needed(i, d), (int)(r >> d & 1));
        else
            v[d] = take(needed(i, d), (int)(r >> d & 1));
    }
    sync;
    for (int d = 0; d < n; d++)
        value = combine(value, v[d]);
    n_made++;
    return value;
}

static uint64_t word(int i)
{
    return compute(i);
}

#define COMPUTE(type, name, n)                                                 \
    static struct name name(int i)                                             \
    {                                                                          \
        struct name result;                                                    \
        uint64_t value = compute(i);                                           \
        for (int w = 0; w < n; w++)                                            \
            result.words[w] = value + (uint64_t)w;                             \
        return result;                                                         \
    }
STRUCTS(COMPUTE)

static void nothing(int i)
{
    stored[i] = compute(i);
}

#define FULFIL(type, name, n)                                                  \
    case type:                                                                 \
        ucilk_promise_set(struct name, p, name(i));                            \
        return;

static void fulfil(int i)
{
    ucilk_promise_t p = {handle[i]};
    switch (type_of(i)) {
        STRUCTS(FULFIL)
    case WORD:
        ucilk_promise_set(uint64_t, p, word(i));
        return;
    case NOTHING:
        nothing(i);
        ucilk_promise_set(void, p);
    }
}

#define PROMISE_OF(type, name, n)                                              \
    case type:                                                                 \
        return ucilk_promise_make(struct name, consumers[i]);

static ucilk_promise_t promise(int i)
{
    switch (type_of(i)) {
        STRUCTS(PROMISE_OF)
    case WORD:
        return ucilk_promise_make(uint64_t, consumers[i]);
    default:
        return ucilk_promise_make(void, consumers[i]);
    }
}

#define VALUE_OF(type, name, n)                                                \
    case type:                                                                 \
        return ucilk_future_from(struct name, name(i));

static ucilk_future_t value(int i)
{
    switch (type_of(i)) {
        STRUCTS(VALUE_OF)
    case WORD:
        return ucilk_future_from(uint64_t, word(i));
    default:
        nothing(i);
        return ucilk_future_from(void);
    }
}

/* What is no task. */
static void create(int i)
{
    if (origin_of(i) == PROMISE) {
        handle[i] = ucilk_promise_future(promise(i));
        return;
    }
    handle[i] = value(i);
    if (consumers[i] > 1)
        ucilk_future_share(&handle[i], consumers[i] - 1);
}

/* If node j is a promise: is it to be fulfilled after node i is created? */
static int is_due(int j, int i)
{
    return j < n_nodes && origin_of(j) == PROMISE &&
           j + (int)(draw(j, 2) / 4 % PUT_OFF) == i;
}

/* Fulfils promises [low, high), the later half first. */
static void fulfil_all(int low, int high)
{
    if (high - low == 1) {
        fulfil(low);
        return;
    }
    int middle = (low + high) / 2;
    spawn fulfil_all(middle, high);
    fulfil_all(low, middle);
}

static void check(void)
{
    for (int i = 0; i < n_nodes; i++)
        if (take(i, 1) != expected[i])
            fail("a wrong value", i);
}

static void yield(void)
{
    sched_yield();
}

/* A future that spawns until main is back in the launching thread, or for a
 * long time. */
static void linger(void)
{
    for (int n = 0; n < 1000 && !is_home; n++)
        spawn yield();
}

/* Are all nodes got before the region ends? */
static int is_checked(void)
{
    return graph / 8 % 2;
}

/* The outermost function that spawns: at its end no task is left. */
static void round_of(pid_t launcher)
{
    ucilk_future_t lingering = cilk_future linger();
    for (int i = 0; i < n_nodes + PUT_OFF; i++) {
        int k = i < n_nodes ? consumers[i] : 0;
        if (i < n_nodes && origin_of(i) == TASK) {
            switch (type_of(i)) {
            case WORD:
                handle[i] = cilk_future(k) word(i);
                break;
            case WIDE:
                handle[i] = cilk_future(k) wide(i);
                break;
            case LARGE:
                handle[i] = cilk_future(k) large(i);
                break;
            case HUGE:
                handle[i] = cilk_future(k) huge(i);
                break;
            case NOTHING:
                handle[i] = cilk_future(k) nothing(i);
            }
        } else if (i < n_nodes) {
            create(i);
        }
        for (int j = i < PUT_OFF ? 0 : i - PUT_OFF + 1; j <= i; j++)
            if (!is_unordered() && is_due(j, i))
                spawn fulfil(j);
    }
    if (is_unordered())
        fulfil_all(0, n_nodes);
    if (graph / 4 % 2) {
        spawn yield();
        sync;
        if (syscall(SYS_getpid) != launcher)
            fail("main is not at home", 0);
        is_home = 1;
    }
    ucilk_future_get(void, lingering);
    if (is_home && syscall(SYS_getpid) != launcher)
        fail("main is not at home behind a get", 0);
    if (is_checked())
        check();
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 20;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    pid_t launcher = syscall(SYS_getpid);
    for (int i = 0; i < rounds; i++) {
        graph = mix(mix(seed) + (uint64_t)i);
        n_nodes = 1 + (int)(graph / 16 % MAX);
        n_made = 0;
        is_home = 0;
        expect();
        round_of(launcher);
        if (n_made != n_nodes)
            fail("the region has ended before its tasks", 0);
        for (int j = n_nodes - 1; j >= 0 && !is_checked(); j--)
            if (!ucilk_future_done(handle[j]))
                fail("the region has ended before the task", j);
        if (!is_checked())
            check();
    }
    printf("dags: right\n");
    return 0;
}
