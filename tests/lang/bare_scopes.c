/* cilk_scope before statements without braces. */
#include <ucilk/ucilk.h>

#include "check.h"

static long fib(int n)
{
    if (n < 2)
        return n;
    long x, y;
    cilk_scope x = cilk_spawn fib(n - 1);
    y = fib(n - 2);
    return x + y;
}

static long bare(int n)
{
    static long part[8];
    long sum = 0, early = cilk_spawn fib(12);
    cilk_scope sum += cilk_spawn fib(n);
    sum *= 2;
    cilk_scope if (n > 100) sum = 0;
    else sum += cilk_spawn fib(n - 1);
    sum *= 2;
    for (int i = 0; i < 4; i++)
        cilk_scope part[i] = cilk_spawn fib(i + n);
    for (int i = 0; i < 4; i++)
        sum += part[i];
    cilk_scope for (int i = 0; i < 8; i++) part[i] = cilk_spawn fib(i + 2);
    for (int i = 0; i < 8; i++)
        sum = sum * 3 + part[i];
    cilk_for(int i = 0; i < 8; i++) cilk_scope part[i] = cilk_spawn fib(i);
    cilk_scope cilk_for(int i = 0; i < 8; i++) part[i] += cilk_spawn fib(i);
    cilk_scope do part[0] += cilk_spawn fib(3);
    while (n > 1000)
        ;
    cilk_scope _Cilk_scope part[1] += cilk_spawn fib(9);
    for (int i = 0; i < 8; i++)
        sum = sum * 3 + part[i];
    if (n == 3)
        cilk_scope sync;
    else
        cilk_scope switch (n)
        {
        case 10:
            sum += cilk_spawn fib(4);
            break;
        default:
            sum = 0;
        }
    cilk_scope n++;
    cilk_sync;
    return sum + early + n;
}

int main(void)
{
    printf("%ld %ld\n", bare(10), bare(3));
    return 0;
}
