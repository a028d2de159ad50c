/* Compiled with or without pedigrees: see mixed.c. */
#include <ucilk/ucilk.h>

#include "mixed.h"

long without(long n)
{
    if (n < 2)
        return n;
    long a = spawn without(n - 1);
    long b = without(n - 2);
    sync;
    return a + b;
}

ucilk_future_t future_without(uint64_t (*ask)(void))
{
    return cilk_future ask();
}
