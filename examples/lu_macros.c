/* lu.c without the tool. */
#include <ucilk/macros.h>

#include "lu.h"

/* c -= a b, where a is m by k. */
cilk_task(void, subtract, (struct matrix) c, (struct matrix) a,
          (struct matrix) b, (long) m, (long) n, (long) k)
{
    if (m <= matrix.block && n <= matrix.block) {
        subtract_block(c, a, b, m, n, k);
    } else if (m >= n) {
        long h = half(m);
        spawn(subtract, c, a, b, h, n, k);
        subtract(part(c, h, 0), part(a, h, 0), b, m - h, n, k);
    } else {
        long h = half(n);
        spawn(subtract, c, a, b, m, h, k);
        subtract(part(c, 0, h), a, part(b, 0, h), m, n - h, k);
    }
}

/* Replaces b by X with L X = b, where b is m by n and L is the lower triangle
 * of l.  Columns are solved at the same time, rows from the top down. */
cilk_task(void, solve_lower, (struct matrix) l, (struct matrix) b, (long) m,
          (long) n)
{
    if (n > matrix.block) {
        long h = half(n);
        spawn(solve_lower, l, b, m, h);
        solve_lower(l, part(b, 0, h), m, n - h);
    } else if (m > matrix.block) {
        long h = half(m);
        solve_lower(l, b, h, n);
        subtract(part(b, h, 0), part(l, h, 0), b, m - h, n, h);
        solve_lower(part(l, h, h), part(b, h, 0), m - h, n);
    } else {
        solve_lower_block(l, b, m, n);
    }
}

/* Replaces b by X with X U = b, where b is m by n and U is the upper triangle
 * of u.  Rows are solved at the same time, columns from left to right. */
cilk_task(void, solve_upper, (struct matrix) u, (struct matrix) b, (long) m,
          (long) n)
{
    if (m > matrix.block) {
        long h = half(m);
        spawn(solve_upper, u, b, h, n);
        solve_upper(u, part(b, h, 0), m - h, n);
    } else if (n > matrix.block) {
        long h = half(n);
        solve_upper(u, b, m, h);
        subtract(part(b, 0, h), b, part(u, 0, h), m, n - h, h);
        solve_upper(part(u, h, h), part(b, 0, h), m, n - h);
    } else {
        solve_upper_block(u, b, m, n);
    }
}

/* Replaces a by its L and U. */
cilk_task(void, lu, (struct matrix) a, (long) n)
{
    if (n <= matrix.block) {
        factor_block(a, n);
        return;
    }
    long h = half(n);
    lu(a, h);
    spawn(solve_lower, a, part(a, 0, h), h, n - h);
    solve_upper(a, part(a, h, 0), n - h, h);
    sync;
    subtract(part(a, h, h), part(a, h, 0), part(a, 0, h), n - h, n - h, h);
    lu(part(a, h, h), n - h);
}

int main(int argc, char **argv)
{
    parse_arguments(argc, argv);
    struct matrix a = make_matrix(matrix.n), f = make_matrix(matrix.n);
    fill_dominant(a, matrix.n);
    fill_dominant(f, matrix.n);
    double began = seconds();
    lu(f, matrix.n);
    int status = report(f, a, seconds() - began);
    free(a.at);
    free(f.at);
    return status;
}
