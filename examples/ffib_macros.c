/* ffib.c without the tool. */
#include <ucilk/macros.h>

#include "fib.h"

cilk_task(long, fib, (long) n)
{
    if (n < 2)
        return n;
    ucilk_future_t x = cilk_future(fib, n - 1);
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
