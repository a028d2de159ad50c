/* What the programs of this folder share: a meeting of as many strands at the
 * same time as there are workers, and a recursion. */
#pragma once

#include "../process.h"

#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

static void arrive(atomic_int *here, int n)
{
    CHECK((int)ucilk_worker() >= 0);
    CHECK(meet(here, n));
}

/* As many strands as there are workers run at the same time. */
static void all_meet(void)
{
    int n = (int)ucilk_nworkers();
    atomic_int here = 0;
    for (int i = 0; i < n; i++)
        spawn arrive(&here, n);
    sync;
}

static long add(long n)
{
    long a, b;
    if (n < 2)
        return n;
    a = spawn add(n - 1);
    b = add(n - 2);
    sync;
    return a + b;
}
