/* Spawned statements and blocks; a spawn in an initializer. */
#include <cilk/cilk.h>
#include <stdio.h>

static int fib(int n)
{
    if (n < 2)
        return n;
    int x = cilk_spawn fib(n - 1), y = fib(n - 2);
    cilk_sync;
    return x + y;
}

int main(void)
{
    int a = 0, b = 0, c[3] = {0};
    cilk_scope {
        cilk_spawn {
            a = fib(15);
            a++;
        }
        cilk_spawn b = fib(16);
        for (int i = 0; i < 3; i++)
            c[i] = cilk_spawn fib(10 + i);
    }
    printf("%d %d %d %d %d\n", a, b, c[0], c[1], c[2]);
    return 0;
}
