/* gmatmul.c without the tool. */
#include <ucilk/macros.h>

#include "gmatmul.h"

/* Rows i * BLOCK and on of c += a b in blocks; a is m by k. */
cilk_loop(multiply_rows, (long)block, (struct matrix)c, (struct matrix)a,
          (struct matrix)b, (long)m, (long)n, (long)k)
{
    long i = block * BLOCK;
    for (long j = 0; j < n; j += BLOCK)
        for (long q = 0; q < k; q += BLOCK)
            multiply_block(part(c, i, j), part(a, i, q), part(b, q, j),
                           least(BLOCK, m - i), least(BLOCK, n - j),
                           least(BLOCK, k - q), 1);
}

cilk_static_task(struct ucilk_bytes, product, (struct ucilk_bytes)rows,
                 (struct ucilk_bytes)columns, (long)m, (long)n, (long)k)
{
    double *at = calloc((size_t)(m * n), sizeof *at);
    struct matrix c = {at, n}, a = {rows.at, k}, b = {columns.at, n};
    if (at)
        cilk_for(multiply_rows, 0, (m + BLOCK - 1) / BLOCK, c, a, b, m, n, k);
    return strip(at, m, n);
}

cilk_static_task(void, multiply_parts, (struct matrix)c, (struct matrix)a,
                 (struct matrix)b, (long)n)
{
    long size = part_of(n), parts = (n + size - 1) / size;
    ucilk_future_t *f = allocate(parts * parts, sizeof *f);
    struct ucilk_bytes *of_b = allocate(parts, sizeof *of_b);
    for (long j = 0; j < parts; j++)
        of_b[j] = columns(b, n, j * size, least(size, n - j * size));
    for (long i = 0; i < parts; i++)
        for (long j = 0; j < parts; j++) {
            long m = least(size, n - i * size), l = least(size, n - j * size);
            f[i * parts + j] = cilk_group(
                product, strip(row(a, i * size), m, n), of_b[j], m, l, n);
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
