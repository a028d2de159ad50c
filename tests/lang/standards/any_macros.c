/* std: gnu89 c99 gnu99 c11 gnu11 c17 gnu17 c2x gnu2x c23 gnu23 c2y gnu2y
 * The macro form in any standard. */
#include <stdio.h>
#include <ucilk/macros.h>

cilk_task(long, fib, (int) n)
{
    long x, y;
    if (n < 2)
        return n;
    spawn_to(x, fib, n - 1);
    y = fib(n - 2);
    sync;
    return x + y;
}

int main(void)
{
    printf("%ld\n", fib(15));
    return 0;
}
