/*
 * gmatmul [FLAG VALUE]...: multiplies two matrices on a cluster.  Each part of
 * the product is a group, which is given the rows and the columns that it is made
 * of; the tasks of a group share these on their node.  gmatmul -h lists the
 * flags.
 */
#include <ucilk/ucilk.h>

#include "gmatmul.h"

/* c += a b; a is m by k. */
static void multiply(struct matrix c, struct matrix a, struct matrix b, long m,
                     long n, long k)
{
    cilk_for (long i = 0; i < (m + BLOCK - 1) / BLOCK; i++)
        multiply_rows(c, a, b, m, n, k, i);
}

static struct ucilk_bytes product(struct ucilk_bytes rows,
                                  struct ucilk_bytes columns, long m, long n,
                                  long k)
{
    double *at = calloc((size_t)(m * n), sizeof *at);
    if (at)
        multiply((struct matrix){at, n}, (struct matrix){rows.at, k},
                 (struct matrix){columns.at, n}, m, n, k);
    return strip(at, m, n);
}

static void multiply_parts(struct matrix c, struct matrix a, struct matrix b,
                           long n)
{
    long size = part_of(n), parts = (n + size - 1) / size;
    ucilk_future_t *f = allocate(parts * parts, sizeof *f);
    struct ucilk_bytes *of_b = allocate(parts, sizeof *of_b);
    for (long j = 0; j < parts; j++)
        of_b[j] = columns(b, n, j * size, least(size, n - j * size));
    for (long i = 0; i < parts; i++)
        for (long j = 0; j < parts; j++) {
            long m = least(size, n - i * size), l = least(size, n - j * size);
            f[i * parts + j] = cilk_group product(strip(row(a, i * size), m, n),
                                                  of_b[j], m, l, n);
        }
    for (long i = 0; i < parts; i++)
        for (long j = 0; j < parts; j++)
            put(part(c, i * size, j * size),
                ucilk_future_get(struct ucilk_bytes, f[i * parts + j]),
                least(size, n - i * size), least(size, n - j * size));
    for (long j = 0; j < parts; j++)
        free(of_b[j].at);
    free(of_b);
    free(f);
}

int main(int argc, char **argv)
{
    matrix.block = 256;
    parse("gmatmul", "multiplies two matrices on a cluster", MAX_SIZE,
          "rows and columns that a group computes", argc, argv);
    long n = matrix.n;
    struct matrix a = make_matrix(n), b = make_matrix(n), c = make_matrix(n);
    fill(a, 0, n);
    fill(b, 1, n);
    double began = seconds();
    if (n > 0)
        multiply_parts(c, a, b, n);
    int status = report_product(c, a, b, seconds() - began);
    free(a.at);
    free(b.at);
    free(c.at);
    return status;
}
