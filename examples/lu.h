/*
 * What lu.c and its form in macros share: the computation of a block by one task
 * alone, and the check.
 *
 * There is no pivoting: each number on the diagonal of A exceeds the sum of the
 * other numbers of its row, so no step divides by a small number.  L, whose
 * diagonal is 1, and U are stored in place of A.
 */
#pragma once

#include <float.h>
#include <math.h>

#include "matrix.h"

static inline void parse_arguments(int argc, char **argv)
{
    parse("lu", "factors a matrix into triangular ones, L U, without pivoting",
          BLOCK, "of those that one task factors or multiplies", argc, argv);
}

static inline void fill_dominant(struct matrix a, long n)
{
    fill(a, 0, n);
    for (long i = 0; i < n; i++)
        row(a, i)[i] += (double)(n * GREATEST + 1);
}

/* Replaces a block of A by its L and U. */
static __attribute__((noinline, unused)) void factor_block(struct matrix a,
                                                           long n)
{
    for (long k = 0; k < n; k++) {
        const double *restrict u = row(a, k);
        for (long i = k + 1; i < n; i++) {
            double *restrict x = row(a, i);
            double l = x[k] /= u[k];
            for (long j = k + 1; j < n; j++)
                x[j] -= l * u[j];
        }
    }
}

/* Replaces b by X with L X = b, where b is m by n and L is the lower triangle
 * of l. */
static __attribute__((noinline, unused)) void
solve_lower_block(struct matrix l, struct matrix b, long m, long n)
{
    for (long i = 1; i < m; i++) {
        double *restrict x = row(b, i);
        for (long k = 0; k < i; k++) {
            const double *restrict y = row(b, k);
            double factor = row(l, i)[k];
            for (long j = 0; j < n; j++)
                x[j] -= factor * y[j];
        }
    }
}

/* Replaces b by X with X U = b, where b is m by n and U is the upper triangle
 * of u. */
static __attribute__((noinline, unused)) void
solve_upper_block(struct matrix u, struct matrix b, long m, long n)
{
    for (long i = 0; i < m; i++) {
        double *restrict x = row(b, i);
        for (long k = 0; k < n; k++) {
            const double *restrict y = row(u, k);
            double factor = x[k] /= y[k];
            for (long j = k + 1; j < n; j++)
                x[j] -= factor * y[j];
        }
    }
}

/* c -= a b, where c is a block, and a is m by k, of any k. */
static inline void subtract_block(struct matrix c, struct matrix a,
                                  struct matrix b, long m, long n, long k)
{
    for (long q = 0; q < k; q += BLOCK)
        multiply_block(c, part(a, 0, q), part(b, q, 0), m, n, in_block(k - q),
                       -1);
}

/* --- Check --- */

/* Returns NaN if either is NaN. */
static inline double larger(double a, double b)
{
    return a >= b ? a : b >= a ? b : a + b;
}

/* y = L U x, by way of z. */
static inline void apply_factors(struct matrix f, const double *x, double *z,
                                 double *y, long n)
{
    for (long i = 0; i < n; i++) {
        z[i] = 0;
        for (long j = i; j < n; j++)
            z[i] += row(f, i)[j] * x[j];
    }
    for (long i = 0; i < n; i++) {
        y[i] = z[i];
        for (long j = 0; j < i; j++)
            y[i] += row(f, i)[j] * z[j];
    }
}

/* The rounding error allowed for a sum of n products of a number as large as
 * A's diagonal and one of at most 1. */
static inline double rounding(long n)
{
    return DBL_EPSILON * (double)(n + 1) * (double)(n * GREATEST + 1);
}

/* Applies L U and A to two vectors of numbers below 1; returns the greatest
 * difference of the results, in units of `rounding'. */
static inline double residual(struct matrix f, struct matrix a, long n)
{
    double *vectors = (double *)allocate(4 * n, sizeof(double));
    double *x = vectors, *ax = x + n, *ux = ax + n, *lux = ux + n;
    double greatest = 0;
    for (int k = 0; k < 2; k++) {
        for (long i = 0; i < n; i++)
            x[i] = (double)(draw(matrix.seed + 1 + k, -1 - i) >> 11) * 0x1p-53;
        apply(a, x, ax, n);
        apply_factors(f, x, ux, lux, n);
        for (long i = 0; i < n; i++)
            greatest = larger(greatest, fabs(ax[i] - lux[i]));
    }
    free(vectors);
    return greatest / rounding(n);
}

/* Compares L U with A number by number; returns the greatest difference, in the
 * same units. */
static inline double residual_of_all(struct matrix f, struct matrix a, long n)
{
    double greatest = 0;
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < n; j++) {
            double sum = i <= j ? row(f, i)[j] : 0;
            for (long k = 0; k < i && k <= j; k++)
                sum += row(f, i)[k] * row(f, k)[j];
            greatest = larger(greatest, fabs(sum - row(a, i)[j]));
        }
    }
    return greatest / rounding(n);
}

/* Prints the result; returns the exit status, 1 if L U is not A. */
static inline int report(struct matrix f, struct matrix a, double took)
{
    long n = matrix.n;
    double operations = 2.0 / 3 * (double)n * (double)n * (double)n;
    printf("%ld by %ld numbers, seed %ld; %.6f s, %.2f GFLOP/s\n", n, n,
           matrix.seed, took, took > 0 ? 1e-9 * operations / took : 0);
    double off = residual(f, a, n), digits = 0;
    if (n <= CHECKED)
        off = larger(off, residual_of_all(f, a, n));
    for (long i = 0; i < n; i++)
        digits += log10(row(f, i)[i]);
    printf("L U differs from A by %.4f of what rounding may do\n", off);
    if (!(off <= 1))
        return wrong("L U is not A");
    printf("right\ndeterminant: 10^%.6f\n", digits);
    return 0;
}
