/* Grammar, Sync: conditional ones, without arguments. */
#include <cilk/cilk.h>

#include "../../check.h"

static int outstanding, most;

static int f(int i)
{
    int now = __atomic_add_fetch(&outstanding, 1, __ATOMIC_RELAXED);
    if (now > most)
        most = now; /* somewhat racy: a bound only */
    __atomic_sub_fetch(&outstanding, 1, __ATOMIC_RELAXED);
    return i;
}

/* Four at a time. */
static int fours(int n)
{
    for (int i = 0; i < n; i++) {
        cilk_spawn f(i);
        if (i % 4 == 3)
            cilk_sync;
        if (i % 4 == 3)
            CHECK(__atomic_load_n(&outstanding, __ATOMIC_RELAXED) == 0);
    }
    cilk_sync;
    return n;
}

/* Not executed it has no effect; executed twice it has none the second time. */
static int conditional(int n)
{
    int a[10], sum = 0;
    for (int i = 0; i < 10; i++)
        a[i] = cilk_spawn f(i + n);
    if (n == 3)
        cilk_sync;
    else if (n == 4)
        goto wait;
    else
        do
            cilk_sync;
        while (n < 0);
    goto rest;
wait:
    cilk_sync;
rest:
    cilk_sync;
    for (int i = 0; i < 10; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    int n = fours(30);
    CHECK(most <= 4);
    printf("%d %d %d %d\n", n, conditional(3), conditional(4), conditional(5));
    return 0;
}

#ifdef REFUSED_1
int g(int n)
{
    int x = n;
    /* expect: +1:5: error: sync is a statement: write `sync;' */
    cilk_sync();
    /* expect: +1:5: error: sync is a statement */
    cilk_sync(x);
    return n;
}
/* expect: +1:1: error: sync outside of a function */
cilk_sync;
#endif
