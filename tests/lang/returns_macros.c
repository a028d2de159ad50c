/* returns.c without the tool. */
#include <ucilk/macros.h>

#include "returns.h"

cilk_callee(void, leaf, (int) i);
cilk_callee(long, value, (int) i);

/* No sync: the children are done when the call returns. */
cilk_static_task(void, falls_off, (int) n)
{
    for (int i = 0; i < n; i++)
        spawn(leaf, i);
}

cilk_static_task(int, returns_early, (int) n)
{
    for (int i = 0;; i++) {
        if (i == n)
            return i;
        spawn(leaf, i);
    }
}

/* Results to locals that are dead at the return are dropped; those to globals
 * and to other memory are not. */
cilk_static_task(int, drops, (int) n)
{
    long dead, also_dead[N];
    int i;
    spawn_to(dead, value, 1);
    for (i = 0; i < n; i++)
        spawn_to(also_dead[i], value, i);
    for (i = 0; i < n; i++)
        spawn_to(results[i], value, i);
    for (i = 0; i < n; i++)
        spawn_to(shared[i], value, -i);
    spawn_add(dead, value, 2);
    return n;
}

/* The returned expression uses what was there before the implied sync. */
cilk_static_task(long, early_value, (int) n)
{
    long x = 7;
    spawn(leaf, n);
    return x * n;
}

cilk_static_task(long, unbraced, (int) n)
{
    long a = 0, b = 0, c = 0, d = 0, odd = 0, even = 0;
    if (n % 2)
        spawn_to(a, value, n);
    else
        spawn_to(b, value, n);
    if (n > 2)
        spawn(leaf, 0);
    for (int i = 0; i < n; i++)
        if (i % 2)
            spawn_add(odd, value, i);
        else
            spawn_add(even, value, i);
    while (n > 100)
        sync;
    switch (n) {
    case 1:
        spawn_add(c, value, 10);
        break;
    case 2:
    default:
        spawn_add(d, value, 10);
    }
    if (n)
        sync;
    else
        sync;
    return (a + odd + c) * 1000 + b + even + d;
}

cilk_static_task(void, nested, (int) n)
{
    {
        long inner = 5;
        spawn_add(inner, value, n);
        sync;
        CHECK(inner == 5 + 3 * n);
    }
    {
        long inner[2] = {1, 2};
        spawn_add(inner[0], value, n);
        spawn_add(inner[1], value, n);
        sync;
        CHECK(inner[0] == 1 + 3 * n && inner[1] == 2 + 3 * n);
    }
}
