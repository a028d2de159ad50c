/* Differences, Loops: the number of iterations is known before the first. */
#include <cilk/cilk.h>
#include <limits.h>

#include "../../check.h"

static int n_bound, n_step, a[64];

static int bound(void)
{
    return __atomic_fetch_add(&n_bound, 1, __ATOMIC_RELAXED), 60;
}

static int step(void)
{
    return __atomic_fetch_add(&n_step, 1, __ATOMIC_RELAXED), 4;
}

/* The bound is evaluated once. */
static int once(void)
{
    int s = 0;
    cilk_for (int i = 0; i < bound(); i += step())
        a[i] = i;
#ifndef UCILK_SERIAL
    CHECK(n_bound == 1 && n_step <= 1);
#endif
    for (int i = 0; i < 64; i++)
        s += a[i];
    return s;
}

/* != : the difference is a multiple of the step. */
static unsigned multiples(void)
{
    unsigned s = 0;
    cilk_for (unsigned i = 10; i != 40; i += 3)
        __atomic_fetch_add(&s, i, __ATOMIC_RELAXED);
    cilk_for (unsigned i = UINT_MAX; i != UINT_MAX - 20; i -= 5)
        __atomic_fetch_add(&s, i, __ATOMIC_RELAXED);
    cilk_for (long i = LONG_MAX - 8; i != LONG_MAX; i += 2)
        __atomic_fetch_add(&s, (unsigned)i, __ATOMIC_RELAXED);
    return s;
}

/* A bound next to the end of the type: the variable never wraps. */
static int ends(void)
{
    int n = 0;
    cilk_for (unsigned char i = 250; i < 255; i++)
        __atomic_fetch_add(&n, i, __ATOMIC_RELAXED);
    cilk_for (int i = INT_MAX - 3; i < INT_MAX; i++)
        __atomic_fetch_add(&n, 1, __ATOMIC_RELAXED);
    cilk_for (signed char i = -126; i > -128; i--)
        __atomic_fetch_add(&n, i, __ATOMIC_RELAXED);
    return n;
}

int main(void)
{
    printf("%d %u %d\n", once(), multiples(), ends());
    return 0;
}
