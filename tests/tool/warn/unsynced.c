/* Results that are read before the sync. */
#include <ucilk/ucilk.h>

long f(long n);
void g(long n);
void h(long *p);

long declared(long n)
{
    long x = spawn f(n), z = spawn f(n);
    long y = f(n - 1);
    /* expect: +1:7: warning: `z' is read before the sync: it may not have the result of `f' yet [-Wucilk-unsynced] */
    g(z);
    sync;
    g(z);
    return x + y;
}

long assigned(long n)
{
    long x;
    x = spawn f(n);
    if (n > 3)
        /* expect: +1:15: warning: `x' is read before the sync */
        g(n + x);
    return x;
}

long added(long n)
{
    long x = 0;
    x += spawn f(n);
    x += spawn f(n);
    x -= 3;
    /* expect: +1:12: warning: `x' is read before the sync: here the return waits for `f', in other Cilks it does not [-Wucilk-unsynced] */
    return x;
}

long of_a_task(long n)
{
    long (*p)(long) = f;
    long x = spawn p(n), y;
    /* expect: +1:17: warning: `x' is read before the sync: it may not have the result of `p' yet */
    y = spawn f(x);
    sync;
    return y;
}

long of_statements(long n)
{
    long x, y = 0, z;
    spawn x = f(n);
    spawn { z = f(n); y = 1; }
    /* expect: +2:11: warning: `z' is read before the sync: it may not have the result of `f' yet */
    /* expect: +1:7: warning: `y' is read before the sync: it may not have the result of the spawned statement yet */
    g(y + z);
    /* expect: +1:11: warning: `x' is read before the sync */
    spawn x += f(n);
    spawn { long w = 3; w++; h(&z); }
    sync;
    return x + y + z;
}

struct pair {
    long a, b;
};
long total(long *x);

long of_parts(struct pair *p, long n)
{
    long x[4], *q = x;
    struct pair s;
    for (int i = 0; i < 4; i++)
        x[i] = spawn f(i);
    s.b = spawn f(n);
    p->a = spawn f(n);
    *q = spawn f(n);
    if (n == 1)
        /* expect: +1:22: warning: `x' is read before the sync: here the return waits for `f', in other Cilks it does not [-Wucilk-unsynced] */
        return total(x);
    if (n == 2)
        /* expect: +1:16: warning: `s.b' is read before the sync: here the return waits for `f' */
        return s.b;
    if (n == 3)
        /* expect: +1:16: warning: `*q' is read before the sync */
        return *q;
    if (n == 4)
        return s.a + p->b; /* waits in silence: p may lead to s */
    /* expect: +1:12: warning: `p->a' is read before the sync */
    return p->a;
}

/* No warnings. */
long fine(long n)
{
    long a = spawn f(n), *p = &n;
    long b = spawn f(n), c, sum = 0;
    a = 3;
    g(a + *p);
    h(&b);
    g(b + sizeof c);
    c = spawn f(n);
    __typeof__(c) d = 5;
    if (n)
        sync;
    else
        g(d);
    g(c);
    for (long i = 0; i < n; i++) {
        sum += spawn f(i);
        sum += i;
    }
    c = spawn f(n);
    cilk_scope {
        g(n);
    }
    sync;
    return a + b + c + sum;
}
