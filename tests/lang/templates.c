/*
 * Functions defined by macros, spawns in macros, tables of functions, ways to
 * handle errors, lists.
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>
#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)
#define DEFINE_REDUCE(T, name, op, id)                                         \
    static T CAT(name, T)(const T *a, size_t n)                                \
    {                                                                          \
        T l, r;                                                                \
        if (n == 0)                                                            \
            return id;                                                         \
        if (n == 1)                                                            \
            return *a;                                                         \
        l = spawn CAT(name, T)(a, n / 2);                                      \
        r = spawn CAT(name, T)(a + n / 2, n - n / 2);                          \
        sync;                                                                  \
        return l op r;                                                         \
    }
DEFINE_REDUCE(int, sum, +, 0)
DEFINE_REDUCE(double, sum, +, 0.0)
DEFINE_REDUCE(unsigned, any, |, 0u)
typedef unsigned long long ull;
DEFINE_REDUCE(ull, product, *, 1ull)
#define PARALLEL(...)                                                          \
    do {                                                                       \
        __VA_ARGS__;                                                           \
        sync;                                                                  \
    } while (0)
#define SPAWN cilk_spawn
#define JOIN cilk_sync
#define unless(c) if (!(c))
#define forever for (;;)
#define SWAP(a, b)                                                             \
    do {                                                                       \
        __typeof__(a) t_ = (a);                                                \
        (a) = (b);                                                             \
        (b) = t_;                                                              \
    } while (0)
_Static_assert(sizeof(int) == 4, "spawn f(); sync;");
static int ints[] = {3, 1, 4, 1, 5, 9, 2, 6};
static double doubles[] = {1.5, 2.5, 3};
static unsigned flags[] = {1, 4, 32};
static ull numbers[] = {2, 3, 7};
enum { COUNT = sizeof ints / sizeof *ints };
struct ops {
    const char *name;
    long (*fn)(long, long);
    struct {
        long (*nested[2])(long);
    } in;
};
static long mul(long a, long b)
{
    return a * b;
}
static long neg(long a)
{
    return -a;
}
static long inc(long a)
{
    return a + 1;
}
static const struct ops table[] = {
    {"mul", mul, {{neg, inc}}},
    [1] = {.name = "mul2", .fn = mul, .in.nested = {inc, neg}}};
static int error(const char *fmt, ...)
{
    va_list l;
    char b[64];
    va_start(l, fmt);
    int n = vsnprintf(b, sizeof b, fmt, l);
    va_end(l);
    return n;
}
static int open_all(int n)
{
    int a = -1, b = -1, c = 0, ret = -EINVAL;
    if (n < 0)
        goto fail;
    a = spawn error("%d", n);
    if (n == 0)
        goto fail_a;
    b = spawn error("%s", "two");
    if (n == 1)
        goto fail_b;
    ret = 0;
    goto out;
fail_b:
    c += 100;
fail_a:
    c += 10;
fail:
    c++;
out:
    sync;
    return ret + c + a * 1000 + b * 10000;
}
static inline unsigned long long rotl(unsigned long long x, int k)
{
    return (x << k) | (x >> (64 - k));
}
__attribute__((noinline, hot, nonnull(1), flatten)) static int
first(const int *p)
{
    return *p;
}
static int sums(int n, int m[n][n], int k)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += m[k][i];
    return s;
}
static int square[4][4] = {{1, 2, 3, 4}, {[1] = 5}, {0}, {9, 9}};
struct list {
    struct list *next;
    int v;
};
static struct list lists[4] = {
    {lists + 1, 1}, {lists + 2, 2}, {lists + 3, 3}, {0, 4}};
static int list_sum(const struct list *l)
{
    int r;
    if (l == NULL)
        return 0;
    r = spawn list_sum(l->next);
    sync;
    return r + l->v;
}
int main()
{
    int a;
    double d;
    unsigned u;
    ull p;
    PARALLEL(a = spawn sum_int(ints, COUNT); d = spawn sum_double(doubles, 3);
             u = SPAWN any_unsigned(flags, 3);
             p = SPAWN product_ull(numbers, 3));
    printf("%d %.1f %u %llu\n", a, d, u, p);
    long x[4] = {0};
    for (size_t i = 0, j = 3; i < 2; i++, j--) {
        x[i] = spawn table[i].fn(6, 7);
        unless(i) x[j] = spawn table[i].in.nested[i ^ 1](5);
        else x[j] = spawn(*(table + i)->in.nested[0])(50);
    }
    JOIN;
    printf("%ld %ld %ld %ld\n", x[0], x[1], x[2], x[3]);
    SWAP(x[0], x[3]);
    printf("%d %d %d %d\n", open_all(-1), open_all(0), open_all(1),
           open_all(2));
    int e = 0, *q = &e, **r = &q;
    **r = spawn first(ints + 4);
    ull h = spawn rotl(1ull << 63 | 1, 4);
    sync;
    int v[3], w = 0;
    forever
    {
        v[w] = spawn sums(4, square, w);
        if (++w == 3)
            break;
    }
    sync;
    printf("%d %llu %d %d %d\n", e, h, v[0], v[1], v[2]);
    a = spawn list_sum(lists);
    sync;
    assert(a == 10);
    return a - 10;
}
