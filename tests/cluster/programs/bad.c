/* A program of many tasks, one of which crashes. */
#include <stdio.h>
#include <ucilk/ucilk.h>

enum { N = 2000 };

static int leaf(int i)
{
    volatile long sum = 0;
    for (long k = 0; k < 3000000; k++)
        sum += k;
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

int main(void)
{
    printf("%d\n", sum(0, N));
    return 0;
}
