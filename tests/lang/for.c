/* cilk_for: control variables, conditions and steps. */
#include <ucilk/ucilk.h>

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "check.h"

enum { N = 1000 };

static long out[N + 24];

static void check(const char *what, long value)
{
    printf("%s: %ld\n", what, value);
}

static long total(void)
{
    long sum = 0;
    for (int i = 0; i < N + 24; i++) {
        sum = sum * 31 % 1000000007 + out[i];
        out[i] = 0;
    }
    return sum;
}

static long twice(long x)
{
    return 2 * x;
}

static long limit_of(long n)
{
    return n / 2;
}

/* --- control variables, limits and steps of every type --- */

static void add(unsigned *sum, long long i)
{
    __atomic_fetch_add(sum, 1000 + (unsigned)i, __ATOMIC_RELAXED);
}

/* Iterations and the sum of the control variable are those of the plain loop. */
#define LOOP(T, first, condition, step)                                        \
    do {                                                                       \
        unsigned sum = 0, serial = 0;                                          \
        cilk_for (T i = first; condition; step)                                \
            add(&sum, (long long)i);                                           \
        for (T i = first; condition; step)                                     \
            add(&serial, (long long)i);                                        \
        CHECK(sum == serial);                                                  \
    } while (0)

enum colour { RED, GREEN, BLUE = 9, ALL };

static void kinds(int n)
{
    LOOP(char, 'a', i <= 'z', i++);
    LOOP(unsigned char, 250, i != 5, i++); /* around 0 */
    LOOP(unsigned char, 250, i < 255, i++);
    LOOP(signed char, 100, i != -100, i++); /* around its end */
    LOOP(signed char, -128, i < 120, i += 7);
    LOOP(signed char, -126, i > -128, i--);
    LOOP(int8_t, 100, i > -100, i -= 9);
    LOOP(short, -n, i < n, i++);
    LOOP(short, -32700, i != 32700, i--); /* around its end */
    LOOP(unsigned short, 65000, i != 65535, i++);
    LOOP(int, INT_MIN, i < INT_MIN + 9, i++);
    LOOP(int, INT_MAX, i > INT_MAX - 9, i--);
    LOOP(int, INT_MAX - 47, i < INT_MAX, i++);
    LOOP(unsigned, UINT_MAX - 9, i != UINT_MAX, i++);
    LOOP(unsigned, UINT_MAX, i != UINT_MAX - 20, i -= 5);
    LOOP(unsigned, UINT_MAX - 15, i < UINT_MAX, i++);
    LOOP(long, LONG_MIN, i < LONG_MIN + 9, i += 2);
    LOOP(long, LONG_MAX - 8, i != LONG_MAX, i += 2);
    LOOP(unsigned long, ULONG_MAX - 20, i < ULONG_MAX - 2, i += 3);
    LOOP(long long, 1LL << 40, i >= (1LL << 40) - n, i--);
    LOOP(unsigned long long, 5, i <= 25, i += 5);
    LOOP(__int128, (__int128)1 << 80, i < ((__int128)1 << 80) + N, i++);
    LOOP(enum colour, RED, i < ALL, i++);
    LOOP(size_t, (size_t)n, i > 0, i--);
    LOOP(register int, 0, i < n, i++);
}

static void conditions(int n)
{
    LOOP(int, 0, i < n, i++);
    LOOP(int, 1, i <= n, ++i);
    LOOP(int, n, i > 0, i--);
    LOOP(int, n, i >= 0, --i);
    LOOP(int, 0, i != n, i++);
    LOOP(int, n, i != 0, i--);
    LOOP(int, 0, n > i, i++);
    LOOP(int, n, 3 <= i, i -= 2);
    LOOP(int, 0, n >= i, i++);
    LOOP(int, n, 0 < i, i--);
    LOOP(int, 0, n != i, i++);
    LOOP(int, 5, i < 5, i++);
    LOOP(int, 5, i < -3, i++);
    LOOP(int, 5, i >= 6, i--);
    LOOP(int, 7, i < 8, i++);
}

static void steps(int n, int k, unsigned u, long l)
{
    LOOP(int, 0, i < n, i += 3);
    LOOP(int, 0, i <= n, i += k);
    LOOP(int, n, i > 0, i -= k + 1);
    LOOP(int, n, i > 0, i += -k);
    LOOP(int, 0, i < n, i -= -3);
    LOOP(unsigned, u, i != 0, i += -1);
    LOOP(unsigned, u, i != 0, i += -(u / 90));
    LOOP(unsigned, 3, i < u, i += u / 7);
    LOOP(long, l, i != 0, i -= 5);
    LOOP(long, 0, i != l, i += twice(k));
    LOOP(int, 0, i < limit_of(n), i++);
    LOOP(int, 0, (i < n - 1), i++);
    LOOP(int, 0, i < n, (i)++);
    LOOP(int, 0, i < n, (i += (2)));
}

/* The step as an assignment. */
static void assigned(int n, int k, unsigned u)
{
    LOOP(int, 0, i < n, i = i + 1);
    LOOP(int, 0, i < n, i = k + i);
    LOOP(int, n, i > 0, i = (i)-k);
    LOOP(long, n, i >= 0, (i = (i - k * 2)));
    LOOP(unsigned, u, i != 0, i = i + -1);
    LOOP(int, 0, i < n, i = twice(k) + i);
    LOOP(short, 20, i > -20, i = i - (short)k);
    const long *end = out + n;
    cilk_for(long *p = out; p < end; p = p + k) *p = p - out;
    check("pointer = p + k", total());
    cilk_for(const long *p = end; p > out; p = p - 2) out[p - out] = p - out;
    check("pointer = p - 2", total());
    int i;
    cilk_for(i = 1; i < n; i = 7 + i) out[i] = i;
    check("outside = 7 + i", total() + i);
}

