/* 3.7 Inlet definition, 3.8 Inlet invocation, 3.9 Aborting, 3.10 SYNCHED: what
 * inlets.c and cilk5.c of tests/lang do not have. */
#include <cilk.h>

#include "../../check.h"

cilk int same(int n)
{
    return n;
}

cilk void put(int *place, int n)
{
    *place = n;
}

/* SYNCHED is allowed in it; of a void procedure it has the other arguments only;
 * its call is a statement wherever one may be. */
cilk int asks(int n)
{
    int children = 0, n_ends = 0, place;
    inlet void look(int r)
    {
        if (SYNCHED)
            children += r;
        else
            children += r;
    }
    inlet void ended(void)
    {
        n_ends++;
    }
    if (n > 1)
        look(spawn same(n));
    else
        look(spawn same(100));
    switch (n) {
    case 20:
        look(spawn same(n + 1));
        break;
    default:
        look(spawn same(1000));
    }
    ended(spawn put(&place, 7));
    sync;
    return 100 * children + 10 * n_ends + place;
}

/* Once SYNCHED is 1 all that children wrote is there. */
cilk int seen(int n)
{
    int x[64], i, rounds = 0;
    for (i = 0; i < n; i++) {
        spawn put(&x[i], i);
        if (SYNCHED)
            CHECK(x[i] == i);
        rounds += SYNCHED ? 1 : 1;
    }
    sync;
    while (!SYNCHED)
        CHECK(0);
    return rounds;
}

/* A procedure without inlets aborts its children; the value is from before. */
cilk int alone(int n)
{
    int x = 7, y;
    y = spawn seen(n);
    sync;
    x = y;
    spawn seen(n);
    abort;
    return x;
}

cilk int main(void)
{
    int w, s, a;
    w = spawn asks(20);
    s = spawn seen(50);
    a = spawn alone(6);
    sync;
    printf("%d %d %d\n", w, s, a);
    return 0;
}
