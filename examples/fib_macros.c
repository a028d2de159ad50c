/* fib.c without the tool. */
#include <ucilk/macros.h>

#include "fib.h"

cilk_task(long, fib, (long) n)
{
    if (n < 2)
        return n;
    long x, y;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
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
