/* Spawns in loops: sums, destinations in arrays, syncs in the middle. */
#include <ucilk/ucilk.h>

#include "check.h"

enum { N = 64 };

static long squares[N];
static struct {
    int count;
    long by_residue[4];
} totals;

long square(long n)
{
    return n * n;
}

static long sum_to(int n)
{
    long sum = 0;
    for (int i = 1; i <= n; i++)
        sum += spawn square(i);
    sync;
    return sum;
}

/* Results to globals: every element by its own task. */
static void fill(int n)
{
    for (int i = 0; i < n; i++)
        squares[i] = spawn square(i);
    sync;
    for (int i = 0; i < n; i++)
        CHECK(squares[i] == (long)i * i);
}

/* A destination with a side effect, which happens once. */
static long walk(int n)
{
    long values[N] = {0};
    long *at = values;
    for (int i = 0; i < n; i++)
        *at++ = spawn square(i + 1);
    CHECK(at == values + n);
    sync;
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static void count(int n)
{
    for (int i = 0; i < n; i++) {
        totals.by_residue[i % 4] += spawn square(i);
        if (i % 10 == 9)
            sync;
        totals.count++;
    }
    sync;
}

int main(void)
{
    CHECK(sum_to(100) == 338350);
    fill(N);
    CHECK(walk(20) == 2870);
    count(40);
    CHECK(totals.count == 40);
    CHECK(totals.by_residue[0] == 4560 && totals.by_residue[3] == 5730);
    long n = scaled(20000, 300), sum = sum_to((int)n);
    CHECK(sum == n * (n + 1) * (2 * n + 1) / 6);
    printf("loops: %ld %ld %ld\n", sum_to(10), walk(10), squares[9]);
    return 0;
}
