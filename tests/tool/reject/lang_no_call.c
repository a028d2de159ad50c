/* Spawns of what is no call. */
#include <stdatomic.h>
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    int x;
    /* expect: +1:9: error: spawn needs a call of a function */
    x = spawn n;
    /* expect: +1:5: error: spawn needs a call of a function */
    spawn(1 + f(n));
    /* expect: +1:9: error: spawn needs a call of a function */
    x = cilk_spawn 3;
    /* expect: +1:5: error: spawn needs a call of a function */
    _Cilk_spawn 0;
    /* expect: +1:5: error: spawn needs a call of a function */
    spawn "text";
    sync;
    return x;
}

int h(int n)
{
    /* expect: +1:5: error: spawn needs a call of a function */
    spawn;
    spawn {
        f(n);
    }
    sync;
    return n;
}

/* No functions, though they look so. */
int i(_Atomic int *p)
{
    int x, y;
    /* expect: +1:9: error: what is built into the compiler, or a macro of a header, cannot be spawned: write `cilk_spawn { x = ...; }' */
    x = cilk_spawn atomic_fetch_add(p, 2);
    /* expect: +1:9: error: what is built into the compiler, or a macro of a header */
    y = cilk_spawn atomic_load(p);
    /* expect: +1:29: error: spawn must be a statement of its own */
    x += atomic_exchange(p, cilk_spawn f(3));
    sync;
    return x + y;
}
