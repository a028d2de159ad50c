/* Each keyword, in code that strict warnings say nothing about (warnings.sh). */
#include <stdio.h>
#include <ucilk/reducers.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

struct pair {
    short a;
    unsigned char b;
};
static long UCILK_SUM(long) calls = 0;
static struct __attribute__((packed)) {
    char before;
    short x;
} packed;
static float UCILK_MAX(float) highest = 0;
static volatile long UCILK_SUM(long) steps = 0;

static short even(short n)
{
    typedef const short fixed;
    fixed x = n > 0 ? cilk_spawn even((short)(n - 1)) : 1;
    steps++;
    cilk_sync;
    return x;
}

static struct pair both(struct pair p, float f, const void *q)
{
    struct pair r = p;
    r.a = (short)(r.a + (f > 0) + (q != 0));
    return r;
}

static void nothing(void)
{
    calls++;
}

static unsigned char small(const char *text, unsigned char c)
{
    return (unsigned char)(text[0] + c);
}

static long cube(long n)
{
    return n * n * n;
}

static void fill(const float *restrict a, volatile int *to, char *const *list)
{
    *to = (int)a[0] + (list != 0);
}

static int captures(int n)
{
    float a[100] = {0};
    unsigned char c[100];
    struct pair p = {1, 2};
    double UCILK_SUM(double) sum = 0;
    int i, vla[n];
    const char *text = "abc";
    cilk_for (i = 0; i < n; i++) {
        a[i] += (float)i;
        sum += (double)a[i];
        c[i] = (unsigned char)(i + text[0]);
        vla[i] = i;
        cilk_spawn nothing();
    }
    cilk_for (unsigned short k = 100; k > 0; k--)
        if (k % 2)
            continue;
        else
            highest = a[k - 1] > highest ? a[k - 1] : highest;
    cilk_for (const float *q = a; q != a + 100; q += 2)
        calls += (long)*q;
    cilk_spawn {
        p.a = 4;
        if (c[0])
            p.b = 1;
    }
    cilk_spawn p = both(p, 1, 0);
    cilk_sync;
    return p.a + vla[0] + (int)sum;
}

static int several(int n)
{
    short s = 0;
    unsigned char c = 0, d[3];
    float f = 0;
    volatile int v = 0;
    struct pair p = {1, 2}, *q = &p, r;
    char *list[] = {0};
    int x = 0;
    s = cilk_spawn even(3);
    packed.x = cilk_spawn even(2);
    c = cilk_spawn small("a", 3);
    d[n % 3] = cilk_spawn small("b", 4);
    *q = cilk_spawn both(p, 1.5f, list);
    cilk_scope {
        r = cilk_spawn both(p, f, &f);
        x += cilk_spawn printf("%d\n", n);
    }
    f += (float)x;
    cilk_spawn fill(&f, &v, list);
    if (n > 3)
        cilk_spawn cube(n);
    else
        cilk_spawn nothing();
    cilk_sync;
    return s + c + d[n % 3] + q->a + r.b + packed.x;
}

static long waits(ucilk_future_t a, ucilk_promise_t p)
{
    long x = ucilk_future_get(long, a);
    struct pair whole = {1, 2};
    ucilk_future_t f = cilk_future both(whole, 1.5f, "x"), g, v = cilk_future nothing();
    ucilk_promise_set(long, p, x);
    g = cilk_future(2) even(8);
    ucilk_future_share(&f, 1);
    ucilk_future_get_part(f, 0, sizeof(short), &whole.a);
    whole = ucilk_future_get(struct pair, f);
    x += ucilk_future_get(short, g) + ucilk_future_get(short, g);
    ucilk_future_get(void, v);
    return x + whole.a;
}

int main(void)
{
    ucilk_promise_t p = ucilk_promise_make(long, 1);
    ucilk_future_t f = cilk_future waits(ucilk_future_from(long, 5), p);
    long x = ucilk_future_get(long, ucilk_promise_future(p));
    const long y = cilk_spawn cube(2);
    cilk_sync;
    x += ucilk_future_get(long, f) + y;
    return x + several(3) + captures(100) == 0;
}
