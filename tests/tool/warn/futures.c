/* Futures: what a task of one is given, and handles that are dropped. */
/* flags: -Wno-return-local-addr -Wno-return-stack-address --ucilk-cluster -Wno-error=ucilk -Wno-ucilk-malloc -Wno-ucilk-shared-write */
#include <errno.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>

long f(long n);
void v(int *p);
int open_it(int n);
_Thread_local int mine, other;
int global;

static int *task(int n)
{
    int x = n;
    return &x; /* expect: 16:12: warning: `task', which is spawned, returns the address of the local variable `x' */
}

static int *counted(int n)
{
    int x = n;
    return &x; /* expect: 22:12: warning: `counted', which is spawned, returns the address of the local variable `x' */
}

ucilk_future_t addresses(int n)
{
    int x = n, *p = &x, *m = malloc(4);
    ucilk_future_t a;
    /* expect: 30:23: warning: the address of the local variable `x' is given to the future's call of `v': a task runs on a stack of its own, maybe in another process, and cannot reach it; and no sync waits for a future, which may run on when the variable is gone [-Wucilk-local-address] */
    a = cilk_future v(&x);
    a = cilk_future(n + x) v(p); /* expect: 31:30: warning: `p' holds the address of the local variable `x', and is given to the future's call of `v' */
    a = cilk_future v(&mine); /* expect: 32:23: warning: the address of the thread-local variable `mine' is given to the future's call of `v' */
    a = cilk_future v(m);
    a = cilk_future v(&global);
    a = cilk_future f(*p);
    a = cilk_future task(n);
    a = cilk_future(2) counted(n);
    /* expect: 39:39: warning: the address of the local variable `x' */
    f(ucilk_future_done(cilk_future v(&x)));
    return a;
}

void dropped(int n)
{
    cilk_future f(n); /* expect: 45:5: warning: the result of this future is never got: its handle is dropped [-Wucilk-unused-future] */
    if (n)
        cilk_future(n) f(n); /* expect: 47:9: warning: the result of this future is never got */
    for (; n; n--)
        cilk_future v(&global); /* expect: 49:9: warning: the result of this future is never got */
    (void)cilk_future f(n);
    ucilk_future_t a = cilk_future f(n), b = ({ n++; cilk_future f(n); });
    n = ucilk_future_done(a) + ucilk_future_done(b);
}

int held(int n)
{
    mine = n;
    ucilk_future_t a = cilk_future f(n);
    n += mine; /* expect: 59:10: warning: the thread-local variable `mine' is used before and behind a cilk_future */
    other = n;
    n += ucilk_future_get(long, a);
    return n + other; /* expect: 62:16: warning: the thread-local variable `other' is used before and behind a get */
}

int held_by_errno(int n)
{
    ucilk_future_t a = cilk_future f(n);
    n = open_it(n);
    if (ucilk_future_get(long, a) < 0)
        return errno; /* expect: 70:16: warning: errno is read behind a get */
    return n;
}

void in_a_loop(int n)
{
    static ucilk_future_t all[10];
    int x = n;
    cilk_for (int i = 0; i < n; i++) {
        all[i] = cilk_future(x) f(i + x);
        all[i] = cilk_future v(&x); /* expect: 80:32: warning: the address of the local variable `x' */
        /* expect: 80:33: warning: this `x' is the copy of some iterations of the cilk_for */
    }
}
