/* Keywords for Tasking: _Cilk_spawn, _Cilk_sync and _Cilk_for need no header. */
#ifdef UCILK_SERIAL
#include <cilk/cilk.h> /* for a plain compiler */
#endif

#include "../../check.h"

static long fib(long n)
{
    long x, y;
    if (n < 2)
        return n;
    x = _Cilk_spawn fib(n - 1);
    y = fib(n - 2);
    _Cilk_sync;
    return x + y;
}

static long squares(int n)
{
    static long a[50];
    long sum = 0;
    _Cilk_for (int i = 0; i < n; i++)
        a[i] = (long)i * i;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    printf("%ld %ld\n", fib(10), squares(50));
    return 0;
}
