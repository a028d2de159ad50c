/* _Cilk_for Loops, Grainsize pragma: any expression, other pragmas between. */
#include <cilk/cilk.h>

#include "../../check.h"

#define GRAIN 4
#define OF(n) ((n) / GRAIN)
enum { N = 50, FEW = 3 };
static int a[N];
static int n_asked;

static int grain(int n)
{
    n_asked++;
    return n / 8;
}

static int values(int n)
{
    int sum = 0;
#pragma cilk grainsize = 1
    _Cilk_for (int i = 0; i < N; i++)
        a[i] = i;
#pragma cilk grainsize = n / 8
    _Cilk_for (int i = 0; i < N; i++)
        a[i] += i;
#pragma cilk grainsize = grain(n)
    _Cilk_for (int i = 0; i < N; i++)
        a[i] *= 2;
#pragma cilk grainsize = GRAIN
    _Cilk_for (int i = 0; i < N; i++)
        a[i]++;
#pragma cilk grainsize = OF(n) + FEW
    _Cilk_for (int i = 0; i < N; i++)
        a[i]++;
#pragma cilk grainsize = 1000000
    _Cilk_for (int i = 0; i < N; i++)
        a[i] += 3;
#pragma cilk grainsize = sizeof(int)
    _Cilk_for (int i = 0; i < N; i++)
        a[i] ^= 5;
#pragma cilk grainsize = 0 /* the runtime's choice */
    _Cilk_for (int i = 0; i < N; i++)
        a[i] -= 7;
#pragma cilk grainsize = -3 /* unspecified, here the same */
    _Cilk_for (int i = 0; i < N; i++)
        a[i] += 2;
#pragma cilk grainsize = 2.75 /* convertible to long */
    _Cilk_for (int i = 0; i < N; i++)
        a[i] += 2;
    _Pragma("cilk grainsize = 2")
    _Cilk_for (int i = 0; i < N; i++)
        a[i] += 2;
    CHECK(n_asked <= 1);
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 10007 + a[i];
    return sum;
}

/* For the loop behind it alone, with others between; and those alone. */
static int between(int n)
{
    int sum = 0;
#pragma cilk grainsize = 2
#ifdef __clang__
#pragma clang loop vectorize(enable)
#else
#pragma GCC ivdep
#endif
    _Cilk_for (int i = 0; i < N; i++)
        a[i] = i * n;
#ifndef __clang__
#pragma GCC unroll 4
#pragma cilk grainsize = 3
#endif
    _Cilk_for (int i = 0; i < N; i++) {
#pragma cilk grainsize = 1
        _Cilk_for (int j = 0; j < 2; j++)
            a[i] += j;
#ifdef __clang__
#pragma clang loop unroll(disable)
#else
#pragma GCC ivdep
#endif
        for (int j = 0; j < 2; j++)
            a[i] += j;
    }
    for (int i = 0; i < N; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    printf("%d %d\n", values(40), between(3));
    return 0;
}
