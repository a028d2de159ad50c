/* cilk_for: bodies, and the variables that they capture. */
#include <ucilk/ucilk.h>

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

static void declarations(int n)
{
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

/* --- captures --- */

struct point {
    int x, y;
};

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
    declarations(N);
    shared(N);
    shadows(N - 1);
    targets(N);
    return 0;
}
