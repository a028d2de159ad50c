/* x as initialized by a spawn: 34 */
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
    printf("%ld\n", fib(9));
    return 0;
}
