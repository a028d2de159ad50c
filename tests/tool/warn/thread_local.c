/* Thread-local variables held over a spawn. */
#include <ucilk/ucilk.h>

_Thread_local int t, u[4];
static __thread struct { int a; } s;

int f(int n);
int g(int *p);

int used_on_both_sides(int n)
{
    t = n;
    int x = spawn f(n);
    int y = t; /* expect: 14:13: warning: the thread-local variable `t' is used before and behind a spawn */
    sync;
    return x + y;
}

int over_a_sync(int n)
{
    spawn f(n);
    s.a = f(n);
    sync;
    return s.a; /* expect: 24:12: warning: the thread-local variable `s' is used before and behind a sync */
}

int in_a_loop(int n)
{
    for (int i = 0; i < n; i++) {
        u[i]++; /* expect: 30:9: warning: the thread-local variable `u' is used before and behind a spawn */
        spawn f(i);
    }
    sync;
    return n;
}

int by_address(int n)
{
    int *p = &t;
    spawn f(n);
    *p = n; /* expect: 41:6: warning: the thread-local variable `t' is used before and behind a spawn */
    spawn g(u); /* expect: 42:13: warning: the address of the thread-local variable `u' is given */
    spawn g(p); /* expect: 43:13: warning: the address of the thread-local variable `t' is given */
    n = spawn f(n);
    sync;
    return n;
}

int fine(int n)
{
    int x, own = t;
    if (n < 2) {
        t++;
        return own;
    }
    x = spawn f(t);
    if (n > 7)
        u[0] = 3;
    else
        x = spawn f(own);
    sync;
    t = 0;
    n += t;
    return x + n;
}

int never_behind(int n)
{
    t += n;
    n += t;
    if (n)
        return t;
    for (int i = t; i < n; i++)
        spawn f(i);
    sync;
    return n;
}
