/* cilk_future for one consumer: 34 */
#include "check.h"

static long fib(long n)
{
    if (n < 2)
        return square(n);
    ucilk_future_t x = cilk_future fib(n - 1);
    long y = fib(n - 2);
    return ucilk_future_get(long, x) + y;
}

int main(void)
{
    printf("%ld\n", fib(9));
    return 0;
}
