/* x = spawn f(): 34 */
#include "check.h"

static long fib(long n)
{
    long x, y;
    if (n < 2) {
        dawdle();
        return n;
    }
    x = spawn fib(n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

int main(void)
{
    printf("%ld\n", fib(9));
    return 0;
}
