/* Keyword Aliases: the short words of <cilk/cilk.h>, beside the long ones and in
 * macros of the program's own.  Dynamic constraints: limit and stride are evaluated
 * before the first iteration, and may change in the body then. */
#include <cilk/cilk.h>

#include "../../check.h"

/* The version of the language. */
#ifdef UCILK_SERIAL
#elif !defined(__cilk) || __cilk < 200
#error "no __cilk"
#endif

static long mixed(long n)
{
    long a[16], x, y, sum = 0;
    if (n < 2)
        return n;
    x = cilk_spawn mixed(n - 1);
    y = _Cilk_spawn mixed(n - 2);
    _Cilk_for (int i = 0; i < 8; i++)
        a[i] = i;
    cilk_for (int i = 8; i < 16; i++)
        a[i] = -i;
    for (int i = 0; i < 16; i++)
        sum += a[i] * i;
    cilk_sync;
    _Cilk_sync;
    return x + y + sum;
}

#define GO _Cilk_spawn
#define WAIT cilk_sync
#define EACH(i, n) _Cilk_for (int i = 0; i < (n); i++)
#define SPAWN(x, call) x = cilk_spawn call

static long own(long n)
{
    long a[5] = {0}, x, y, sum = 0;
    SPAWN(x, mixed(n));
    y = GO mixed(n - 1);
    EACH(i, 5)
        a[i] = i * n;
    WAIT;
    for (int i = 0; i < 5; i++)
        sum += a[i];
    return x + y + sum;
}

static int n_limits, n_strides;

static int limit(void)
{
    n_limits++;
    return 60;
}

static int stride(void)
{
    n_strides++;
    return 3;
}

static int evaluations(void)
{
    int a[60] = {0}, end = 60, sum = 0;
    _Cilk_for (int i = 0; i < limit(); i += stride())
        a[i] = i;
#ifndef UCILK_SERIAL
    CHECK(n_limits == 1 && n_strides <= 1);
#endif
    int n = end;
    _Cilk_for (int i = 0; i < n; i++) {
        if (i == n - 1)
            end = 0;
        a[i]++;
    }
    for (int i = 0; i < 60; i++)
        sum += a[i];
    return sum + end;
}

int main(void)
{
    printf("%ld %ld %d\n", mixed(6), own(5), evaluations());
    return 0;
}
