/* 2.5 Shared memory: globals, pointers that are passed, Cilk_fence. */
#include <cilk-lib.h>
#include <cilk.h>

#include "../../check.h"

static int table[64];

cilk void read_it(int *px, int *seen)
{
    *seen = *px + 1;
}

/* x is written before the spawn and read beside it. */
cilk int legal(int n)
{
    int x = n, y, seen = 0;
    spawn read_it(&x, &seen);
    y = x + 1;
    sync;
    CHECK(seen == y);
    return y;
}

cilk void store(int i)
{
    table[i] = i * i;
}

/* What children have written is there behind the sync. */
cilk int globals(void)
{
    int i, sum = 0;
    for (i = 0; i < 64; i++)
        spawn store(i);
    sync;
    for (i = 0; i < 64; i++)
        sum += table[i];
    return sum;
}

/* With the fence z is 0 or 1, and never 2. */
static volatile int x, y;

cilk int foo(void)
{
    x = 1;
    Cilk_fence();
    return y == 0;
}

cilk int bar(void)
{
    y = 1;
    Cilk_fence();
    return x == 0;
}

cilk int main(void)
{
    int i, a, b;
    for (i = 0; i < scaled(2000, 200); i++) {
        x = y = 0;
        a = spawn foo();
        b = spawn bar();
        sync;
        CHECK(a + b < 2);
    }
    a = spawn legal(41);
    b = spawn globals();
    sync;
    printf("%d %d\n", a, b);
    return 0;
}
