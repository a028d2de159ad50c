/* cilk_for: bodies, and the variables that they capture. */
#include <ucilk/ucilk.h>

#include <complex.h>
#include <string.h>

#include <pmmintrin.h>

#include "check.h"

enum { N = 200 };

static long out[N];

static void check(const char *what)
{
    long sum = 0;
    for (int i = 0; i < N; i++) {
        sum = sum * 31 % 1000000007 + out[i];
        out[i] = 0;
    }
    printf("%s: %ld\n", what, sum);
}

static long twice(long x)
{
    return 2 * x;
}

static long fib(int n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    sync;
    return x + y;
}

/* --- statements --- */

static void around(int n)
{
    for (int k = 0; k < 3; k++)
        if (k == 0)
            cilk_for (int i = 0; i < n; i++)
                out[i] = i;
        else if (k == 1)
            cilk_for (int i = 0; i < n; i++) {
                out[i] += 3;
            }
        else
            cilk_for (int i = 0; i < n; i++)
                if (i % 2)
                    out[i] = -out[i];
                else
                    out[i]++;
    check("if and else");
    int k = 0;
    do
        cilk_for (int i = k; i < n; i += 4)
            out[i] += k;
    while (++k < 4);
    check("do and while");
    switch (k) {
    case 4:
        cilk_for (int i = 0; i < n; i++)
            out[i] = k;
        break;
    default:
    other:
        cilk_for (int i = 0; i < n; i++)
            out[i] = 2 * k;
    }
    check("case");
    if (k++ == 4)
        goto other_loop;
    goto other;
other_loop:
    cilk_for (int i = 0; i < n; i++)
        ;
    cilk_for (int i = 0; i < n; i++) {
    }
    check("empty");
}

static void inside(int n)
{
    cilk_for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            continue;
        for (int k = 0; k < i; k++) {
            if (k > 10)
                break;
            if (k % 2)
                continue;
            out[i] += k;
        }
        switch (i % 4) {
        case 1:
            out[i]++;
            break;
        case 2:
            out[i] += 2;
            /* fall through */
        default:
            out[i] += 5;
        }
        int k = 0;
    again:
        out[i] += k;
        if (k++ < 3)
            goto again;
        while (1)
            if (k++ > 5)
                break;
    }
    check("jumps");
    cilk_for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (k == i / 2)
                out[i] = k;
            else
                out[i]--;
    check("nested statements");
    cilk_for (int i = 0; i < n; i++)
        do
            out[i]++;
        while (out[i] < i);
    check("do without braces");
    cilk_for (int i = 0; i < n; i++) {
        static const long table[] = {3, 1, 4, 1, 5};
        struct pair {
            long a, b;
        } p = {i, table[i % 5]};
        typedef struct pair pair;
        pair q = p;
        enum { FOUR = 4 };
        out[i] = q.a * q.b + FOUR + (long)strlen(__func__) +
                 (long)sizeof(pair);
    }
    check("declarations");
}

static void spawns(int n)
{
    cilk_for (int i = 0; i < n / 10; i++) {
        long x = spawn fib(i % 7), y;
        y = spawn fib(i % 5);
        if (i == 3)
            continue;
        sync;
        out[i] = x + y;
        spawn twice(i);
        cilk_scope {
            out[i] += spawn fib(3);
            x = fib(2);
        }
        out[i] += x;
    }
    check("spawns");
    cilk_for (int i = 0; i < n; i++)
        out[i] = spawn twice(i);
    check("a spawn as body");
    long x = spawn fib(10);
    cilk_for (int i = 0; i < 10; i++)
        out[i] += spawn fib(i);
    sync;
    out[1] += x;
    check("between spawn and sync");
}

static void nested(int n)
{
    cilk_for (int i = 0; i < 10; i++)
        cilk_for (int k = i; k < n; k += 10)
            out[k] = i * k;
    check("directly");
    cilk_for (int i = 0; i < 10; i++) {
        long base = i * 10;
        cilk_for (int k = 0; k < 10; k++) {
            long sum = spawn fib(k % 4);
            sync;
            out[base + k] = sum + n;
        }
        out[base] += base;
    }
    check("in a block");
    cilk_for (int i = 0; i < 4; i++)
#pragma cilk grainsize 2
        cilk_for (int j = 0; j < 5; j++)
            cilk_for (int k = 0; k < 10; ++k)
                out[(i * 5 + j) * 10 + k] = i + 10 * j + 100 * k;
    check("three");
}

/* --- captures --- */

struct point {
    int x, y;
};
typedef struct {
    const long a;
    char text[12];
} record;
typedef long vector __attribute__((vector_size(32)));
typedef long operation(long);
typedef int node; /* hidden by a variable below */

static void values(char c, short s, unsigned u, long long ll, float f, double d,
                   long double ld, _Bool b)
{
    double complex z = 3 + 4 * I;
    __int128 wide = (__int128)1 << 100;
    struct point p = {3, 4};
    const record r = {5, "record"};
    vector v = {1, 2, 3, 4};
    operation *call = twice;
    operation *calls[2] = {twice, twice};
    struct point *to = NULL;
    const int eight = 8;
    volatile int nine = 9;
    register int ten = 10;
    _Atomic int eleven = 11;
    enum { TWELVE = 12 } twelve = TWELVE;
    node node = 13;
    const char *const name = "name";
    cilk_for (int i = 0; i < N; i++)
        out[i] = c + s + (long)u + (long)ll + (long)f + (long)d + (long)ld + b +
                 (long)creal(z) + (long)cimag(z) + (long)(wide >> 98) + p.x +
                 p.y + r.a + r.text[3] + v[i % 4] + call(i) + calls[i % 2](i) +
                 (to != NULL) + eight + nine + ten + eleven + (long)twelve +
                 node + name[1] + TWELVE;
    check("values");
}

static void shared(int n)
{
    static long counts[N];
    static int offset = 4;
    static struct point point = {5, 6};
    extern long declared(long);
    enum { THREE = 3 };
    cilk_for (int i = 0; i < n; i++) {
        counts[i] += i + offset;
        out[i] = counts[i] * THREE + point.x + declared(i);
    }
    check("static");
    cilk_for (int i = 0; i < n; i += 10)
        cilk_for (int k = i; k < i + 10; k++) {
            counts[k]++;
            counts[k] = spawn twice(counts[k]);
            sync;
            out[k] = counts[k] + offset;
        }
    check("static, nested");
}

long declared(long n)
{
    return n + 1;
}

/* The innermost name counts. */
static void shadows(int n)
{
    int i = 5;
    {
        int n = 50, k = i;
        cilk_for (int i = 0; i < n; i++) {
            int k = i;
            {
                long n = 7;
                k += (int)n;
            }
            out[i] = k + n;
        }
        out[n] = k;
    }
    check("shadows");
    cilk_for (int k = i; k < n; k++)
        out[k] = i;
    check("i outside");
}

/* The body is compiled for what its function is. */
__attribute__((unused, target("sse3"))) static void targets(int n)
{
    cilk_for (int i = 0; i < n; i++) {
        __m128d pair = _mm_set_pd(i, 1);
        out[i] = (long)_mm_cvtsd_f64(_mm_hadd_pd(pair, pair));
    }
    check("target");
}

int main(void)
{
    around(N);
    inside(N);
    spawns(N);
    nested(N);
    values('c', -3, 7u, -5ll, 1.5f, 2.5, 3.5l, 1);
    shared(N);
    shadows(N - 1);
    targets(N);
    return 0;
}
