/* 3.8 Inlet invocation: inlet(spawn proc(arg, ...), arg, ...); also 2.7.1. */
#include <cilk.h>
#include <string.h>

#include "../../check.h"

cilk int fib(int n)
{
    int x = 0;
    inlet void summer(int result)
    {
        x += result;
        return;
    }

    if (n < 2) return n;
    else {
        summer(spawn fib(n - 1));
        summer(spawn fib(n - 2));
        sync;
        return (x);
    }
}

/* With arguments of other types, evaluated at the call. */
struct pair {
    int index;
    double weight;
};

cilk double weigh(int n)
{
    return n * 1.5;
}

cilk double many(int n)
{
    double sum[4] = {0};
    const char *last = "";
    int i;
    inlet void take(double w, struct pair p, const char *name, int *where, short k)
    {
        sum[p.index] += w * p.weight + k;
        *where += 1;
        last = strcmp(name, last) > 0 ? name : last;
    }
    int where[4] = {0};
    for (i = 0; i < n; i++) {
        struct pair p = {i % 4, i};
        take(spawn weigh(i), p, i == 3 ? "z" : "a", &where[i % 4], (short)i);
        p.weight = -1;
    }
    sync;
    CHECK(where[0] + where[1] + where[2] + where[3] == n && *last == 'z');
    return sum[0] + 2 * sum[1] + 3 * sum[2] + 4 * sum[3];
}

/* Of void procedures: the inlet has the other arguments only. */
cilk void put(int *place, int n)
{
    *place = n;
}

cilk int ends(int n)
{
    int a[20], sum = 0, n_ends = 0, i;
    inlet void ended(void)
    {
        n_ends++;
    }
    inlet void at(int index, int factor)
    {
        sum += a[index] * factor;
    }
    for (i = 0; i < n; i++) {
        at(spawn put(&a[i], i), i, 3);
        ended(spawn put(&a[19], 0));
    }
    sync;
    return sum * 100 + n_ends;
}

/* At other places of a statement, beside other spawns. */
cilk int places(int n)
{
    int x = 0, y, z = 1, i;
    inlet void add(int r)
    {
        x += r;
    }
    if (n > 1)
        add(spawn fib(3));
    else
        add(spawn fib(9));
    for (i = 0; i < 4; i++)
        add(spawn fib(i));
    y = spawn fib(6);
    switch (n) {
    case 2:
        add(spawn fib(7));
        break;
    default:
        add(spawn fib(1));
    }
    z += spawn fib(5);
    sync;
    return x * 100 + y * 10 + z;
}

cilk int main(void)
{
    int x, y, z;
    double d;
    x = spawn fib((int)scaled(15, 8));
    sync;
    CHECK(x == scaled(610, 21));
    d = spawn many(20);
    y = spawn ends(10);
    z = spawn places(2);
    sync;
    printf("%g %d %d\n", d, y, z);
    return 0;
}

#ifdef REFUSED_1
cilk int f(int n)
{
    int x = 0, y = 0;
    inlet void sum(int r, int k)
    {
        x += r * k;
    }
    inlet void none(void)
    {
        y++;
    }
    /* expect: +1:9: error: the inlet `sum' has 2 parameters: it is given 1 */
    sum(spawn fib(n));
    /* expect: +1:9: error: the inlet `sum' has 2 parameters: it is given 3 */
    sum(spawn fib(n), n, n);
    /* expect: +1:10: error: the inlet `none' has 0 parameters: it is given 1 */
    none(spawn fib(n));
    /* expect: +1:9: error: the inlet `sum' has 2 parameters: it is given 1, since what is spawned returns nothing */
    sum(spawn put(&x, n), n);
    /* expect: +1:14: error: the call of an inlet must be a statement of its own */
    x += sum(spawn fib(n), 1);
    sync;
    return x + y;
}
#endif
