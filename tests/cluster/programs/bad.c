/* Tasks that end badly.  crash: one crashes; heap: all follow a pointer to
 * main's heap, which is good in rank 0 only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucilk/ucilk.h>

enum { N = 2000 };

static int *ones; /* null: crash */

static int leaf(int i)
{
    volatile long sum = 0;
    for (long k = 0; k < 3000000; k++)
        sum += k;
    if (ones)
        return ones[i];
    return i == N / 2 - 1 ? *(volatile int *)8 : 1;
}

static int sum(int low, int high)
{
    if (high - low == 1)
        return leaf(low);
    int middle = (low + high) / 2;
    int a = spawn sum(low, middle);
    int b = sum(middle, high);
    sync;
    return a + b;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "heap") == 0)
        ones = calloc(N, sizeof *ones);
    printf("%d\n", sum(0, N));
    return 0;
}
