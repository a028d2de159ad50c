/* Spawns with more arguments than the direct calls take (4), than registers
 * hold (6), and of types that go elsewhere: double, long double, structs,
 * variadic ones. */
#include "../process.h"
#include <complex.h>
#include <stdarg.h>
#include <ucilk/ucilk.h>

static void five(long *r, long a, long b, long c, long d)
{
    linger((unsigned long)a);
    *r = a + 2 * b + 3 * c + 4 * d;
}

static void six(long *r, int a, short b, char c, unsigned d, unsigned char e)
{
    linger((unsigned long)a);
    *r = a + b + c + (long)d + e;
}

static void seven(long *r, long a, long b, long c, long d, long e, long f)
{
    linger((unsigned long)b);
    scribble();
    *r = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f;
}

static long nine(long a, long b, long c, long d, long e, long f, long g,
                 long *r, long *s)
{
    linger((unsigned long)c);
    *r = a + b + c + d;
    *s = e + f + g;
    return *r * *s;
}

static double doubles(double a, double b, double c, double d, double e,
                      double f, double g, double h, double i, double *r)
{
    linger((unsigned long)a);
    *r = a + b + c + d + e;
    return f + g + h + i;
}

static long double longs(long double a, long double b, long double *r, int i,
                         float f)
{
    linger((unsigned long)i);
    scribble();
    *r = a - b;
    return a * b + i + f;
}

struct two { long a, b; };
struct large { long a[30]; };
struct odd { char c[13]; };

static void structs(struct two t, struct large l, struct odd o, double d,
                    struct large m, long *r, struct two *back)
{
    linger((unsigned long)t.a);
    *r = t.a + t.b + o.c[0] + o.c[12] + (long)d;
    for (int i = 0; i < 30; i++)
        *r += l.a[i] - m.a[i];
    *back = (struct two){t.b, t.a};
}

static double complex others(_Bool b, double complex z, __int128 w,
                             const char *s, __int128 *r, float complex c)
{
    linger((unsigned long)s[0]);
    *r = b ? w + s[0] : 0;
    return z + c;
}

static long variadic(long *r, int n, ...)
{
    va_list list;
    long sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        sum += i % 2 ? (long)va_arg(list, double) : va_arg(list, long);
    va_end(list);
    linger((unsigned long)sum);
    *r = sum;
    return n;
}

static void twelve(char a, short b, int c, long d, float e, double f,
                   long double g, struct two h, unsigned char i, long *j,
                   struct odd k, double *l)
{
    linger((unsigned long)c);
    *j = a + b + c + d + h.a + h.b + i + k.c[6];
    *l = e + f + (double)g;
}

static void all(long n)
{
    long r5, r6, r7, r9, s9, p9, rs, rv, nv, r12;
    int i = (int)n;
    double d = (double)n, rd, sd, l12;
    long double rl, sl;
    __int128 rw;
    struct two back, t = {n, 2 * n};
    struct large l, m;
    struct odd o = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}};
    for (int k = 0; k < 30; k++) {
        l.a[k] = n + k;
        m.a[k] = k;
    }
    spawn five(&r5, n, n + 1, n + 2, n + 3);
    spawn six(&r6, i, (short)-i, 'c', (unsigned)i, (unsigned char)i);
    scribble();
    spawn seven(&r7, n, n + 1, n + 2, n + 3, n + 4, n + 5);
    p9 = spawn nine(n, 1, 2, 3, n, 5, 6, &r9, &s9);
    sd = spawn doubles(d, 1, 2, 3, 4, d, 6, 7, 8, &rd);
    sl = spawn longs(d / 3, 3.0L, &rl, i, 0.5f);
    spawn structs(t, l, o, d, m, &rs, &back);
    scribble();
    double complex z =
        spawn others(i >= 0, d + 2 * I, (__int128)n << 70, "x", &rw, 1 - I);
    /* What a spawn was given may change behind it. */
    t.a = t.b = -1;
    l.a[0] = 99;
    o.c[6] = 77;
    nv = spawn variadic(&rv, 6, n, d, 3L, 4.5, 5L, 6.5);
    spawn twelve('a', 2, i, n, 0.5f, d, 0.25L, t, 9, &r12, o, &l12);
    o.c[6] = 0;
    sync;
    CHECK(r5 == 10 * n + 20);
    CHECK(r6 == n - n + 'c' + n + (unsigned char)n);
    CHECK(r7 == 21 * n + 70);
    CHECK(r9 == n + 6 && s9 == n + 11 && p9 == r9 * s9);
    CHECK(rd == d + 10 && sd == d + 21);
    CHECK(rl == d / 3 - 3.0L && sl == d / 3 * 3.0L + i + 0.5f);
    CHECK(rs == 3 * n + 14 + n + 30 * n && back.a == 2 * n && back.b == n);
    CHECK(creal(z) == d + 1 && cimag(z) == 1);
    CHECK(rw == ((__int128)n << 70) + 'x');
    CHECK(nv == 6 && rv == 2 * n + 3 + 4 + 5 + 6);
    CHECK(r12 == 'a' + 2 + i + n - 2 + 9 + 77 && l12 == 0.75 + d);
}

/* A recursion by seven, so that frames with stack arguments nest. */
static void tree(long depth, long a, long b, long c, long d, long *sum,
                 long *count)
{
    CHECK(a == depth && b == depth + 1 && c == depth + 2 && d == depth + 3);
    if (depth == 0) {
        *sum = d;
        *count = 1;
        return;
    }
    long left, right, n_left, n_right, k = depth - 1;
    spawn tree(k, k, k + 1, k + 2, k + 3, &left, &n_left);
    spawn tree(k, k, k + 1, k + 2, k + 3, &right, &n_right);
    sync;
    *sum = left + right;
    *count = n_left + n_right;
}

int main(void)
{
    for (long n = 0; n < scaled(100, 15); n++)
        all(n);
    long sum, count, n = scaled(9, 6);
    tree(n, n, n + 1, n + 2, n + 3, &sum, &count);
    CHECK(count == 1L << n && sum == 3 * count);
    return right();
}
