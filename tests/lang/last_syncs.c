/* Syncs behind which a function does nothing but return a value, and others
 * that only look so. */
#include <stdio.h>
#include <ucilk/ucilk.h>

static long leaf(long n)
{
    for (volatile long i = 0; i < n % 5 * 200; i++)
        ;
    return n;
}

static long step(long n)
{
    long x = 0, y = 0;
    for (long i = 0; i++ < n; y += spawn leaf(i))
        sync;
    sync;
    return x + y;
}
static long bare(long n)
{
    long y = 0, i = 0;
    for (i = 0; i++ < n; y += spawn leaf(i))
        sync;
    return y;
}
static long labels(long n)
{
    long x = spawn leaf(n);
    if (n % 2)
        goto out;
    sync;
out:
    return x;
}
static void ends(long n, long *to)
{
    *to = spawn leaf(n);
    leaf(n);
    sync;
}
static long inner(long n)
{
    long x = spawn leaf(n);
    cilk_scope
    {
        long z = spawn leaf(n + 1);
        sync;
        return x * 0 + z;
    }
}
struct pr {
    long a;
    double b;
};
static struct pr lit(long n)
{
    long x = spawn leaf(n);
    double y = (double)leaf(n + 1);
    sync;
    return (struct pr){x, y};
}
static long again(long n)
{
    long s = 0;
    while (n-- > 0) {
        long x = spawn leaf(n);
        leaf(n);
        if (n == 2) {
            sync;
            return s + x;
        }
        sync;
        s += x;
    }
    return -1;
}
static ucilk_future_t fut(long n)
{
    ucilk_future_t f = cilk_future leaf(n);
    long x = spawn leaf(n);
    sync;
    (void)x;
    return f;
}
static long loop_piece(long n)
{
    long a[64], s = 0;
    cilk_for(int i = 0; i < 64; i++)
    {
        long x = spawn leaf(i + n);
        leaf(2);
        sync;
        a[i] = x;
    }
    for (int i = 0; i < 64; i++)
        s += a[i];
    return s;
}
static long deep(long n)
{
    if (n < 2)
        return n;
    long x = spawn deep(n - 1), y = spawn deep(n - 2);
    sync;
    return (x) + (long)(y) - (long){0};
}
int main(void)
{
    long s = 0, t;
    for (int r = 0; r < 60; r++) {
        s += step(9) + bare(7) + labels(r) + inner(3);
        ends(r, &t);
        struct pr p = lit(r);
        s += t + p.a + (long)p.b + again(9) + ucilk_future_get(long, fut(r)) +
             loop_piece(r) + deep(12);
    }
    printf("%ld\n", s);
    return 0;
}
