/* nqueens N for every peer: reads N, times `run', which counts the solutions in
 * parallel, and checks their number. */
#pragma once

#include "../../examples/nqueens.h"
#include "../clock.h"

static inline int nqueens_program(int argc, char **argv, long (*run)(int))
{
    if (argc != 2)
        usage("nqueens N");
    int n = (int)number("N", argv[1], 1, MAX);
    double began = seconds();
    long count = run(n);
    printf("%.6f s, ", seconds() - began);
    return report(n, count);
}
