/* 2.1 The Cilk Language: cilk, spawn, sync, the implicit sync, main. */
#include <cilk.h>

#include "../../check.h"

cilk int fib(int n)
{
    if (n < 2) return n;
    else
    {
        int x, y;

        x = spawn fib(n - 1);
        y = spawn fib(n - 2);

        sync;

        return (x + y);
    }
}

cilk void put(int *place, int value)
{
    *place = value + fib(5) - 5;
}

/* A procedure never ends while it has outstanding children: no sync of its own. */
cilk void fill(int *a, int n)
{
    int i;
    for (i = 0; i < n; i++)
        spawn put(&a[i], i);
}

cilk int fill_and_return(int *a, int n)
{
    fill(a, n / 2);
    spawn fill(a + n / 2, n - n / 2);
    return n;
}

/* Of its own children only, whatever else runs. */
cilk int local_barrier(int n)
{
    int x;
    if (n == 0)
        return 0;
    x = spawn local_barrier(n - 1);
    sync;
    CHECK(x == n - 1);
    return x + 1;
}

cilk int main(int argc, char *argv[])
{
    int result, n, depth, a[20] = {0}, i;

    result = spawn fib(argc > 99 ? atoi(argv[1]) : (int)scaled(15, 8));
    sync;
    CHECK(result == scaled(610, 21));

    n = spawn fill_and_return(a, 20);
    depth = spawn local_barrier(20);
    sync;
    CHECK(n == 20 && depth == 20);
    for (i = 0; i < 20; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}

#ifdef REFUSED_1
int f(int n)
{
    int x;
    /* expect: +1:20: error: spawn cannot stand in a return: write `x = spawn f(...); sync; return x;' */
    if (n) return -spawn f(n - 1);
    /* expect: +1:20: error: spawn needs a call of a function right behind it: write `spawn f(...)' */
    if (n > 1) x = spawn n;
    return x;
}
#endif
