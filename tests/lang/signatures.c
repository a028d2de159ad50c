/* Parameters and results whose types are hard to spell. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uchar.h>
#include <wchar.h>
#include <ucilk/ucilk.h>
typedef long T;
typedef int row4[4];
typedef long (*op)(long);
typedef op op_of(int);
static int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static int cube[2][3][4] = {{{1}}, {{2, 3}}};
static int (*rows(int i))[4]
{
    return grid + i;
}
static row4 *rows2(int i)
{
    return &grid[i];
}
static int cell(int a[][3][4], int (*b)[4], row4 *c, int *const d[2],
                const row4 e)
{
    return a[1][0][1] + b[1][0] + (*c)[2] + *d[1] + e[3];
}
static long neg(long a)
{
    return -a;
}
static long twice(long a)
{
    return 2 * a;
}
static long apply_all(long (*ops[])(long), int n, op *more, op_of *choose,
                      long (**last)(long))
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += ops[i](i + 1);
    return s + more[0](10) + choose(1)(100) + (*last)(1000);
}
static op choose(int i)
{
    return i ? neg : twice;
}
static void *(*allocator(void))(size_t)
{
    return malloc;
}
static long double ld(const long double *p, _Bool *b, wchar_t w, char16_t c,
                      ptrdiff_t d, intptr_t i)
{
    return *p + *b + w + c + d + i;
}
static long counters(_Atomic(int) *a, atomic_long *b,
                     volatile int *const restrict v, const volatile char *cv)
{
    return *a + *b + *v + *cv;
}
static struct timespec later(struct timespec t, clockid_t c, sigset_t s,
                             div_t d, union sigval v, pthread_mutexattr_t *m)
{
    (void)c;
    (void)m;
    t.tv_sec += d.quot + v.sival_int + sigismember(&s, SIGUSR1);
    return t;
}
static FILE *stream(FILE *f, const char *mode, ...)
{
    (void)mode;
    return f;
}
static const char *const *names(void)
{
    static const char *const n[] = {"a", "b", 0};
    return n;
}
static unsigned long long wide(uint8_t a, int8_t b, uint64_t c, int_fast16_t d)
{
    return a + b + c + d;
}
static __uint128_t u128(__uint128_t a, __int128 b)
{
    return a * 3 + b;
}
static float cf(float f)
{
    return f / 4;
}
static struct {
    int a;
    struct inner {
        int b;
    } in;
} holder = {1, {2}};
static struct inner inner_of(struct inner i)
{
    i.b *= 3;
    return i;
}
struct later_defined;
static struct later_defined *incomplete(struct later_defined *p, int n)
{
    return n ? p : NULL;
}
enum fwd { F0, F1 = 1 << 20 };
static enum fwd ef(enum fwd f)
{
    return f ? F0 : F1;
}
static char hidden(char T_)
{
    return T_ + 1;
}
static double fsum(int n, const double v[n])
{
    double s = 0;
    while (n--)
        s += v[n];
    return s;
}
int main(void)
{
    int(*r)[4] = spawn rows(1), (*q)[4];
    q = spawn rows2(2);
    static int *const ptrs[2] = {grid[0], grid[1] + 1};
    sync;
    int c = spawn cell(cube, grid, r, ptrs, *q);
    static op ops[] = {neg, twice};
    long s = spawn apply_all(ops, 2, ops + 1, choose, &ops[0]);
    void *(*al)(size_t) = spawn allocator();
    static long double l = 1.5L;
    static _Bool b = 1;
    long double x = spawn ld(&l, &b, L'a', u'b', -3, (intptr_t)4);
    static _Atomic(int) a = 3;
    static atomic_long al2 = 4;
    static volatile int vi = 5;
    long k = spawn counters(&a, &al2, &vi, "c");
    sync;
    printf("%d %ld %d %.1Lf %ld\n", c, s, al == malloc, x, k);
    struct timespec t = {1, 2};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    t = spawn later(t, CLOCK_MONOTONIC, set, div(7, 2),
                    (union sigval){.sival_int = 10}, NULL);
    FILE *f = spawn stream(stdout, "w");
    const char *const *n;
    n = spawn names();
    unsigned long long w = spawn wide(255, -1, UINT64_C(1) << 40, 7);
    __uint128_t u = spawn u128((__uint128_t)1 << 100, -1);
    float fl = 8;
    fl /= spawn cf(8);
    holder.in = spawn inner_of(holder.in);
    struct later_defined *inc =
        spawn incomplete((struct later_defined *)grid, 1);
    enum fwd e = spawn ef(F0);
    {
        char T = 'x';
        T = spawn hidden(T);
        sync;
        printf("%c\n", T);
    }
    sync;
    printf("%ld %d %s %llu %" PRIu64 " %.1f %d %d %d\n", (long)t.tv_sec,
           f == stdout, n[1], w, (uint64_t)(u >> 100), fl, holder.in.b,
           inc == (void *)grid, e == F1);
    static double v[] = {1, 2, 3.5};
    double d = spawn fsum(sizeof v / sizeof *v, v);
    sync;
    printf("%.1f\n", d);
    return 0;
}
