/*
 * fib N: computes the Nth Fibonacci number, with a spawn at every level.  Its
 * tasks do almost nothing, so it shows what a spawn costs.
 */
#include <ucilk/ucilk.h>

#include "answer.h"

long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1);
    long y = fib(n - 2);
    sync;
    return x + y;
}

static long fib_by_addition(long n)
{
    long a = 0, b = 1;
    while (n-- > 0) {
        long c = a + b;
        a = b;
        b = c;
    }
    return a;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("fib N");
    long n = number("N", argv[1], 0, 90);
    long answer = fib(n);
    printf("fib(%ld) = %ld\n", n, answer);
    return verdict(answer, fib_by_addition(n));
}
