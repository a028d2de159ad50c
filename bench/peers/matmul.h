/* matmul for every peer: reads the flags, times `run', which adds a b to c in
 * parallel, and checks the product. */
#ifndef PEERS_MATMUL_H
#define PEERS_MATMUL_H

#include "../../examples/matrix.h"

static inline int matmul_program(int argc, char **argv,
                                 void (*run)(struct matrix c, struct matrix a,
                                             struct matrix b, long n))
{
    parse("matmul", "multiplies two matrices by divide and conquer", BLOCK,
          "of those that one task multiplies", argc, argv);
    long n = matrix.n;
    struct matrix a = make_matrix(n), b = make_matrix(n), c = make_matrix(n);
    fill(a, 0, n);
    fill(b, 1, n);
    clear(c, n);
    double began = seconds();
    run(c, a, b, n);
    int status = report_product(c, a, b, seconds() - began);
    free(a.at);
    free(b.at);
    free(c.at);
    return status;
}

#endif
