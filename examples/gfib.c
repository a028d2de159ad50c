/*
 * gfib N CUTOFF: computes the Nth Fibonacci number on a cluster.  Numbers above
 * the cutoff are groups, which may run on other nodes; below it there are tasks
 * of one node, as in fib.c.
 */
#include <ucilk/ucilk.h>

#include "fib.h"

long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    sync;
    return x + y;
}

long gfib(long n, long cutoff)
{
    if (n <= cutoff)
        return fib(n);
    ucilk_future_t x = cilk_group gfib(n - 1, cutoff);
    long y = gfib(n - 2, cutoff);
    return ucilk_future_get(long, x) + y;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        usage("gfib N CUTOFF");
    long n = number("N", argv[1], 0, 90);
    long cutoff = number("CUTOFF", argv[2], 1, 90);
    return report("gfib", n, gfib(n, cutoff));
}
