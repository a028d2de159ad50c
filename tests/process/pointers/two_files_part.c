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

long visit(long n, void (*visitor)(void *, long), void *closure)
{
    for (long i = 0; i < n; i++)
        spawn visitor(closure, i);
    sync;
    return n;
}
