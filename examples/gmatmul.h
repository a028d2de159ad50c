/*
 * What both forms of gmatmul share: strips of matrices as bytes that go to
 * another node.  A strip of a is some whole rows, as they lie.  The columns of
 * a strip of b are copied, so that they lie together.
 */
#pragma once

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

/* Rows BLOCK * i and on of c += a b in blocks; a is m by k. */
static inline void multiply_rows(struct matrix c, struct matrix a,
                                 struct matrix b, long m, long n, long k,
                                 long i)
{
    i *= BLOCK;
    for (long j = 0; j < n; j += BLOCK)
        for (long q = 0; q < k; q += BLOCK)
            multiply_block(part(c, i, j), part(a, i, q), part(b, q, j),
                           least(BLOCK, m - i), least(BLOCK, n - j),
                           least(BLOCK, k - q), 1);
}
