/* What futures.c and futures_macros.c share. */
#ifndef FUTURES_H
#define FUTURES_H

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
    }                                                                          \
    void size_##N(int seed);
#define SIZES(X)                                                               \
    X(1) X(3) X(7) X(8) X(24) X(31) X(32) X(33) X(64) X(4096) X(65537)         \
    X(1048576)
SIZES(BYTES)

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

struct nested {
    char name[5];
    struct {
        short s[3];
        double d;
    } in[2];
    _Bool flag;
};
union either {
    long integer;
    double real;
};
enum colour { RED, GREEN = 7 };
typedef float vector __attribute__((vector_size(16)));
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

long double third(long double n)
{
    return n / 3;
}

const char *word(int i)
{
    static const char *const words[] = {"zero", "one", "two"};
    return words[i];
}

int *slot(int i)
{
    static int slots[4] = {10, 11, 12, 13};
    return &slots[i];
}

union either real_of(union either e)
{
    union either r;
    r.real = (double)e.integer;
    return r;
}

enum colour next_colour(enum colour c)
{
    return c == RED ? GREEN : RED;
}

vector scale(vector v, float by)
{
    vector b = {by, by, by, by};
    return v * b;
}

struct rows make_rows(int n)
{
    struct rows r = {{{n, n + 1, n + 2}, {n + 3, n + 4, n + 5}}};
    return r;
}

_Bool is_odd(char c)
{
    return c & 1;
}

float half(short s)
{
    return (float)s / 2;
}

long sixteen(long a, int b, long c, int d, long e, int f, long g, int h, long i,
             int j, long k, int l, long m, int n, long o, int p)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i +
           10 * j + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o + 16 * p;
}

long nothing_in(void)
{
    return 77;
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

/* Each step begins after the one before it has ended: void futures as order,
 * the values in static memory. */
static long line[100];

void step(ucilk_future_t before, int i)
{
    if (i > 0)
        ucilk_future_get(void, before);
    line[i] = i > 0 ? line[i - 1] + i : 1;
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

/* Defined in either form. */
void places(int n);
void types(int n);
void wait_until_done(void);
void handles(int n);
void consumers(int k);
void limits(void);
void ordered(int n);

int main(void)
{
    /* Entries are used again and again. */
    for (int i = 0; i < scaled(200, 5); i++) {
        places(3);
        types(i);
        done_or_not();
        wait_until_done();
        handles(i);
        noted[1] = noted[2] = 0;
    }
    printf("places, types, handles\n");
    for (int i = 0; i < scaled(20, 2); i++)
        sizes(i);
    size_1048576(1);
    printf("sizes\n");
    consumers(1);
    consumers(2);
    consumers(3);
    consumers(17);
    consumers((int)scaled(1000, 100));
    limits();
    printf("consumers\n");
    for (int i = 0; i < scaled(100, 5); i++)
        ordered(100);
    printf("order\n");
    return 0;
}

#endif
