/* x as initialized by a spawn: 144 */
#include "check.h"

static long fib(long n)
{
    if (n < 2) {
        dawdle();
        return n;
    }
    long x = spawn fib(n - 1), y = spawn fib(n - 2);
    sync;
    return x + y;
}

int main(void)
{
    printf("%ld\n", fib(12));
    return 0;
}
