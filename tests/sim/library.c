/* A task in a shared library. */
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

long library_fib(long n)
{
    if (n < 2) {
        ucilk_work(100);
        return n;
    }
    long a = cilk_spawn library_fib(n - 1);
    long b = library_fib(n - 2);
    cilk_sync;
    return a + b;
}
