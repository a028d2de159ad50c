/*
 * fib N: computes the Nth Fibonacci number, with a spawn at every level.  Its
 * tasks do almost nothing, so it shows what a spawn costs.
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

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("fib N");
    long n = number("N", argv[1], 0, 90);
    return report("fib", n, fib(n));
}
