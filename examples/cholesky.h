/* The blocks of cholesky: those of A and of L, and what tasks do with them. */
#pragma once

#include <math.h>

#include "answer.h"

enum { MAX = 40, B = 32 };

struct block {
    double at[B][B];
};

/* L has whole numbers, so that floating point is exact: row(i) column(j) where
 * j <= i.  So A is row(i) row(j) times the sum of the columns' squares up to
 * the lesser of i and j. */
static inline double row(int i)
{
    return 1 + i * 7 % 11;
}

static inline double column(int j)
{
    return 1 + j * 5 % 13;
}

static inline double sum_of_squares(int last)
{
    double sum = 819 * (last / 13); /* 1^2 + ... + 13^2 */
    for (int k = last - last % 13; k <= last; k++)
        sum += column(k) * column(k);
    return sum;
}

static inline struct block input(int first_row, int first_column)
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

/* A block on the diagonal: its own factor. */
static inline void factor_block(struct block *a)
{
    for (int k = 0; k < B; k++) {
        a->at[k][k] = sqrt(a->at[k][k]);
        for (int i = k + 1; i < B; i++) {
            a->at[i][k] /= a->at[k][k];
            for (int j = k + 1; j <= i; j++)
                a->at[i][j] -= a->at[i][k] * a->at[j][k];
        }
        for (int i = 0; i < k; i++)
            a->at[i][k] = 0;
    }
}

/* A block below it: A becomes X with X L' = A. */
static inline void solve_block(struct block *a, const struct block *l)
{
    for (int i = 0; i < B; i++) {
        for (int j = 0; j < B; j++) {
            for (int k = 0; k < j; k++)
                a->at[i][j] -= a->at[i][k] * l->at[j][k];
            a->at[i][j] /= l->at[j][j];
        }
    }
}

/* A block to the right: A becomes A - X Y'. */
static inline void update_block(struct block *a, const struct block *x,
                                const struct block *y)
{
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < B; k++)
                a->at[i][j] -= x->at[i][k] * y->at[j][k];
}

/* The number of entries of a block of L that are right. */
static inline long count_block(const struct block *l, int first_row,
                               int first_column)
{
    long right = 0;
    for (int bi = 0; bi < B; bi++) {
        for (int bj = 0; bj < B; bj++) {
            int i = first_row + bi, j = first_column + bj;
            right += l->at[bi][bj] == (j <= i ? row(i) * column(j) : 0);
        }
    }
    return right;
}

/* Prints how many were right of n by n blocks; the exit status. */
static inline int report(int n, long right)
{
    printf("cholesky(%d): %ld entries of L\n", n * B, right);
    return verdict(right, (long)n * (n + 1) / 2 * B * B);
}
