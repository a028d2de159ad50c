/*
 * What gmatmul.c and gmatmul_macros.c share: strips of matrices as bytes that
 * go to another node.  A strip of a is some whole rows, as they lie.  The
 * columns of a strip of b are copied, so that they lie together.
 */
#ifndef GMATMUL_H
#define GMATMUL_H

#include <ucilk/groups.h>

#include "matrix.h"

/* Rows and columns of the part of the product that is one group. */
static inline long part_of(long n)
{
    return matrix.block < n ? matrix.block : n;
}

static inline struct ucilk_bytes strip(double *at, long m, long n)
{
    return (struct ucilk_bytes){at, (size_t)(m * n) * sizeof *at};
}

static inline struct ucilk_bytes columns(struct matrix b, long k, long first,
                                         long n)
{
    double *at = (double *)allocate(k * n, sizeof *at);
    for (long i = 0; i < k; i++)
        memcpy(at + i * n, row(b, i) + first, (size_t)n * sizeof *at);
    return strip(at, k, n);
}

/* Puts a part that has come back into its place, and frees it. */
static inline void put(struct matrix c, struct ucilk_bytes part, long m, long n)
{
    for (long i = 0; i < m; i++)
        memcpy(row(c, i), (double *)part.at + i * n,
               (size_t)n * sizeof(double));
    free(part.at);
}

static inline long least(long a, long b)
{
    return a < b ? a : b;
}

#endif
