/* mergesort for every peer: reads the flags, times `run', which sorts a with
 * the help of b in parallel, and checks the order. */
#ifndef PEERS_SORT_H
#define PEERS_SORT_H

#include "../../examples/mergesort.h"

static inline int sort_program(int argc, char **argv,
                               void (*run)(int *a, int *b, long n))
{
    parse(argc, argv);
    int *a = make_numbers();
    int *b = (int *)allocate(sort.n, sizeof *b);
    double began = seconds();
    run(a, b, sort.n);
    int status = report(a, seconds() - began);
    free(a);
    free(b);
    return status;
}

#endif
