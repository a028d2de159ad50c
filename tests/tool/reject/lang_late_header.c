/* Keywords need no header; one behind them comes too late. */
long fib(long n)
{
    long x, y;
    if (n < 2)
        return n;
    /* expect: +1:9: error: the first spawn stands before a header of Cilk's: include <cilk/cilk.h> at the beginning, or none */
    x = _Cilk_spawn fib(n - 1);
    y = fib(n - 2);
    _Cilk_sync;
    return x + y;
}

#include <cilk/cilk.h>
