/*
 * ffib N: computes the Nth Fibonacci number, with a future at every level
 * instead of the spawn of fib.c.  There is no sync: the program waits for a
 * result where it uses it.
 */
#include <ucilk/ucilk.h>

#include "fib.h"

long fib(long n)
{
    if (n < 2)
        return n;
    ucilk_future_t x = cilk_future fib(n - 1);
    long y = fib(n - 2);
    return ucilk_future_get(long, x) + y;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("ffib N");
    long n = number("N", argv[1], 0, 90);
    return report("ffib", n, fib(n));
}
