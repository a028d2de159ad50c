/* fib N for every peer: reads N, times `run', which computes it in parallel,
 * and checks the answer. */
#pragma once

#include "../../examples/fib.h"
#include "../clock.h"

static inline int fib_program(int argc, char **argv, long (*run)(long))
{
    if (argc != 2)
        usage("fib N");
    long n = number("N", argv[1], 0, 90);
    double began = seconds();
    long answer = run(n);
    printf("%.6f s, ", seconds() - began);
    return report("fib", n, answer);
}
