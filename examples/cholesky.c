/*
 * cholesky BLOCKS: finds L with L L' = A, for a symmetric matrix of BLOCKS by
 * BLOCKS blocks.  A block is the value of a future, which has as many consumers
 * as tasks read the block.  The three loops are those of the serial algorithm;
 * a task runs as soon as the blocks that it reads are there, whichever loop
 * started it.
 *
 * A is chosen so that the entries of L are whole numbers and floating point is
 * exact.
 */
#include <ucilk/ucilk.h>

#include "cholesky.h"

/* A block on the diagonal becomes its own factor. */
static struct block factor(ucilk_future_t fa)
{
    struct block a = ucilk_future_get(struct block, fa);
    factor_block(&a);
    return a;
}

/* A block below the diagonal becomes X with X L' = A. */
static struct block solve(ucilk_future_t fa, ucilk_future_t fl)
{
    struct block l = ucilk_future_get(struct block, fl);
    struct block a = ucilk_future_get(struct block, fa);
    solve_block(&a, &l);
    return a;
}

/* A block to the right of these becomes A - X Y'. */
static struct block update(ucilk_future_t fa, ucilk_future_t fx,
                           ucilk_future_t fy)
{
    struct block x = ucilk_future_get(struct block, fx);
    struct block y = ucilk_future_get(struct block, fy);
    struct block a = ucilk_future_get(struct block, fa);
    update_block(&a, &x, &y);
    return a;
}

static long count_right(ucilk_future_t fl, int first_row, int first_column)
{
    struct block l = ucilk_future_get(struct block, fl);
    return count_block(&l, first_row, first_column);
}

/* Returns the number of entries of L that are right. */
static long cholesky(int n)
{
    ucilk_future_t a[MAX][MAX];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] = cilk_future input(i * B, j * B);
    for (int k = 0; k < n; k++) {
        /* The consumers are the n - k - 1 blocks below it, and the count at the
         * end. */
        a[k][k] = cilk_future(n - k) factor(a[k][k]);
        /* The consumers are the blocks to the right in row i and in column i
         * (block (i, i) reads it twice), and the count. */
        for (int i = k + 1; i < n; i++)
            a[i][k] = cilk_future(n - k + 1) solve(a[i][k], a[k][k]);
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++)
                a[i][j] = cilk_future update(a[i][j], a[i][k], a[j][k]);
    }
    long right = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            right += spawn count_right(a[i][j], i * B, j * B);
    sync;
    return right;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("cholesky BLOCKS");
    int n = (int)number("BLOCKS", argv[1], 1, MAX);
    return report(n, cholesky(n));
}
