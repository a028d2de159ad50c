/* cilk_for: control variables, conditions and steps. */
#include <ucilk/ucilk.h>

#include <stddef.h>

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

static void conditions(int n)
{
    cilk_for (int i = 0; i < n; i++)
        out[i] = i;
    check("<", total());
    cilk_for (int i = 1; i <= n; ++i)
        out[i] = i;
    check("<=", total());
    cilk_for (int i = n; i > 0; i--)
        out[i] = i;
    check(">", total());
    cilk_for (int i = n; i >= 0; --i)
        out[i] = 2 * i;
    check(">=", total());
    cilk_for (int i = 0; i != n; i++)
        out[i] = i + 1;
    check("!=", total());
    cilk_for (int i = n; i != 0; i--)
        out[i] = i + 1;
    check("!= down", total());
    cilk_for (int i = 0; n > i; i++)
        out[i] = i;
    check("mirrored >", total());
    cilk_for (int i = n; 3 <= i; i -= 2)
        out[i] = i;
    check("mirrored <=", total());
    cilk_for (int i = 5; i < 5; i++)
        out[i] = 1;
    cilk_for (int i = 5; i < -3; i++)
        out[i] = 1;
    cilk_for (int i = 5; i >= 6; i--)
        out[i] = 1;
    check("none", total());
    cilk_for (int i = 7; i < 8; i++)
        out[i] = 1;
    check("one", total());
}

static void steps(int n, int k, unsigned u, long l)
{
    cilk_for (int i = 0; i < n; i += 3)
        out[i] = i;
    check("+= 3", total());
    cilk_for (int i = 0; i <= n; i += k)
        out[i] = i;
    check("+= k", total());
    cilk_for (int i = n; i > 0; i -= k + 1)
        out[i] = i;
    check("-= k + 1", total());
    cilk_for (int i = n; i > 0; i += -k)
        out[i] = i;
    check("+= -k", total());
    cilk_for (int i = 0; i < n; i -= -3)
        out[i] = i;
    check("-= -3", total());
    cilk_for (unsigned i = u; i != 0; i += -1)
        out[i] = i;
    check("unsigned += -1", total());
    cilk_for (unsigned i = u; i != 0; i += -(u / 90))
        out[i] = i;
    check("unsigned += -k", total());
    cilk_for (unsigned i = 3; i < u; i += u / 7)
        out[i] = i;
    check("unsigned step", total());
    cilk_for (long i = l; i != 0; i -= 5)
        out[i] = i;
    check("!= -= 5", total());
    cilk_for (long i = 0; i != l; i += twice(k))
        out[i] = i;
    check("!= += f()", total());
    cilk_for (int i = 0; i < limit_of(n); i++)
        out[i] = i;
    check("limit of a call", total());
    cilk_for (int i = 0; (i < n - 1); i++)
        out[i] = i;
    check("in parentheses", total());
}

/* The step as an assignment. */
static void assigned(int n, int k, unsigned u)
{
    cilk_for(int i = 0; i < n; i = i + 1) out[i] = i;
    check("= i + 1", total());
    cilk_for(int i = 0; i < n; i = k + i) out[i] = i;
    check("= k + i", total());
    cilk_for(int i = n; i > 0; i = (i)-k) out[i] = i;
    check("= (i) - k", total());
    cilk_for(long i = n; i >= 0; (i = (i - k * 2))) out[i] = i;
    check("= (i - k * 2)", total());
    cilk_for(unsigned i = u; i != 0; i = i + -1) out[i] = i;
    check("unsigned = i + -1", total());
    cilk_for(int i = 0; i < n; i = twice(k) + i) out[i] = i;
    check("= f() + i", total());
    cilk_for(short i = 20; i > -20; i = i - (short)k) out[i + 20] = i;
    check("short = i - k", total());
    long *end = out + n;
    cilk_for(long *p = out; p < end; p = p + k) *p = p - out;
    check("pointer = p + k", total());
    cilk_for(const long *p = end; p > out; p = p - 2) out[p - out] = p - out;
    check("pointer = p - 2", total());
    int i;
    cilk_for(i = 1; i < n; i = 7 + i) out[i] = i;
    check("outside = 7 + i", total() + i);
}

static void kinds(int n)
{
    cilk_for (char c = 'a'; c <= 'z'; c++)
        out[(int)c] = c;
    check("char", total());
    cilk_for (unsigned char c = 250; c != 5; c++)
        out[c] = c;
    check("unsigned char around 0", total());
    cilk_for (signed char c = 100; c != -100; c++)
        out[c + 128] = c;
    check("signed char around its end", total());
    cilk_for (short s = -32700; s != 32700; s--)
        out[s & 255] = s;
    check("short around its end", total());
    cilk_for (signed char c = -100; c < 100; c += 3)
        out[c + 100] = c;
    check("signed char", total());
    cilk_for (short i = -20; i < 20; i++)
        out[i + 20] = i;
    check("short", total());
    cilk_for (size_t i = (size_t)n; i > 0; i--)
        out[i - 1] = (long)i;
    check("size_t", total());
    cilk_for (unsigned long long i = 1; i < 1000ull; i += 10)
        out[i] = (long)i;
    check("unsigned long long", total());
    cilk_for (__int128 i = (__int128)1 << 80; i < ((__int128)1 << 80) + N; i++)
        out[(long)(i - ((__int128)1 << 80))] = (long)(i % 1000);
    check("__int128", total());
    enum colour { RED, GREEN = 5, BLUE = 9 };
    cilk_for (int i = RED; i <= BLUE; i++)
        out[i] = i == GREEN;
    check("enum", total());
    cilk_for (unsigned i = 0xfffffff0u; i < 0xffffffffu; i++)
        out[i - 0xfffffff0u] = (long)i;
    check("unsigned up to the end", total());
    cilk_for (int i = 2147483600; i < 2147483647; i++)
        out[i - 2147483600] = i;
    check("int up to the end", total());
    cilk_for (int i = -2147483647; i < -2147483600; i++)
        out[i + 2147483647] = i;
    check("int from the start", total());
    cilk_for (long i = -3; i < n - 3; i++)
        out[i + 3] = i;
    check("limit of another type", total());
}

struct node {
    int key;
    struct node *next;
};
static struct node nodes[100];

static void pointers(int n)
{
    cilk_for (long *p = out; p < out + n; p++)
        *p = p - out;
    check("pointer", total());
    long *const begin = out, *end = out + n;
    cilk_for (long *p = end - 4; p >= begin; p -= 4)
        *p = p - begin;
    check("pointer down", total());
    cilk_for (struct node *p = nodes; p != nodes + 100; p += 10)
        p->key = (int)(p - nodes);
    long sum = 0;
    for (int i = 0; i < 100; i++)
        sum += nodes[i].key;
    check("pointer to struct", sum);
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

int main(void)
{
    conditions(N);
    declared_here(N);
    steps(N, 3, 900, 900);
    assigned(N, 3, 900);
    kinds(N);
    pointers(N);
    outside(N);
    return 0;
}
