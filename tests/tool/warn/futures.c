/* Futures: what a task of one is given. */
/* flags: -Wno-return-local-addr -Wno-return-stack-address --ucilk-cluster -Wno-error=ucilk -Wno-ucilk-malloc -Wno-ucilk-shared-write */
#include <stdlib.h>
#include <ucilk/ucilk.h>

long f(long n);
void v(int *p);
_Thread_local int mine;
int global;

static int *task(int n)
{
    int x = n;
    return &x; /* expect: +0:12: warning: `task', which is spawned, returns the address of the local variable `x' */
}

static int *counted(int n)
{
    int x = n;
    return &x; /* expect: +0:12: warning: `counted', which is spawned, returns the address of the local variable `x' */
}

ucilk_future_t addresses(int n)
{
    int x = n, *p = &x, *m = malloc(4);
    ucilk_future_t a;
    /* expect: +1:23: warning: the address of the local variable `x' is given to the future's call of `v': a task runs on a stack of its own, maybe in another process, and cannot reach it; and no sync waits for a future, which may run on when the variable is gone [-Wucilk-local-address] */
    a = cilk_future v(&x);
    a = cilk_future(n + x) v(p); /* expect: +0:30: warning: `p' holds the address of the local variable `x', and is given to the future's call of `v' */
    a = cilk_future v(&mine); /* expect: +0:23: warning: the address of the thread-local variable `mine' is given to the future's call of `v' */
    a = cilk_future v(m);
    a = cilk_future v(&global);
    a = cilk_future f(*p);
    a = cilk_future task(n);
    a = cilk_future(2) counted(n);
    /* expect: +1:39: warning: the address of the local variable `x' */
    f(ucilk_future_done(cilk_future v(&x)));
    return a;
}

void in_a_loop(int n)
{
    static ucilk_future_t all[10];
    int x = n;
    cilk_for (int i = 0; i < n; i++) {
        all[i] = cilk_future(x) f(i + x);
        all[i] = cilk_future v(&x); /* expect: +0:32: warning: the address of the local variable `x' */
        /* expect: -1:33: warning: this `x' is the copy of some iterations of the cilk_for */
    }
}
