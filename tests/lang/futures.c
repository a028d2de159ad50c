/* Futures: every place of cilk_future, results of every size, any number of
 * consumers, and what can be done with handles. */
#include <ucilk/ucilk.h>

#include "check.h"

#include <sched.h>
#include <stddef.h>
#include <string.h>

static int noted[8];
static ucilk_future_t global;

struct two {
    ucilk_future_t left, right;
};

long twice(long n)
{
    return 2 * n;
}

void note(int i)
{
    __atomic_fetch_add(&noted[i], 1, __ATOMIC_RELAXED);
}

static long get(ucilk_future_t f)
{
    return ucilk_future_get(long, f);
}

long get_twice(ucilk_future_t f)
{
    long x = get(f);
    return x + get(f);
}

#ifndef UCILK_MACROS_H
static long (*chosen(int n))(long)
{
    return n ? twice : &twice;
}
#endif

static int count_of(int *calls)
{
    ++*calls;
    return 3;
}

/* Futures of so many bytes, and their checks; each form defines size_##N. */
#define BYTES(N)                                                               \
    struct bytes_##N {                                                         \
        unsigned char b[N];                                                    \
    };                                                                         \
    struct bytes_##N fill_##N(int seed) {                                      \
        struct bytes_##N r;                                                    \
        for (int i = 0; i < N; i++)                                            \
            r.b[i] = (unsigned char)(i * 7 + (i >> 8) + seed);                 \
        return r;                                                              \
    } static int is_filled_##N(const struct bytes_##N *r, int seed)            \
    {                                                                          \
        for (int i = 0; i < N; i++)                                            \
            if (r->b[i] != (unsigned char)(i * 7 + (i >> 8) + seed))           \
                return 0;                                                      \
        return 1;                                                              \
    }                                                                          \
    long consume_##N(ucilk_future_t f, int seed)                               \
    {                                                                          \
        ucilk_future_prefetch(f);                                              \
        struct bytes_##N r = ucilk_future_get(struct bytes_##N, f);            \
        return is_filled_##N(&r, seed);                                        \
    }                                                                          \
    /* Five times: whole and in parts. */                                      \
    static void get_parts_##N(ucilk_future_t f, int seed)                      \
    {                                                                          \
        struct bytes_##N r, whole = ucilk_future_get(struct bytes_##N, f);     \
        memset(&r, 0xee, N);                                                   \
        ucilk_future_get_part(f, 0, N, &r);                                    \
        CHECK(memcmp(&r, &whole, N) == 0 && is_filled_##N(&r, seed));          \
        unsigned char part[N + 2];                                             \
        memset(part, 0xee, N + 2);                                             \
        ucilk_future_get_part(f, N / 3, N - N / 3, part + 1);                  \
        CHECK(part[0] == 0xee && part[N - N / 3 + 1] == 0xee);                 \
        CHECK(memcmp(part + 1, r.b + N / 3, N - N / 3) == 0);                  \
        part[0] = 0xee;                                                        \
        ucilk_future_get_part(f, N - 1, 1, part);                              \
        CHECK(part[0] == r.b[N - 1]);                                          \
        part[0] = 0xee;                                                        \
        ucilk_future_get_part(f, N, 0, part);                                  \
        CHECK(part[0] == 0xee);                                                \
        f = ucilk_future_from(struct bytes_##N, fill_##N(seed + 1));           \
        CHECK(consume_##N(f, seed + 1));                                       \
    }
#define SIZES(X)                                                               \
    X(1) X(3) X(7) X(8) X(24) X(31) X(32) X(33) X(64) X(4096) X(65537)         \
    X(262144)
SIZES(BYTES)

struct nested {
    char name[5];
    struct {
        short s[3];
        double d;
    } in[2];
    _Bool flag;
};
typedef int row[3];
struct rows {
    row r[2];
};

struct nested nest(int n)
{
    struct nested r;
    memset(&r, 0, sizeof r);
    strcpy(r.name, "nest");
    r.in[0].s[2] = (short)n;
    r.in[1].d = n / 4.0;
    r.flag = n >= 0;
    return r;
}

struct rows make_rows(int n)
{
    struct rows r = {{{n, n + 1, n + 2}, {n + 3, n + 4, n + 5}}};
    return r;
}

struct node {
    long value;
    struct two children;
};

/* Got by others than who made them, and in another order. */
long sum_of(const ucilk_future_t *array, int n)
{
    long sum = 0;
    for (int i = n - 1; i >= 0; i--)
        sum += get(array[i]);
    return sum;
}

static ucilk_future_t shared[100];

long take_two(struct two t, ucilk_future_t third)
{
    return get(t.left) * 10000 + get(t.right) * 100 + get(third);
}

static void done_or_not(void)
{
    ucilk_promise_t p = ucilk_promise_make(long, 2);
    ucilk_future_t f = ucilk_promise_future(p);
    CHECK(!ucilk_future_done(f) && !ucilk_future_done(f));
    ucilk_promise_set(long, p, 5);
    CHECK(ucilk_future_done(f) && get(f) == 5);
    CHECK(ucilk_future_done(f) && get(f) == 5);
    f = ucilk_future_from(void);
    CHECK(ucilk_future_done(f));
    ucilk_future_prefetch(f);
    ucilk_future_prefetch((ucilk_future_t){0}); /* nothing */
    ucilk_future_get(void, f);
    f = ucilk_future_from(struct two, {f, f});
    CHECK(ucilk_future_done(f));
    struct two t = ucilk_future_get(struct two, f);
    CHECK(memcmp(&t.left, &t.right, sizeof t.left) == 0);
    p = ucilk_promise_make(void, 1);
    CHECK(!ucilk_future_done(ucilk_promise_future(p)));
    ucilk_promise_set(void, p);
    CHECK(ucilk_future_done(ucilk_promise_future(p)));
    ucilk_future_get(void, ucilk_promise_future(p));
}

/* Gets it three times. */
static void expect_nested(ucilk_future_t f, int n)
{
    struct nested r = ucilk_future_get(struct nested, f);
    CHECK(strcmp(r.name, "nest") == 0 && r.in[0].s[2] == n && r.flag);
    CHECK(r.in[1].d == n / 4.0);
    double d;
    ucilk_future_get_part(f, offsetof(struct nested, in[1].d), sizeof d, &d);
    CHECK(d == n / 4.0);
    CHECK(ucilk_future_get(struct nested, f).in[0].s[2] == n);
}

/* Gets it twice. */
static void expect_rows(ucilk_future_t f, int n)
{
    CHECK(ucilk_future_get(struct rows, f).r[1][2] == n + 5);
    row second;
    ucilk_future_get_part(f, sizeof(row), sizeof(row), second);
    CHECK(second[0] == n + 3 && second[2] == n + 5);
}

/* A handle that is copied byte by byte, and sent through a promise. */
static ucilk_future_t sent(ucilk_future_t f)
{
    unsigned char bytes[sizeof f];
    memcpy(bytes, &f, sizeof f);
    memset(&f, 0, sizeof f);
    memcpy(&f, bytes, sizeof f);
    ucilk_promise_t p = ucilk_promise_make(ucilk_future_t, 1);
    ucilk_promise_set(ucilk_future_t, p, f);
    return ucilk_future_get(ucilk_future_t, ucilk_promise_future(p));
}

/* --- Where a cilk_future may stand --- */

ucilk_future_t started(long n)
{
    ucilk_future_t f = cilk_future twice(n);
    return f;
}

static inline ucilk_future_t started_at_once(long n)
{
    return cilk_future twice(n);
}

void places(int n)
{
    ucilk_future_t f = cilk_future twice(1);
    ucilk_future_t g = cilk_future(2) twice(2);
    const ucilk_future_t h = cilk_future twice(3);
    CHECK(get(f) == 2 && get(g) == 4 && get(h) == 6 && get(g) == 4);

    ucilk_future_t array[10];
    struct two pair, *at = &pair;
    static ucilk_future_t kept;
    f = cilk_future twice(4);
    array[n] = cilk_future twice(5);
    pair.left = cilk_future twice(6);
    at->right = cilk_future(1) twice(7);
    kept = cilk_future twice(8);
    global = cilk_future(n - 2) twice(9);
    *(array + 1) = cilk_future twice(10);
    CHECK(get(f) == 8 && get(array[n]) == 10 && get(pair.left) == 12);
    CHECK(get(pair.right) == 14 && get(kept) == 16 && get(global) == 18);
    CHECK(get(array[1]) == 20);

    if (n > 2)
        f = cilk_future twice(11);
    else
        f = cilk_future twice(12);
    CHECK(get(f) == 22);
    for (int i = 0; i < 10; i++)
        array[i] = cilk_future twice(i);
    int k = 10;
    while (k-- > 0)
        CHECK(get(array[k]) == 2 * k);
    do
        f = cilk_future twice(++k);
    while (get(f) < 6);
    CHECK(k == 3);
    switch (n) {
    case 3:
        f = cilk_future twice(13);
        break;
    default:
        f = cilk_future twice(14);
    }
    CHECK(get(f) == 26);
    goto label;
label:
    f = cilk_future twice(15);
    CHECK(get(f) == 30);

    /* Number of consumers and arguments are evaluated once. */
    int calls = 0;
    f = cilk_future(count_of(&calls)) twice(calls * 0 + 16);
    CHECK(calls == 1);
    CHECK(get(f) == 32 && get(f) == 32 && get(f) == 32);
    k = 5;
    f = cilk_future twice(k++);
    CHECK(k == 6 && get(f) == 10);

    /* In expressions. */
    CHECK(get(cilk_future twice(23)) == 46);
    CHECK(ucilk_future_get(long, cilk_future(1) twice(24)) == 48);
    long sum = get(cilk_future twice(1)) - 3 * get(cilk_future(1) twice(2));
    CHECK(sum == -10);
    struct two both = {cilk_future twice(25), .right = cilk_future twice(26)};
    CHECK(get(both.left) == 50 && get(both.right) == 52);
    both = (struct two){cilk_future twice(27), cilk_future twice(28)};
    CHECK(get(both.left) == 54 && get(both.right) == 56);
    ucilk_future_t list[] = {cilk_future twice(29), cilk_future twice(30)};
    CHECK(get(list[0]) == 58 && get(list[1]) == 60);
    f = n > 2 ? cilk_future twice(31) : cilk_future twice(32);
    CHECK(get(f) == 62);
    CHECK(n < 2 || get(cilk_future twice(n)) == 2 * n);
    f = g = cilk_future(2) twice(33);
    CHECK(get(f) == 66 && get(g) == 66);
    for (f = cilk_future twice(3); get(f) < 8; f = cilk_future twice(4))
        ;
    while (get(cilk_future twice(n)) > 0)
        n--;
    CHECK(n == 0);
    n = 3;
    CHECK(get(started_at_once(34)) == 68);
    f = cilk_future twice(get(cilk_future twice(get(cilk_future twice(35)))));
    CHECK(get(f) == 280);
    f = cilk_future get_twice(cilk_future(2) twice(36));
    CHECK(get(f) == 144);
    long z;
    z = spawn get_twice(cilk_future(2) twice(37));
    sync;
    CHECK(z == 148);
    ucilk_promise_t p = ucilk_promise_make(ucilk_future_t, 1);
    ucilk_promise_set(ucilk_future_t, p, cilk_future twice(38));
    f = ucilk_promise_future(p);
    CHECK(get(ucilk_future_get(ucilk_future_t, f)) == 76);

    /* From a get, and from a handle that another function made. */
    f = cilk_future twice(17);
    f = cilk_future twice(get(f));
    CHECK(get(f) == 68);
    CHECK(get(started(18)) == 36);
    f = cilk_future started(19);
    CHECK(get(ucilk_future_get(ucilk_future_t, f)) == 38);

#ifndef UCILK_MACROS_H
    /* Through pointers. */
    long (*through)(long) = twice, (*const table[])(long) = {NULL, twice};
    f = cilk_future through(39);
    CHECK(get(f) == 78);
    CHECK(get(cilk_future(1) table[1](40)) == 80);
    f = cilk_future (n > 2 ? table[1] : through)(41);
    CHECK(get(f) == 82);
    f = cilk_future(2) chosen(n)(42);
    CHECK(get(f) + get(cilk_future (*chosen(0))(43)) == 170);
    CHECK(get(f) + get(cilk_future(1) (chosen)(0)((twice)(11))) == 128);

    /* The number of consumers comes before the arguments. */
    f = cilk_future(count_of(&calls) - 2) twice(calls + 40);
    CHECK(get(f) == 84);
    /* In other statements, and around. */
#define MADE_BY(f, x) cilk_future(1) f(x)
    if (get(MADE_BY(twice, get(MADE_BY(twice, 44)))) == 176)
        do
            f = (g = cilk_future twice(45), cilk_future twice(get(g)));
        while (get(f) != 180);
    __extension__ __auto_type deduced = cilk_future (twice)(46);
    CHECK(get(deduced) == 92);
    cilk_for (int i = get(cilk_future twice(0)); i < get(started(4)); i++) {
        long own = i;
        CHECK(get(cilk_future(n - 2) twice(own + n)) == 2 * (i + 3));
    }
    f = cilk_future snprintf(NULL, 0, "%d%s", 123, "four");
    CHECK(ucilk_future_get(int, f) == 7);
    (void)cilk_future note(3);
    switch (get(cilk_future twice(47))) {
    case 94:
        break;
    default:
        CHECK(!"never");
    }
#endif

    /* Of void, got; beside spawns, whose syncs do not wait for it. */
    f = cilk_future note(1);
    ucilk_future_get(void, f);
    CHECK(noted[1] == 1);
    f = cilk_future(2) note(2);
    ucilk_future_get_part(f, 0, 0, NULL);
    ucilk_future_get(void, f);
    CHECK(noted[2] == 1);
    long x, y;
    x = spawn twice(20);
    f = cilk_future twice(21);
    y = spawn twice(22);
    sync;
    CHECK(x == 40 && y == 44 && get(f) == 42);
}

/* --- Results of every size --- */

/* By this strand, by two tasks, in parts. */
#ifndef UCILK_MACROS_H
#define OF_SIZE(N) void size_##N(int seed)
#else
#define OF_SIZE(N)                                                             \
    cilk_callee(struct bytes_##N, fill_##N, (int)seed);                        \
    cilk_callee(long, consume_##N, (ucilk_future_t)f, (int)seed);              \
    cilk_task(void, size_##N, (int)seed)
#endif
#define SIZE(N)                                                                \
    OF_SIZE(N)                                                                 \
    {                                                                          \
        ucilk_future_t f = cilk_future(3) fill_##N(seed);                      \
        long good = 0;                                                         \
        good += spawn consume_##N(f, seed);                                    \
        good += spawn consume_##N(f, seed);                                    \
        long own = consume_##N(f, seed);                                       \
        sync;                                                                  \
        CHECK(good == 2 && own == 1);                                          \
        f = cilk_future(5) fill_##N(seed + 1);                                 \
        get_parts_##N(f, seed + 1);                                            \
    }
SIZES(SIZE)

void sizes(int seed)
{
    size_1(seed);
    size_3(seed);
    size_7(seed);
    size_8(seed);
    size_24(seed);
    size_31(seed);
    size_32(seed);
    size_33(seed);
    size_64(seed);
    size_4096(seed);
    size_65537(seed);
}

/* --- Parts of structs --- */

void parts(int n)
{
    ucilk_future_t f = cilk_future(3) nest(n);
    expect_nested(f, n);
    f = cilk_future(2) make_rows(n);
    expect_rows(f, n);
}

/* --- Consumers --- */

long consume(ucilk_future_t f, int low, int high)
{
    if (high - low == 1)
        return low + ucilk_future_get(long, f);
    long a, b;
    int middle = low + (high - low) / 2;
    a = spawn consume(f, low, middle);
    b = spawn consume(f, middle, high);
    sync;
    return a + b;
}

void consumers(int k)
{
    long sum = (long)k * (k - 1) / 2 + 100l * k;
    ucilk_future_t f = cilk_future(k) twice(50);
    CHECK(consume(f, 0, k) == sum);

    /* One, then k - 1 more, and k more while k are left. */
    f = cilk_future twice(50);
    if (k > 1)
        ucilk_future_share(&f, k - 1);
    ucilk_future_share(&f, k);
    long first, second;
    first = spawn consume(f, 0, k);
    second = spawn consume(f, 0, k);
    sync;
    CHECK(first == sum && second == sum);

    f = ucilk_future_from(long, 100);
    ucilk_future_share(&f, k);
    CHECK(consume(f, 0, k) == sum && get(f) == 100);
}

void limits(void)
{
    ucilk_future_t f = cilk_future(UCILK_FUTURE_MAX_CONSUMERS) twice(1);
    CHECK(get(f) == 2 && get(f) == 2);
    f = cilk_future(1) twice(2);
    ucilk_future_share(&f, UCILK_FUTURE_MAX_CONSUMERS - 1);
    CHECK(get(f) == 4 && get(f) == 4);
}

/* --- Handles --- */

/* Handles in the results of futures. */
struct node plant(int depth, long value)
{
    struct node n = {value, {{0, 0}, {0, 0}}};
    if (depth > 0) {
        n.children.left = cilk_future plant(depth - 1, 2 * value);
        n.children.right = cilk_future plant(depth - 1, 2 * value + 1);
    }
    return n;
}

long harvest(ucilk_future_t f, int depth)
{
    struct node n = ucilk_future_get(struct node, f);
    if (depth == 0)
        return n.value;
    long left, right;
    left = spawn harvest(n.children.left, depth - 1);
    right = harvest(n.children.right, depth - 1);
    sync;
    return left + right + n.value;
}

struct two make_two(long a, long b)
{
    struct two t;
    t.left = cilk_future twice(a);
    t.right = cilk_future twice(b);
    return t;
}

void handles(int n)
{
    ucilk_future_t f = cilk_future plant(7, 1);
    long sum = (1l << 8) * ((1l << 8) - 1) / 2;
    CHECK(harvest(f, 7) == sum);

    for (int i = 0; i < 100; i++)
        shared[i] = cilk_future twice(i);
    long x;
    x = spawn sum_of(shared, 100);
    sync;
    CHECK(x == 9900);

    struct two t;
    t = spawn make_two(n, n + 1);
    f = cilk_future twice(n + 2);
    sync;
    x = spawn take_two(t, f);
    sync;
    CHECK(x == 2 * n * 10000 + 2 * (n + 1) * 100 + 2 * (n + 2));

    CHECK(get(sent(cilk_future twice(n))) == 2 * n);
}

void wait_until_done(void)
{
    ucilk_future_t f = cilk_future twice(3);
    while (!ucilk_future_done(f))
        sched_yield();
    CHECK(get(f) == 6);
}

int main(void)
{
    /* Entries are used again and again. */
    for (int i = 0; i < scaled(200, 5); i++) {
        places(3);
        parts(i);
        done_or_not();
        wait_until_done();
        handles(i);
        noted[1] = noted[2] = 0;
    }
    printf("places, parts, handles\n");
    for (int i = 0; i < scaled(20, 2); i++)
        sizes(i);
    size_262144(1);
    printf("sizes\n");
    consumers(1);
    consumers(2);
    consumers(3);
    consumers(17);
    consumers((int)scaled(1000, 100));
    limits();
    printf("consumers\n");
    return 0;
}
