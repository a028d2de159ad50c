/* The other half of two_files.c. */
#include "two_files.h"

#include "../process.h"
#include <ucilk/ucilk.h>

void count_even(const int *a, long n, long *result)
{
    long rest = 0;
    if (n >= 2)
        spawn count_odd(a + 1, n - 1, &rest);
    linger((unsigned long)n);
    scribble();
    sync;
    *result = rest + (n > 0);
}

static void length(long n, long *result, long *calls)
{
    linger((unsigned long)n);
    *result = n;
    __atomic_add_fetch(calls, 1, __ATOMIC_RELAXED);
}

void both(const int *a, long n, struct pair *result, long *calls)
{
    (void)a;
    spawn length(n / 2, &result->left, calls);
    spawn length(n - n / 2, &result->right, calls);
}

long visit(long n, void (*visitor)(void *, long), void *closure)
{
    for (long i = 0; i < n; i++)
        spawn visitor(closure, i);
    sync;
    return n;
}
