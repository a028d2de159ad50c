/*
 * ffib N: computes the Nth Fibonacci number, with a future at every level
 * instead of the spawn of fib.c.  There is no sync: the program waits for a
 * result where it uses it.
 */
#include <ucilk/ucilk.h>

#include "answer.h"

long fib(long n)
{
    if (n < 2)
        return n;
    ucilk_future_t x = cilk_future fib(n - 1);
    long y = fib(n - 2);
    return ucilk_future_get(long, x) + y;
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
        usage("ffib N");
    long n = number("N", argv[1], 0, 90);
    long answer = fib(n);
    printf("ffib(%ld) = %ld\n", n, answer);
    return verdict(answer, fib_by_addition(n));
}
