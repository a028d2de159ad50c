/* Serialization rule: the defined behavior is that of the program with the
 * keywords left out.  Both forms of each function are in this file: the second
 * one is compiled with <cilk/cilk_stub.h>. */
#ifndef SERIALIZED
#define NAME(f) f##_parallel
#include <cilk/cilk.h>

#include "../../check.h"
#else
#undef NAME
#define NAME(f) f##_serial
#include <cilk/cilk_stub.h>
#endif

static int NAME(sort)(int *a, int *space, int n)
{
    int half = n / 2, i, j, k, swaps = 0, x, y;
    if (n < 2)
        return 0;
    x = _Cilk_spawn NAME(sort)(a, space, half);
    y = NAME(sort)(a + half, space + half, n - half);
    _Cilk_sync;
    for (i = k = 0, j = half; k < n; k++) {
        if (j == n || (i < half && a[i] <= a[j])) {
            space[k] = a[i++];
        } else {
            space[k] = a[j++];
            swaps += half - i;
        }
    }
    _Cilk_for (int m = 0; m < n; m++)
        a[m] = space[m];
    return x + y + swaps;
}

/* A pure C program is its own serialization. */
static int NAME(pure)(int n)
{
    int x = 1;
    while (n-- > 0)
        x = x * 3 % 1009;
    return x;
}

static long NAME(all)(void)
{
    static int a[60], space[60];
    long sum = 0;
    for (int i = 0; i < 60; i++)
        a[i] = NAME(pure)(i * 7);
    sum = NAME(sort)(a, space, 60);
    for (int i = 0; i < 60; i++)
        sum = sum * 31 + a[i];
    return sum;
}

#ifndef SERIALIZED
#define SERIALIZED
#include "serialization-rule.c"

int main(void)
{
    long x = all_parallel();
    CHECK(x == all_serial());
    printf("%ld\n", x);
    return 0;
}
#endif
