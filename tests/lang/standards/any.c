/* std: c89 gnu89 c99 gnu99 c11 gnu11 c17 gnu17 c2x gnu2x c23 gnu23 c2y gnu2y
 * Spawns and loops in any standard. */
#include <stdio.h>
#include <ucilk/ucilk.h>

cilk long fib(int n)
{
    long x, y;
    if (n < 2)
        return n;
    x = spawn fib(n - 1);
    y = spawn fib(n - 2);
    sync;
    return x + y;
}

cilk int main(void)
{
    long x, sum = 0;
    int i, squares[50];
    x = spawn fib(15);
    cilk_for (i = 0; i < 50; i++)
        squares[i] = i * i;
    sync;
    for (i = 0; i < 50; i++)
        sum += squares[i];
    printf("%ld %ld\n", x, sum);
    return 0;
}
