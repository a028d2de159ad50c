/* A program that spawns what a shared library has. */
#include <stdio.h>
#include <ucilk/ucilk.h>

long library_fib(long n);

static long two(long n)
{
    long a = cilk_spawn library_fib(n);
    long b = library_fib(n);
    cilk_sync;
    return a + b;
}

int main(void)
{
    printf("%ld\n", two(20));
    return 0;
}
