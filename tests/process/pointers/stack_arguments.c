/* Calls with arguments on the stack, between spawns and across them;
 * compilers leave such arguments on the stack, pop them later, or reserve
 * room for them. */
#include "../process.h"
#include <ucilk/ucilk.h>

struct large { long a[12]; };

static __attribute__((noinline)) long nine(long a, long b, long c, long d,
                                           long e, long f, long g, long h,
                                           long *i)
{
    scribble();
    *i += 1;
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + *i;
}

static __attribute__((noinline)) long seven(long a, long b, long c, long d,
                                            long e, long f, const long *g)
{
    return a - b + c - d + e - f + *g;
}

static __attribute__((noinline)) double mixed(double a, double b, double c,
                                              double d, double e, double f,
                                              double g, double h, double i,
                                              double j, long k, struct large l,
                                              long double m)
{
    scribble();
    return a + b + c + d + e + f + g + h + i * 2 + j * 3 + (double)k +
           (double)l.a[11] + (double)m;
}

static long nine_of(long n, long *i)
{
    return nine(n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, i);
}

static long put(long *p, long value)
{
    linger((unsigned long)value);
    scribble();
    *p = value;
    return 3 * value;
}

/* Between spawns. */
static void between(long n)
{
    long x, y, z, i = 0, sum = 0;
    struct large l = {{0}};
    l.a[11] = n;
    spawn put(&x, n);
    sum += nine(n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, &i);
    spawn put(&y, n + 1);
    sum += nine(n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, &i);
    double d = mixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, n, l, 0.5L);
    spawn put(&z, n + 2);
    sum += seven(1, 2, 3, 4, 5, 6, &sum);
    sync;
    sum += nine(n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, &i);
    CHECK(x == n && y == n + 1 && z == n + 2 && i == 3);
    long k = 0, expected = nine_of(n, &k) + nine_of(n, &k);
    expected += expected - 3;
    expected += nine_of(n, &k);
    CHECK(sum == expected);
    CHECK(d == 36 + 18 + 30 + 2.0 * (double)n + 0.5);
}

/* Across: the result of such a call goes into a spawn, that of a spawn into
 * such a call, and both are in one statement's neighbourhood. */
static void across(long n)
{
    long x, y, a, b, i = 0;
    a = spawn put(&x, nine(n, 1, 2, 3, 4, 5, 6, 7, &i));
    b = spawn put(&y, seven(n, 1, 2, 3, 4, 5, &i) +
                          nine(n, 1, 2, 3, 4, 5, 6, 7, &i));
    sync;
    long k = 0, one = nine(n, 1, 2, 3, 4, 5, 6, 7, &k);
    k = 1;
    long two = seven(n, 1, 2, 3, 4, 5, &k);
    two += nine(n, 1, 2, 3, 4, 5, 6, 7, &k);
    /* the order of evaluation is open: i may count first */
    CHECK(x == one && a == 3 * x && b == 3 * y && (y == two || y == two + 1));
    long z = nine(x, y, a, b, x, y, a, b, &i);
    CHECK(z == x + 2 * y + 3 * a + 4 * b + 5 * x + 6 * y + 7 * a + 8 * b + 3);
}

/* In a loop, with nothing but such calls; and in branches. */
static void loop(long n)
{
    long out[50], i = 0, sum = 0;
    for (long k = 0; k < 50; k++) {
        spawn put(&out[k], n + k);
        if (k % 3 == 0)
            sum += nine(k, k, k, k, k, k, k, k, &i);
        else if (k % 3 == 1)
            sum += seven(k, k, k, k, k, k, &i);
        if (k % 20 == 19)
            sync;
    }
    sync;
    long expected = 0, c = 0;
    for (long k = 0; k < 50; k++) {
        CHECK(out[k] == n + k);
        if (k % 3 == 0)
            expected += 36 * k + ++c;
        else if (k % 3 == 1)
            expected += c;
    }
    CHECK(sum == expected && i == c);
}

/* A function that has its own arguments on the stack, and spawns. */
static __attribute__((noinline)) long own(long a, long b, long c, long d, long e,
                                          long f, long g, struct large l,
                                          long depth, long *sum)
{
    long left = 0, right = 0, i = 0, x = 0, y = 0;
    if (depth > 0) {
        x = spawn own(b, c, d, e, f, g, a, l, depth - 1, &left);
        l.a[depth % 12]++;
        nine(a, b, c, d, e, f, g, depth, &i);
        y = own(g, a, b, c, d, e, f, l, depth - 1, &right);
        l.a[depth % 12]--;
        sync;
        CHECK(i == 1);
    }
    CHECK(a + b + c + d + e + f + g == 28);
    *sum = left + right + 1;
    long all = 0;
    for (int k = 0; k < 12; k++)
        all += l.a[k];
    return x + y + all;
}

static long own_plain(long in, long depth)
{
    return depth ? own_plain(in, depth - 1) + own_plain(in + 1, depth - 1) + in
                 : in;
}

int main(void)
{
    for (long n = 0; n < scaled(200, 20); n++) {
        between(n);
        across(n);
        loop(n);
    }
    struct large l = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
    long sum, depth = scaled(9, 6);
    long result = own(1, 2, 3, 4, 5, 6, 7, l, depth, &sum);
    CHECK(sum == (2L << depth) - 1 && result == own_plain(78, depth));
    return right();
}
