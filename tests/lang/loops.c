/* Spawns in loops: sums, destinations in arrays, syncs in the middle. */
#include <ucilk/ucilk.h>

#include "check.h"

enum { N = 64 };

static long squares[N];
static double table[8][8];
static struct {
    int count;
    long by_residue[4];
} totals;

long square(long n)
{
    return n * n;
}

static double ratio(int a, int b)
{
    return a / (double)(b + 1);
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

static void fill_table(void *nothing)
{
    (void)nothing;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            table[i][j] = spawn ratio(i, j);
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

/* break, continue and goto around spawns. */
static long choose(int n)
{
    long sum = 0;
    for (int i = 0;; i++) {
        if (i % 3 == 1)
            continue;
        if (i > n)
            break;
        if (i == 12)
            goto out;
        if (i % 2)
            sum += spawn square(i);
        else
            sum += spawn square(-1);
    }
out:
    sync;
    return sum;
}

static void nothing_to_do(void *nothing)
{
    for (int i = 0; nothing && i < 10; i++)
        spawn fill(i);
    sync;
    sync;
}

int main(void)
{
    CHECK(sum_to(100) == 338350);
    fill(N);
    fill_table(NULL);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            CHECK(table[i][j] == i / (double)(j + 1));
    CHECK(walk(20) == 2870);
    count(40);
    CHECK(totals.count == 40);
    CHECK(totals.by_residue[0] == 4560 && totals.by_residue[3] == 5730);
    CHECK(choose(20) == 240);
    nothing_to_do(NULL);
    long n = scaled(20000, 300), sum = sum_to((int)n);
    CHECK(sum == n * (n + 1) * (2 * n + 1) / 6);
    printf("loops: %ld %ld %ld %ld\n", sum_to(10), walk(10), choose(9),
           squares[9]);
    return 0;
}
