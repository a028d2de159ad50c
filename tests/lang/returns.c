/* The implied sync at a return, and spawns in unbraced statements. */
#include <ucilk/ucilk.h>

#include "returns.h"

/* No sync: the children are done when the call returns. */
static void falls_off(int n)
{
    for (int i = 0; i < n; i++)
        spawn leaf(i);
}

static int returns_early(int n)
{
    for (int i = 0;; i++) {
        if (i == n)
            return i;
        spawn leaf(i);
    }
}

/* Results to locals that are dead at the return are dropped; those to globals
 * and to other memory are not. */
static int drops(int n)
{
    long dead, also_dead[N];
    int i;
    dead = spawn value(1);
    for (i = 0; i < n; i++)
        also_dead[i] = spawn value(i);
    for (i = 0; i < n; i++)
        results[i] = spawn value(i);
    for (i = 0; i < n; i++)
        shared[i] = spawn value(-i);
    dead += spawn value(2);
    return n;
}

/* The returned expression uses what was there before the implied sync. */
static long early_value(int n)
{
    long x = 7;
    spawn leaf(n);
    return x * n;
}

static long unbraced(int n)
{
    long a = 0, b = 0, c = 0, d = 0, odd = 0, even = 0;
    if (n % 2)
        a = spawn value(n);
    else
        b = spawn value(n);
    if (n > 2)
        spawn leaf(0);
    for (int i = 0; i < n; i++)
        if (i % 2)
            odd += spawn value(i);
        else
            even += spawn value(i);
    while (n > 100)
        sync;
    switch (n) {
    case 1:
        c += spawn value(10);
        break;
    case 2:
    default:
        d += spawn value(10);
    }
    if (n)
        sync;
    else
        sync;
    return (a + odd + c) * 1000 + b + even + d;
}

static void nested(int n)
{
    {
        long inner = 5;
        inner += spawn value(n);
        sync;
        CHECK(inner == 5 + 3 * n);
    }
    {
        long inner[2] = {1, 2};
        inner[0] += spawn value(n);
        inner[1] += spawn value(n);
        sync;
        CHECK(inner[0] == 1 + 3 * n && inner[1] == 2 + 3 * n);
    }
}
