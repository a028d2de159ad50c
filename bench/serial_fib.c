/*
 * fib in plain C: the baseline of a spawn's cost.  It is built twice: as it is,
 * and with a FIB_ATTRIBUTE that forbids the compiler to inline it into itself.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef FIB_ATTRIBUTE
#define FIB_ATTRIBUTE
#endif

FIB_ATTRIBUTE long fib(long n)
{
    if (n < 2)
        return n;
    long x = fib(n - 1);
    long y = fib(n - 2);
    return x + y;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    printf("%ld\n", fib(atol(argv[1])));
    return 0;
}
