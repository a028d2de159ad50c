/* Execution of an OpenCilk program, Strand, Spawn: the spawn point. */
#include <cilk/cilk.h>

#include "../../check.h"

static int g(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

static int one(void)
{
    return 1;
}

/* Three statements that are one. */
static int equivalent(void)
{
    int x, y, z;
    x = cilk_spawn one();
    cilk_spawn y = one();
    cilk_spawn { z = one(); }
    cilk_sync;
    return x + y + z;
}

/* Behind = : arguments and the address of the left side are evaluated first. */
static int behind(void)
{
    int x[6] = {0}, i = 1, a = 1, b = 2, c = 3, sum = 0;
    x[i++] = cilk_spawn g(a++, b++, c++);
    CHECK(i == 2 && a == 2 && b == 3 && c == 4);
    x[i++] += cilk_spawn g(a++, b++, c++);
    CHECK(i == 3 && a == 3 && b == 4 && c == 5);
    int *p = &x[i];
    *p++ = cilk_spawn g(a, b, c);
    CHECK(p == &x[4]);
    *p = 9;
    cilk_sync;
    for (i = 0; i < 6; i++)
        sum = sum * 2 + x[i];
    return sum;
}

/* At the start all of it is the child's. */
static int start(void)
{
    int x[4] = {0}, i = 0, a = 1;
    cilk_spawn x[i++] = g(a++, 2, 3);
    cilk_sync;
    CHECK(i == 1 && a == 2 && x[0] == 123);
    cilk_spawn {
        x[i] = g(a, a, a);
        i++;
    }
    cilk_sync;
    CHECK(i == 2);
    return x[0] + x[1];
}

/* All up to the spawn is in series; the child runs to its end by itself. */
static int n_before;

static void check_before(int n)
{
    CHECK(n_before >= n);
}

static int series(int n)
{
    n_before = 0;
    for (int i = 1; i <= n; i++) {
        __atomic_fetch_add(&n_before, 1, __ATOMIC_RELAXED);
        cilk_spawn check_before(i);
    }
    cilk_sync;
    return n_before;
}

int main(void)
{
    printf("%d %d %d %d\n", equivalent(), behind(), start(), series(40));
    return 0;
}
