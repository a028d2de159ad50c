/* arrays of variable length, in tasks and loops: 2470 12350 160 */
#include "check.h"

static long sum_of(int n, long (*rows)[n], int row)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += rows[row][i];
    return sum;
}

static long spread(int n, long rows[][n])
{
    long part[n], sum = 0;
    for (int i = 0; i < n; i++)
        part[i] = spawn square(i);
    sync;
    cilk_for (int i = 0; i < n; i++)
        for (int row = 0; row < 5; row++) {
            rows[row][i] = part[i];
            dawdle();
        }
    for (int row = 0; row < 5; row++)
        sum += spawn sum_of(n, rows, row);
    sync;
    return sum * 1000 + (long)sizeof part;
}

int main(void)
{
    int n = 20;
    long rows[5][n], all;
    all = spread(n, rows);
    printf("%ld %ld %ld\n", sum_of(n, rows, 4), all / 1000, all % 1000);
    return 0;
}
