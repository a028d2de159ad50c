/* Loops whose bodies write locals of their function, by pointers that they
 * capture; loops in loops, and bodies that spawn. */
#include <ucilk/macros.h>

#include "../process.h"

enum { N = 3000, SIDE = 20 };
typedef double row[SIDE];

cilk_loop(set, (int)i, (int *)a, (const int *)shift, (atomic_long *)sum)
{
    a[i] = i + *shift;
    if (i % 100 == 0)
        *sum += a[i];
}

cilk_loop(cell, (int)j, (int)i, (row *)c)
{
    c[i][j] = i * 5 + j;
}

cilk_loop(line, (int)i, (row *)c)
{
    cilk_for(cell, 0, SIDE, i, c);
}

cilk_task(void, put, (long *)a, (long)i)
{
    linger((unsigned long)i);
    *a = i;
}

cilk_loop(pair, (long)i, (long *)pairs, (long *)all)
{
    long x, y;
    spawn(put, &all[i], i);
    spawn(put, &x, i);
    spawn(put, &y, 2 * i);
    sync;
    pairs[i] = x + y;
}

int main(void)
{
    int a[N], shift = 3;
    row c[SIDE];
    atomic_long sum = 0;
    cilk_for(set, 0, N, a, &shift, &sum);
    long expected = 0;
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == i + 3);
        expected += i % 100 == 0 ? a[i] : 0;
    }
    CHECK(sum == expected);
    for (int k = 0; k < scaled(50, 10); k++) {
        cilk_for_grain(1, line, 0, SIDE, c);
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++)
                CHECK(c[i][j] == i * 5 + j);
        long pairs[40], all[40];
        cilk_for_grain(1, pair, 0, 40, pairs, all);
        for (long i = 0; i < 40; i++)
            CHECK(all[i] == i && pairs[i] == 3 * i);
    }
    return right();
}
