/* Results that come back through pointers to the parent's locals. */
#include "../process.h"
#include <ucilk/ucilk.h>

enum { N = 3000 };

static void sum(const int *a, long n, long *result)
{
    if (n <= 8) {
        *result = 0;
        for (long i = 0; i < n; i++)
            *result += a[i];
        linger((unsigned long)*result);
        return;
    }
    long left, right;
    spawn sum(a, n / 2, &left);
    sum(a + n / 2, n - n / 2, &right);
    scribble();
    sync;
    *result = left + right;
}

static void fib(long n, long *result)
{
    if (n < 2) {
        *result = n;
        return;
    }
    long x, y;
    spawn fib(n - 1, &x);
    spawn fib(n - 2, &y);
    sync;
    *result = x + y;
}

/* One result by value, another by pointer. */
static long divide(long a, long b, long *rest)
{
    linger((unsigned long)a);
    scribble();
    *rest = a % b;
    return a / b;
}

static long quotients(long n)
{
    long total = 0;
    for (long i = 1; i <= n; i++) {
        long one, two, rest_one, rest_two;
        one = spawn divide(1000 + i, i, &rest_one);
        two = divide(2000 + i, i, &rest_two);
        scribble();
        sync;
        CHECK(one * i + rest_one == 1000 + i);
        CHECK(two * i + rest_two == 2000 + i);
        long added = 7, rests[3];
        added += spawn divide(100 * i, 3, &rests[0]);
        added += spawn divide(200 * i, 7, &rests[1]);
        added += divide(300 * i, 11, &rests[2]);
        sync;
        CHECK(added == 7 + 100 * i / 3 + 200 * i / 7 + 300 * i / 11);
        CHECK(rests[0] == 100 * i % 3 && rests[1] == 200 * i % 7 &&
              rests[2] == 300 * i % 11);
        total += added;
    }
    return total;
}

struct extremes {
    int low, high;
    const int *lowest, *highest;
};

/* A whole struct, by its members; the parent's are joined by the parent. */
static void find(const int *a, long n, struct extremes *e)
{
    if (n == 1) {
        *e = (struct extremes){*a, *a, a, a};
        return;
    }
    struct extremes left, right;
    spawn find(a, n / 2, &left);
    spawn find(a + n / 2, n - n / 2, &right);
    sync;
    *e = left;
    if (right.low < left.low) {
        e->low = right.low;
        e->lowest = right.lowest;
    }
    if (right.high > left.high) {
        e->high = right.high;
        e->highest = right.highest;
    }
}

static void each_type(int i, char *c, signed char *h, short *s, unsigned *u,
                      long long *ll, float *f, double *d, long double *l,
                      _Bool *b, void **p)
{
    linger((unsigned long)i);
    scribble();
    *c = (char)('a' + i % 20);
    *h = (signed char)-i;
    *s = (short)(i * 100);
    *u = (unsigned)i * 1000000007u;
    *ll = (long long)i << 40;
    *f = (float)i / 2;
    *d = i / 4.0;
    *l = i / 8.0L;
    *b = i % 3 == 0;
    *p = p;
}

/* Locals of every type and alignment beside each other. */
static void types(int i)
{
    char c = 0;
    short s = 0;
    signed char h = 0;
    long double l = 0;
    _Bool b = 0;
    float f = 0;
    unsigned u = 0;
    double d = 0;
    long long ll = 0;
    void *p = NULL;
    spawn each_type(i, &c, &h, &s, &u, &ll, &f, &d, &l, &b, &p);
    scribble();
    sync;
    CHECK(c == 'a' + i % 20 && h == (signed char)-i && s == (short)(i * 100));
    CHECK(u == (unsigned)i * 1000000007u && ll == (long long)i << 40);
    CHECK(f == (float)i / 2 && d == i / 4.0 && l == i / 8.0L);
    CHECK(b == (i % 3 == 0) && p == &p);
}

/* A pointer to a pointer to a local; pointers to parameters; static, too. */
static void redirect(long **where, long *to)
{
    linger(3);
    *where = to;
    *to += 1;
}

static long through(long parameter)
{
    static long fixed;
    fixed = 0;
    long local = 10, *p = NULL, *q = NULL, *r = NULL;
    spawn redirect(&p, &local);
    spawn redirect(&q, &parameter);
    spawn redirect(&r, &fixed);
    scribble();
    sync;
    CHECK(p == &local && q == &parameter && r == &fixed);
    return *p * 100 + *q * 10 + *r;
}

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = (int)(i * 7919L % 10007);
    long expected = 0, got = -1;
    for (int i = 0; i < N; i++)
        expected += a[i];
    sum(a, N, &got);
    CHECK(got == expected);
    got = -1;
    spawn sum(a, N, &got); /* from main itself */
    sync;
    CHECK(got == expected);

    long n = scaled(17, 11), x = 0, y = 1;
    for (long i = 0; i < n; i++) {
        long z = x + y;
        x = y;
        y = z;
    }
    fib(n, &got);
    CHECK(got == x);

    CHECK(quotients(scaled(200, 30)) > 0);

    struct extremes e = {0, 0, NULL, NULL};
    find(a, scaled(N, 300), &e);
    for (long i = 0; i < scaled(N, 300); i++)
        CHECK(e.low <= a[i] && a[i] <= e.high);
    CHECK(*e.lowest == e.low && *e.highest == e.high);

    for (int i = 0; i < scaled(500, 50); i++)
        types(i);
    for (long i = 0; i < scaled(500, 50); i++)
        CHECK(through(i) == 1100 + 10 * (i + 1) + 1);
    return right();
}
