/*
 * What the examples about matrices share: square matrices of doubles, filled
 * from a seed, and the product of blocks that one task computes alone.
 *
 * The numbers are whole and small, so that sums and products are exact in
 * whatever order they are computed.
 */
#pragma once

#include "options.h"

enum {
    BLOCK = 64,      /* one task multiplies at most so many rows and columns */
    GREATEST = 8,    /* numbers from -8 to 8 */
    CHECKED = 200,   /* products up to this size are also checked by the
                      * definition */
    MAX_SIZE = 32768
};

struct parameters {
    long n, block, seed;
};

static struct parameters matrix = {1024, BLOCK, 1};

static inline void parse(const char *name, const char *does,
                         long greatest_block, const char *what_block, int argc,
                         char **argv)
{
    const struct option_row rows[] = {
        {'n', "N", &matrix.n, 0, MAX_SIZE, "rows and columns of a matrix"},
        {'s', "SEED", &matrix.seed, 0, 1 << 20, "of the matrices"},
        {'b', "BLOCK", &matrix.block, 1, greatest_block, what_block},
        {0},
    };
    parse_options(name, does, rows, argc, argv);
}

/* A matrix or a part of one; rows are `stride' numbers apart. */
struct matrix {
    double *at;
    long stride;
};

static inline struct matrix part(struct matrix m, long row, long column)
{
    return (struct matrix){m.at + row * m.stride + column, m.stride};
}

static inline double *row(struct matrix m, long i)
{
    return m.at + i * m.stride;
}

static inline struct matrix make_matrix(long n)
{
    return (struct matrix){(double *)allocate(n * n, sizeof(double)), n};
}

/* Where n rows or columns are cut in two: at a multiple of 8 numbers, a cache
 * line, if n is more than 16. */
static inline long half(long n)
{
    return n > 16 ? (n / 2 + 7) / 8 * 8 : n / 2;
}

/* How many of n rows or columns are in the first block. */
static inline long in_block(long n)
{
    return n < BLOCK ? n : BLOCK;
}

/* The whole number at a place of one of the matrices. */
static inline double filling(int which, long row, long column)
{
    uint64_t x = draw(4 * matrix.seed + which, row * MAX_SIZE + column);
    return (double)(x % (2 * GREATEST + 1)) - GREATEST;
}

static inline void fill(struct matrix m, int which, long n)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            row(m, i)[j] = filling(which, i, j);
}

static inline void clear(struct matrix m, long n)
{
    for (long i = 0; i < n; i++)
        memset(row(m, i), 0, (size_t)n * sizeof(double));
}

/*
 * c += sign * a b, where a is m by k, and none of m, n and k greater than
 * BLOCK.  b is copied to an array in which its rows are adjacent: in a matrix
 * of 1024 columns its rows would evict each other from the cache.  The loop
 * takes four rows of the copy at a time: so compilers vectorize the loop over
 * columns without a further option, and a number of c is read and written once
 * per eight operations.
 *
 * Not inlined, so that the copy does not lie on the stack of a task that
 * spawns.  Aligned, so that it takes the same time in every program.
 */
static __attribute__((noinline, aligned(64), unused)) void
multiply_block(struct matrix c, struct matrix a, struct matrix b, long m,
               long n, long k, double sign)
{
    double copy[BLOCK][BLOCK];
    for (long q = 0; q < k; q++)
        for (long j = 0; j < n; j++)
            copy[q][j] = sign * row(b, q)[j];
    for (long i = 0; i < m; i++) {
        double *x = row(c, i);
        const double *y = row(a, i);
        long q = 0;
        for (; q + 4 <= k; q += 4) {
            double y0 = y[q], y1 = y[q + 1], y2 = y[q + 2], y3 = y[q + 3];
            for (long j = 0; j < n; j++)
                x[j] += y0 * copy[q][j] + y1 * copy[q + 1][j] +
                        y2 * copy[q + 2][j] + y3 * copy[q + 3][j];
        }
        for (; q < k; q++) {
            double y0 = y[q];
            for (long j = 0; j < n; j++)
                x[j] += y0 * copy[q][j];
        }
    }
}

/* --- Checks --- */

static inline int wrong(const char *what)
{
    fflush(stdout);
    fprintf(stderr, "wrong: %s\n", what);
    return 1;
}

/* y = m x */
static inline void apply(struct matrix m, const double *x, double *y, long n)
{
    for (long i = 0; i < n; i++) {
        y[i] = 0;
        for (long j = 0; j < n; j++)
            y[i] += row(m, i)[j] * x[j];
    }
}

/*
 * Checks c = a b by applying both to two vectors of whole numbers below 2^16
 * (Freivalds, "Probabilistic machines can use less running time", 1977).  A
 * wrong c passes with a probability of at most 2^-32; all sums are exact.
 */
static inline int maybe_product(struct matrix c, struct matrix a,
                                struct matrix b, long n)
{
    double *vectors = (double *)allocate(4 * n, sizeof(double));
    double *x = vectors, *bx = x + n, *abx = bx + n, *cx = abx + n;
    int equal = 1;
    for (int k = 0; k < 2; k++) {
        for (long i = 0; i < n; i++)
            x[i] = (double)(draw(matrix.seed + 1 + k, -1 - i) >> 48);
        apply(b, x, bx, n);
        apply(a, bx, abx, n);
        apply(c, x, cx, n);
        for (long i = 0; i < n; i++)
            equal &= cx[i] == abx[i];
    }
    free(vectors);
    return equal;
}

/* Is it, by the definition? */
static inline int surely_product(struct matrix c, struct matrix a,
                                 struct matrix b, long n)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long k = 0; k < n; k++)
                sum += row(a, i)[k] * row(b, k)[j];
            if (row(c, i)[j] != sum)
                return 0;
        }
    }
    return 1;
}

/* Prints the result; returns the exit status, 1 if c is not a b. */
static inline int report_product(struct matrix c, struct matrix a,
                                 struct matrix b, double took)
{
    long n = matrix.n;
    double operations = 2.0 * (double)n * (double)n * (double)n;
    printf("%ld by %ld numbers, seed %ld; %.6f s, %.2f GFLOP/s\n", n, n,
           matrix.seed, took, took > 0 ? 1e-9 * operations / took : 0);
    if (!maybe_product(c, a, b, n))
        return wrong("it does not do to a vector what the factors do");
    if (n <= CHECKED && !surely_product(c, a, b, n))
        return wrong("it is not what the definition gives");
    double sum = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            sum += (double)(1 + (i * 31 + j) % 97) * row(c, i)[j];
    printf("right\n%.0f\n", sum);
    return 0;
}
