/* What the body of a cilk_for uses of the function around it: the variables
 * themselves, to read and to write. */
#include <ucilk/ucilk.h>

#include <string.h>

#include "check.h"

struct pair {
    long a, b;
};
typedef struct {
    int k;
} unnamed;
typedef double real;

static long square(long n)
{
    return n * n;
}

static void set(int *p, int value)
{
    *p = value;
}

/* One of each kind; each element, and each scalar, has one writer. */
static void kinds(int n, int given[3], struct pair parameter, double (*rows)[n],
                  const char *format)
{
    int scalar = 1, out[10], *where = &scalar, looked_at = 7, last = -1;
    const struct pair constant = {8, 9};
    volatile int changing = 3;
    _Atomic int count = 0;
    static int kept[4];
    real real = 2.5; /* hides its type */
    double *p = rows[0];
    long table[2][n], row[n], result = 0, results[10];
    struct pair s = {1, 2};
    unnamed u = {4};
    memset(row, 0, sizeof row);
    memset(table, 0, sizeof table);
    cilk_for(int i = 0; i < n; i++)
    {
        out[i] = i + *where + looked_at + (int)constant.b;
        row[i] = (long)(sizeof row / sizeof row[0]) + i;
        table[1][i] = (long)(sizeof table / sizeof table[0]) + i;
        rows[1][i] = p[i] + real + changing;
        count++;
        set(&out[i], out[i] + 1);
        __typeof__(scalar) own = i;
        results[i] = spawn square(i + own);
        if (i == 3) {
            kept[1] = u.k;
            s = (struct pair){10, looked_at};
            (result) = spawn square(i);
            given[i % 3] = 1;
            parameter.a = 5;
            snprintf(NULL, 0, format, i);
        }
        if (i == n - 1)
            last = i;
        sync;
        out[i] += (int)results[i];
    }
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum = (sum * 7 + out[i] + row[i] + table[1][i] + (long)rows[1][i]) %
              1000000007;
    printf("%ld %d %d %ld %ld %d %ld %d %ld\n", sum, last, count, s.a, s.b,
           kept[1], parameter.a, given[0], result);
}

/* The control variable is each iteration's own, whoever has its address. */
static void control(int n)
{
    int out[8] = {0};
    cilk_for(int i = 0; i < n; i++)
    {
        int *p = &i;
        out[*p] = *p + 1;
        *p += 100;
        *p -= 100;
    }
    for (int i = 0; i < n; i++)
        printf(" %d", out[i]);
}

static void nested(int n)
{
    long table[4][n], sums[4] = {0}, scale = 3;
    cilk_for(int i = 0; i < 4; i++)
    {
        long mine = i, *row = table[i];
        cilk_for(int k = 0; k < n; k++)
        {
            row[k] = mine * k * scale;
            if (k == 2)
                sums[i] = sizeof table;
        }
        mine = row[n - 1];
        sums[i] += mine;
    }
    printf(" %ld %ld\n", sums[1], sums[3]);
}

/* A child that is outstanding, and one of an iteration, write through
 * addresses. */
static void store(long *to, long value)
{
    *to = value;
}

static void beside(int n)
{
    long first = 0, all[16];
    spawn store(&first, 5);
    cilk_for(int i = 0; i < n; i++) spawn store(&all[i], i);
    sync;
    for (int i = 0; i < n; i++)
        first = first * 3 + all[i];
    printf("%ld\n", first);
}

int main(void)
{
    double rows[2][10] = {{1, 2, 3}};
    int given[3] = {0};
    kinds(10, given, (struct pair){1, 2}, rows, "%d\n");
    control(8);
    nested(9);
    beside(16);
    return 0;
}
