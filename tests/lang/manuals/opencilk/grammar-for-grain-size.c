/* Grammar, For, Grain size: #pragma cilk grainsize CONSTANT. */
#include <cilk/cilk.h>

#include "../../check.h"

#define GRAIN 128
enum { N = 1024 };
static int array1[N], array2[N];

static int f(int i)
{
    return i % 7;
}

static int manual(int n)
{
    int sum = 0;
#pragma cilk grainsize 128
    cilk_for (int i = 0; i < n; ++i) {
        array1[i] = f(i);
        array2[i] = f(i);
    }
#pragma cilk grainsize GRAIN
    cilk_for (int i = 0; i < n; ++i)
        array1[i] += f(i);
#pragma cilk grainsize (GRAIN / 64)
    cilk_for (int i = 0; i < n / 8; ++i)
        array2[i] += array1[i];
#pragma cilk grainsize 2147483647
    cilk_for (int i = 0; i < n; ++i)
        array2[i]++;
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < n / 16; ++i)
        array2[i]--;
    for (int i = 0; i < n; i++)
        sum += array1[i] * 3 + array2[i];
    return sum;
}

int main(void)
{
    printf("%d\n", manual(N));
    return 0;
}
