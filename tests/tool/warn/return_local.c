/* Tasks, and functions that spawn, which return pointers to their locals. */
/* flags: --ucilk-cluster -Wno-ucilk-malloc -Wno-return-local-addr -Wno-return-stack-address -Wno-dangling-pointer -Wno-unknown-warning-option */
#include <stdlib.h>
#include <ucilk/ucilk.h>

struct result {
    int *p, n;
};

int f(int n);

static int *task(int n)
{
    int x = n, *p = &x;
    /* expect: +1:12: error: `task', which is spawned, returns the address of the local variable `x' */
    return p;
}

static struct result by_struct(int n)
{
    int x = n;
    struct result r = {&x, n};
    return r; /* expect: +0:12: error: `by_struct', which is spawned, returns the address of the local variable `x' */
}

static int *sound(int n)
{
    static int x;
    int *p = malloc(sizeof *p);
    *p = n;
    return n ? &x : p;
}

static int *only_called(int n)
{
    int x = n, *p = &x;
    return p;
}

int *spawns(int n)
{
    int x, *p, *q;
    struct result r;
    p = spawn task(n);
    r = spawn by_struct(n);
    q = spawn sound(n);
    x = spawn f(n);
    sync;
    if (*p + *q + *r.p)
        return q;
    if (*only_called(n))
        return &x; /* expect: +0:16: error: `spawns', which spawns, returns the address of the local variable `x' */
    int *held = &x;
    return held; /* expect: +0:12: error: `spawns', which spawns, returns the address of the local variable `x' */
}
