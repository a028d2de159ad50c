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
#include <math.h>
#include <ucilk/ucilk.h>

#include "answer.h"

enum { MAX = 40, B = 32 };

struct block {
    double at[B][B];
};

/* Entry (i, j) of L is row(i) column(j) if j <= i.  So entry (i, j) of A is
 * row(i) row(j) times the sum of the squares of column(0) to column(min(i,
 * j)). */
static double row(int i)
{
    return 1 + i * 7 % 11;
}

static double column(int j)
{
    return 1 + j * 5 % 13;
}

static double sum_of_squares(int last)
{
    double sum = 819 * (last / 13); /* 1^2 + ... + 13^2 */
    for (int k = last - last % 13; k <= last; k++)
        sum += column(k) * column(k);
    return sum;
}

static struct block input(int first_row, int first_column)
{
    struct block a;
    for (int bi = 0; bi < B; bi++) {
        for (int bj = 0; bj < B; bj++) {
            int i = first_row + bi, j = first_column + bj;
            a.at[bi][bj] = row(i) * row(j) * sum_of_squares(i < j ? i : j);
        }
    }
    return a;
}

/* A block on the diagonal becomes its own factor. */
static struct block factor(ucilk_future_t fa)
{
    struct block a = ucilk_future_get(struct block, fa);
    for (int k = 0; k < B; k++) {
        a.at[k][k] = sqrt(a.at[k][k]);
        for (int i = k + 1; i < B; i++) {
            a.at[i][k] /= a.at[k][k];
            for (int j = k + 1; j <= i; j++)
                a.at[i][j] -= a.at[i][k] * a.at[j][k];
        }
        for (int i = 0; i < k; i++)
            a.at[i][k] = 0;
    }
    return a;
}

/* A block below the diagonal becomes X with X L' = A. */
static struct block solve(ucilk_future_t fa, ucilk_future_t fl)
{
    struct block l = ucilk_future_get(struct block, fl);
    struct block a = ucilk_future_get(struct block, fa);
    for (int i = 0; i < B; i++) {
        for (int j = 0; j < B; j++) {
            for (int k = 0; k < j; k++)
                a.at[i][j] -= a.at[i][k] * l.at[j][k];
            a.at[i][j] /= l.at[j][j];
        }
    }
    return a;
}

/* A block to the right of these becomes A - X Y'. */
static struct block update(ucilk_future_t fa, ucilk_future_t fx,
                           ucilk_future_t fy)
{
    struct block x = ucilk_future_get(struct block, fx);
    struct block y = ucilk_future_get(struct block, fy);
    struct block a = ucilk_future_get(struct block, fa);
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < B; k++)
                a.at[i][j] -= x.at[i][k] * y.at[j][k];
    return a;
}

static long count_right(ucilk_future_t fl, int first_row, int first_column)
{
    struct block l = ucilk_future_get(struct block, fl);
    long right = 0;
    for (int bi = 0; bi < B; bi++) {
        for (int bj = 0; bj < B; bj++) {
            int i = first_row + bi, j = first_column + bj;
            right += l.at[bi][bj] == (j <= i ? row(i) * column(j) : 0);
        }
    }
    return right;
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
    long answer = cholesky(n);
    printf("cholesky(%d): %ld entries of L\n", n * B, answer);
    return verdict(answer, (long)n * (n + 1) / 2 * B * B);
}
