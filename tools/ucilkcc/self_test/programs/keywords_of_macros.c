/* keywords out of macros: 34 */
#include "check.h"

#define IN_PARALLEL cilk_spawn
#define RUN(to, f, ...) to = IN_PARALLEL f(__VA_ARGS__)
#define WAIT cilk_sync

static long fib(long n)
{
    long x, y;
    if (n < 2)
        return square(n);
    RUN(x, fib, n - 1);
    y = fib(n - 2);
    WAIT;
    return x + y;
}

int main(void)
{
    printf("%ld\n", fib(9));
    return 0;
}