static void others(int n, unsigned u, long long big, short small, _Bool one)
{
    LOOP(int, 0, i < big, i++);
    LOOP(long, -5, i < small, i += one);
    LOOP(short, 0, i < n, i += small);
    LOOP(long long, 0, i < (long long)u, i += 2);
    LOOP(int, 100, i > n, i -= (int)u);
    LOOP(unsigned, 0, i < u, i += 'a' - '`');
    LOOP(int, n, i != 0, i += -1);
    LOOP(int, 0, i < ALL, i += GREEN);
    LOOP(unsigned, u, i != 0, i -= 1);
}

/* For each form of condition and step the number of iterations. */
static void counted(int first, int limit, int step)
{
    LOOP(int, first, i < limit, i += step);
    LOOP(int, limit, i > first, i -= step);
    LOOP(int, first, i <= limit, i += step);
    LOOP(int, limit, i >= first, i += -step);
    if (first <= limit && (limit - first) % step == 0)
        LOOP(int, limit, i != first, i -= step);
}

/* Declared outside: it has the value that a plain loop leaves. */
static void outside(int n)
{
    int i, j = 17;
    long *p;
    cilk_for (i = 0; i < n; i++)
        out[i] = i;
    check("outside", total() + i);
    cilk_for (i = n; i > 0; i -= 7)
        out[i] = i;
    check("outside, down", total() + i);
    cilk_for (i = n; i < 0; i++)
        out[i] = i;
    check("outside, none", total() + i);
    cilk_for (p = out + 1; p <= out + n; p += 3)
        *p = 5;
    check("outside, pointer", total() + (p - out));
    cilk_for (j = 0; j < 10; j++)
        for (int k = 0; k < 10; k++)
            out[10 * j + k] = j - k;
    check("outside, again", total() + j);
}

/* Declared in the function, and known to the compiler. */
static void declared_here(int n)
{
    void never(int) __attribute__((noreturn));
    cilk_for (int i = 0; i < n; i++) {
        if (i < 0)
            __builtin_unreachable();
        if (i >= N)
            __builtin_abort();
        out[i] = i;
    }
    cilk_for (int i = 0; i < n; i++) {
        if (i < 0)
            __builtin_unreachable();
        if (i >= N)
            __builtin_abort();
        if (i > 2 * N)
            never(i);
        __sync_fetch_and_add(&out[i], __builtin_popcount((unsigned)i));
    }
    if (n > 2 * N)
        spawn never(n);
    check("declared here", total());
}

void never(int n)
{
    exit(n);
}

/* Control variables of inner loops that are declared in the function: each iteration
 * of an outer loop has its own copy of them. */
enum { SIDE = 12 };

static long cube[SIDE][SIDE][SIDE];

static long fib(long n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void shared(void)
{
    int i, k;
    unsigned char j;
    long *p, sum = 0, row[SIDE];
    register int r;
    cilk_for (i = 0; i < SIDE; i++)
        cilk_for (j = 0; j < SIDE; j++)
            cilk_for (k = SIDE - 1; k >= 0; k--)
                cube[i][j][k] = i * 100 + j * 10 + k;
    CHECK(i == SIDE);
    cilk_for (int a = 0; a < SIDE; a++) {
        long before = fib(a % 5);
        cilk_for (k = 0; k < SIDE; k += 2)
            cube[a][k][0] += before;
        cilk_for (k = 1; k < SIDE; k += 2) {
            long x = spawn fib(k);
            sync;
            cube[a][k][0] += x;
        }
        cilk_for (p = cube[a][0]; p < cube[a][0] + SIDE; p++)
            *p += a;
        cilk_for (r = 0; r < SIDE; r++)
            cube[a][r][1] -= r;
    }
    cilk_for (i = 0; i < SIDE; i++) {
        row[i] = 0;
        for (int a = 0; a < SIDE; a++)
            for (int b = 0; b < SIDE; b++)
                row[i] = row[i] * 3 % 1000003 + cube[i][a][b];
    }
    for (i = 0; i < SIDE; i++)
        sum = sum * 7 % 1000003 + row[i];
    check("shared", sum);
}

/* Limit and stride are evaluated before the first iteration, and may change in
 * the body then. */
static int n_limits, n_strides;

static int limit(void)
{
    n_limits++;
    return 60;
}

static int stride(void)
{
    n_strides++;
    return 3;
}

static int evaluations(void)
{
    int a[60] = {0}, end = 60, sum = 0;
    cilk_for (int i = 0; i < limit(); i += stride())
        a[i] = i;
#ifndef UCILK_SERIAL
    CHECK(n_limits == 1 && n_strides <= 1);
#endif
    int n = end;
    cilk_for (int i = 0; i < n; i++) {
        if (i == n - 1)
            end = 0;
        a[i]++;
    }
    for (int i = 0; i < 60; i++)
        sum += a[i];
    return sum + end;
}

int main(void)
{
    conditions(N);
    declared_here(N);
    steps(N, 3, 900, 900);
    assigned(N, 3, 900);
    kinds(50);
    others(20, 30, 33, 3, 1);
    for (int first = -2; first < 3; first++)
        for (int limit = -2; limit < 20; limit += 7)
            for (int step = 1; step < 9; step += 3)
                counted(first, limit, step);
    outside(N);
    check("evaluations", evaluations());
    shared();
    return 0;
}
