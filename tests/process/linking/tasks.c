/* See tasks.h. */
#include "tasks.h"

#include "../process.h"
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

static void sum(const int *a, long n, long *result)
{
    if (n < 20) {
        *result = 0;
        for (long i = 0; i < n; i++)
            *result += a[i];
        linger((unsigned long)*result);
        return;
    }
    long left, right;
    spawn sum(a, n / 2, &left);
    sum(a + n / 2, n - n / 2, &right);
    scribble();
    sync;
    *result = left + right;
}

long tasks_sum(const int *a, long n)
{
    long result;
    spawn sum(a, n, &result);
    sync;
    return result;
}

void tasks_each(long n, void (*each)(void *closure, long i), void *closure)
{
#pragma cilk grainsize 4
    cilk_for (long i = 0; i < n; i++)
        each(closure, i);
}

int tasks_meet(void)
{
    atomic_int here = 0;
    int met, n = ucilk_nworkers() > 1 ? 2 : 1;
    met = spawn meet(&here, n);
    int also = n == 1 || meet(&here, n);
    sync;
    return met && also;
}

unsigned tasks_workers(void)
{
    return ucilk_nworkers();
}
