/* gfib.c without the tool. */
#include <ucilk/macros.h>

#include "fib.h"

cilk_task(long, fib, (long)n)
{
    if (n < 2)
        return n;
    long x, y;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

cilk_task(long, gfib, (long)n, (long)cutoff)
{
    if (n <= cutoff)
        return fib(n);
    ucilk_future_t x = cilk_group(gfib, n - 1, cutoff);
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
