/*
 * lu_quad [FLAG VALUE]...: computes what examples/lu.c does, with the same
 * flags.  But the matrix is a tree of quarters down to contiguous blocks, and
 * each function recurs into four quarters.
 */
#include <ucilk/ucilk.h>

#include "../examples/lu.h"

/* A quarter of m.  The quarters, of n rows each, lie one after another; a leaf
 * of BLOCK rows is stored row by row. */
static inline double *quarter(double *m, long n, int i, int j)
{
    return m + (2 * i + j) * (n / 2) * (n / 2);
}

static inline struct matrix leaf(double *m)
{
    return (struct matrix){m, BLOCK};
}

/* c -= a b. */
void subtract(double *c, double *a, double *b, long n)
{
    if (n <= BLOCK) {
        multiply_block(leaf(c), leaf(a), leaf(b), n, n, n, -1);
        return;
    }
    long h = n / 2;
    for (int k = 0; k < 2; k++) {
        spawn subtract(quarter(c, n, 0, 0), quarter(a, n, 0, k),
                       quarter(b, n, k, 0), h);
        spawn subtract(quarter(c, n, 0, 1), quarter(a, n, 0, k),
                       quarter(b, n, k, 1), h);
        spawn subtract(quarter(c, n, 1, 0), quarter(a, n, 1, k),
                       quarter(b, n, k, 0), h);
        spawn subtract(quarter(c, n, 1, 1), quarter(a, n, 1, k),
                       quarter(b, n, k, 1), h);
        sync;
    }
}

/* b becomes X with L X = b. */
void solve_lower(double *l, double *b, long n)
{
    if (n <= BLOCK) {
        solve_lower_block(leaf(l), leaf(b), n, n);
        return;
    }
    long h = n / 2;
    spawn solve_lower(quarter(l, n, 0, 0), quarter(b, n, 0, 0), h);
    spawn solve_lower(quarter(l, n, 0, 0), quarter(b, n, 0, 1), h);
    sync;
    spawn subtract(quarter(b, n, 1, 0), quarter(l, n, 1, 0),
                   quarter(b, n, 0, 0), h);
    spawn subtract(quarter(b, n, 1, 1), quarter(l, n, 1, 0),
                   quarter(b, n, 0, 1), h);
    sync;
    spawn solve_lower(quarter(l, n, 1, 1), quarter(b, n, 1, 0), h);
    spawn solve_lower(quarter(l, n, 1, 1), quarter(b, n, 1, 1), h);
    sync;
}

/* b becomes X with X U = b. */
void solve_upper(double *u, double *b, long n)
{
    if (n <= BLOCK) {
        solve_upper_block(leaf(u), leaf(b), n, n);
        return;
    }
    long h = n / 2;
    spawn solve_upper(quarter(u, n, 0, 0), quarter(b, n, 0, 0), h);
    spawn solve_upper(quarter(u, n, 0, 0), quarter(b, n, 1, 0), h);
    sync;
    spawn subtract(quarter(b, n, 0, 1), quarter(b, n, 0, 0),
                   quarter(u, n, 0, 1), h);
    spawn subtract(quarter(b, n, 1, 1), quarter(b, n, 1, 0),
                   quarter(u, n, 0, 1), h);
    sync;
    spawn solve_upper(quarter(u, n, 1, 1), quarter(b, n, 0, 1), h);
    spawn solve_upper(quarter(u, n, 1, 1), quarter(b, n, 1, 1), h);
    sync;
}

void lu(double *m, long n)
{
    if (n <= BLOCK) {
        factor_block(leaf(m), n);
        return;
    }
    long h = n / 2;
    lu(quarter(m, n, 0, 0), h);
    spawn solve_lower(quarter(m, n, 0, 0), quarter(m, n, 0, 1), h);
    spawn solve_upper(quarter(m, n, 0, 0), quarter(m, n, 1, 0), h);
    sync;
    subtract(quarter(m, n, 1, 1), quarter(m, n, 1, 0), quarter(m, n, 0, 1), h);
    lu(quarter(m, n, 1, 1), h);
}

/* Copies the matrix from rows to the tree, or back. */
static void convert(double *tree, struct matrix rows, long n, int back)
{
    if (n > BLOCK) {
        for (int k = 0; k < 4; k++)
            convert(quarter(tree, n, k / 2, k % 2),
                    part(rows, k / 2 * (n / 2), k % 2 * (n / 2)), n / 2, back);
        return;
    }
    for (long i = 0; i < n; i++)
        memcpy(back ? row(rows, i) : row(leaf(tree), i),
               back ? row(leaf(tree), i) : row(rows, i),
               (size_t)n * sizeof(double));
}

int main(int argc, char **argv)
{
    parse_arguments(argc, argv);
    long n = matrix.n;
    if (n < BLOCK || (n & (n - 1)) != 0) {
        fprintf(stderr, "lu_quad: -n is a power of two, at least %d\n", BLOCK);
        return 2;
    }
    struct matrix a = make_matrix(n), f = make_matrix(n);
    double *tree = (double *)allocate(n * n, sizeof(double));
    fill_dominant(a, n);
    convert(tree, a, n, 0);
    double began = seconds();
    lu(tree, n);
    double took = seconds() - began;
    convert(tree, f, n, 1);
    int status = report(f, a, took);
    free(tree);
    free(a.at);
    free(f.at);
    return status;
}
