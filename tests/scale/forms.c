/* Programs whose work and span have closed forms: run.py. */
#include <ucilk/ucilk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long fib(long n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

static void btc(int depth)
{
    if (depth == 0)
        return;
    cilk_spawn btc(depth - 1);
    cilk_spawn btc(depth - 1);
    cilk_sync;
}

struct board {
    int n, rows, at[16];
};

static int fits(const struct board *b, int column)
{
    for (int r = 0; r < b->rows; r++)
        if (b->at[r] == column || abs(b->at[r] - column) == b->rows - r)
            return 0;
    return 1;
}

static void queens(struct board b)
{
    if (b.rows == b.n)
        return;
    for (int column = 0; column < b.n; column++) {
        struct board next = b;
        if (!fits(&b, column))
            continue;
        next.at[next.rows++] = column;
        cilk_spawn queens(next);
    }
    cilk_sync;
}

static long loop(long n)
{
    long *sum = calloc((size_t)n, sizeof *sum);
    cilk_for (long i = 0; i < n; i++)
        sum[i] = i;
    long last = sum[n - 1];
    free(sum);
    return last;
}

static long next(ucilk_future_t before)
{
    return before.ref ? ucilk_future_get(long, before) + 1 : 1;
}

static long chain(long n)
{
    ucilk_future_t f = {0, 0};
    for (long i = 0; i < n; i++)
        f = cilk_future next(f);
    return ucilk_future_get(long, f);
}

int main(int argc, char **argv)
{
    long n = argc > 2 ? atol(argv[2]) : 1;
    if (strcmp(argv[1], "fib") == 0)
        printf("%ld\n", fib(n));
    else if (strcmp(argv[1], "btc") == 0)
        btc((int)n);
    else if (strcmp(argv[1], "queens") == 0)
        queens((struct board){.n = (int)n});
    else if (strcmp(argv[1], "loop") == 0)
        printf("%ld\n", loop(n));
    else if (strcmp(argv[1], "chain") == 0)
        printf("%ld\n", chain(n));
    return 0;
}
