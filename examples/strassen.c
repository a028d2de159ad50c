/*
 * strassen [FLAG VALUE]...: multiplies two matrices by Strassen's algorithm:
 * seven products of sums of quarters are computed at the same time.  Sums and
 * products are on the heap: a task allocates what another one frees. strassen
 * -h lists the flags; strassen.h has the sums.
 */
#include <ucilk/ucilk.h>

#include "strassen.h"

void strassen(struct matrix c, struct matrix a, struct matrix b, long size);

/* Returns product i of the seven that make up a b, on the heap. */
struct matrix product(struct matrix a, struct matrix b, int i, long size)
{
    struct matrix p = make_matrix(size);
    struct matrix x = make_sum(a, sum_of_a[i], size);
    struct matrix y = make_sum(b, sum_of_b[i], size);
    strassen(p, x, y, size);
    free_sum(x, sum_of_a[i]);
    free_sum(y, sum_of_b[i]);
    return p;
}

/* c = a b */
void strassen(struct matrix c, struct matrix a, struct matrix b, long size)
{
    if (size <= matrix.block) {
        multiply_serially(c, a, b, size);
        return;
    }
    struct matrix p[PRODUCTS];
    long h = size / 2;
    for (int i = 0; i < PRODUCTS; i++)
        p[i] = spawn product(a, b, i, h);
    sync;
    cilk_for (long i = 0; i < h; i++)
        combine_row(c, p, h, i);
    for (int i = 0; i < PRODUCTS; i++)
        free(p[i].at);
}

int main(int argc, char **argv)
{
    parse_arguments(argc, argv);
    struct matrix a = make_padded(0), b = make_padded(1);
    struct matrix c = make_padded(2); /* its numbers are overwritten */
    double began = seconds();
    strassen(c, a, b, padded());
    int status = report_product(c, a, b, seconds() - began);
    free(a.at);
    free(b.at);
    free(c.at);
    return status;
}
