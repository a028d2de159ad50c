/* Nested cilk_for loops whose control variables are declared in the
 * function: each iteration of an outer loop has its own copy of those of the
 * inner loops. */
#include <stdio.h>
#include <ucilk/ucilk.h>

#include "check.h"

enum { N = 12 };

static long cube[N][N][N];

static long fib(long n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    int i, k;
    unsigned char j;
    long *p, sum = 0, row[N];
    register int r;
    cilk_for (i = 0; i < N; i++)
        cilk_for (j = 0; j < N; j++)
            cilk_for (k = N - 1; k >= 0; k--)
                cube[i][j][k] = i * 100 + j * 10 + k;
    CHECK(i == N);
    cilk_for (int a = 0; a < N; a++) {
        long before = fib(a % 5);
        cilk_for (k = 0; k < N; k += 2)
            cube[a][k][0] += before;
        cilk_for (k = 1; k < N; k += 2) {
            long x = spawn fib(k);
            sync;
            cube[a][k][0] += x;
        }
        cilk_for (p = cube[a][0]; p < cube[a][0] + N; p++)
            *p += a;
        cilk_for (r = 0; r < N; r++)
            cube[a][r][1] -= r;
    }
    cilk_for (i = 0; i < N; i++) {
        row[i] = 0;
        for (int a = 0; a < N; a++)
            for (int b = 0; b < N; b++)
                row[i] = row[i] * 3 % 1000003 + cube[i][a][b];
    }
    for (i = 0; i < N; i++)
        sum = sum * 7 % 1000003 + row[i];
    printf("%ld\n", sum);
    return 0;
}
