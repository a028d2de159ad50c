/*
 * What both forms of strassen share: sums of matrices, and how products of sums
 * make up a product.
 *
 * A matrix is cut in quarters, and those again, down to blocks.  So n is
 * rounded up to a power of two times the size of a block, which is at most the
 * size asked for.  Rows and columns beyond n are zero.
 */
#pragma once

#include "matrix.h"

static inline void parse_arguments(int argc, char **argv)
{
    matrix.block = 2 * BLOCK;
    parse("strassen", "multiplies two matrices by Strassen's algorithm", 4096,
          "matrices up to this size by the definition", argc, argv);
}

/* n, rounded up. */
static inline long padded(void)
{
    long pieces = 1;
    while ((matrix.n + pieces - 1) / pieces > matrix.block)
        pieces *= 2;
    return (matrix.n + pieces - 1) / pieces * pieces;
}

/* A matrix of `padded' rows and columns. */
static inline struct matrix make_padded(int which)
{
    struct matrix m = make_matrix(padded());
    clear(m, padded());
    fill(m, which, matrix.n);
    return m;
}

/* A quarter, or the sum or difference of two quarters. */
struct sum {
    int first, second; /* quarters: row times 2 plus column */
    int sign;          /* of the second quarter; 0: there is no second one */
};

static inline struct matrix quarter(struct matrix m, int which, long size)
{
    return part(m, which / 2 * size, which % 2 * size);
}

/*
 * Each product multiplies a sum of quarters of one factor by a sum of quarters
 * of the other (Strassen, "Gaussian elimination is not optimal", 1969).
 */
enum { PRODUCTS = 7 };
static const struct sum sum_of_a[PRODUCTS] = {
    {0, 3, 1}, {2, 3, 1},  {0, 0, 0}, {3, 0, 0},
    {0, 1, 1}, {2, 0, -1}, {1, 3, -1}};
static const struct sum sum_of_b[PRODUCTS] = {
    {0, 3, 1}, {0, 0, 0}, {1, 3, -1}, {2, 0, -1},
    {3, 0, 0}, {0, 1, 1}, {2, 3, 1}};

/* Returns the sum, on the heap; if there is only one quarter, that quarter
 * itself. */
static inline struct matrix make_sum(struct matrix m, struct sum s, long size)
{
    struct matrix x = quarter(m, s.first, size);
    if (s.sign == 0)
        return x;
    struct matrix y = quarter(m, s.second, size), z = make_matrix(size);
    for (long i = 0; i < size; i++)
        for (long j = 0; j < size; j++)
            row(z, i)[j] = row(x, i)[j] + s.sign * row(y, i)[j];
    return z;
}

static inline void free_sum(struct matrix m, struct sum s)
{
    if (s.sign != 0)
        free(m.at);
}

/* Computes row i of each quarter of c from the products. */
static __attribute__((noinline, unused)) void
combine_row(struct matrix c, const struct matrix *p, long size, long i)
{
    double *restrict upper = row(c, i), *restrict lower = row(c, size + i);
    const double *x[PRODUCTS];
    for (int k = 0; k < PRODUCTS; k++)
        x[k] = row(p[k], i);
    for (long j = 0; j < size; j++) {
        upper[j] = x[0][j] + x[3][j] - x[4][j] + x[6][j];
        upper[size + j] = x[2][j] + x[4][j];
        lower[j] = x[1][j] + x[3][j];
        lower[size + j] = x[0][j] - x[1][j] + x[2][j] + x[5][j];
    }
}

/* c = a b by the definition, block by block. */
static inline void multiply_serially(struct matrix c, struct matrix a,
                                     struct matrix b, long size)
{
    clear(c, size);
    for (long i = 0; i < size; i += BLOCK)
        for (long k = 0; k < size; k += BLOCK)
            for (long j = 0; j < size; j += BLOCK)
                multiply_block(part(c, i, j), part(a, i, k), part(b, k, j),
                               in_block(size - i), in_block(size - j),
                               in_block(size - k), 1);
}
