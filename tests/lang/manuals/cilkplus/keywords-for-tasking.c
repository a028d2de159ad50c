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

#ifdef REFUSED_1
/* A header behind them would come too late. */
/* expect: 13:9: error: the first spawn stands before a header of Cilk's: include <cilk/cilk.h> at the beginning, or none */
#include <cilk/cilk.h>
#endif

#ifdef REFUSED_2
/* The words are none for anything else. */
int f(int n)
{
    /* expect: +1:5: error: cilk_for */
    _Cilk_for(n);
    /* expect: +1:12: error: sync is a statement */
    return _Cilk_sync + n;
}
#endif

#ifdef REFUSED_3
int f(int n)
{
    /* expect: +1:21: error: expected identifier or */
    int _Cilk_spawn = n;
    return n;
}
#endif
