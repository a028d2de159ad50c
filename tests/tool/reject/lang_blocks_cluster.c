/* Spawned statements of programs for clusters have copies. */
/* flags: --ucilk-cluster */
#include <ucilk/ucilk.h>

long f(long n);
static void zero(void *view) { *(long *)view = 0; }
static void plus(void *left, void *right) { *(long *)left += *(long *)right; }
static long cilk_reducer(zero, plus) everywhere = 0;

long g(long n)
{
    long x = 0;
    long cilk_reducer(zero, plus) sum = 0;
    cilk_spawn { everywhere += f(x); }
    /* expect: +1:16: error: a spawned statement works on a copy of `x': spawn a function, `x = spawn f(...);' */
    cilk_spawn x += f(n);
    /* expect: +1:18: error: on a cluster a spawned statement cannot use the reducer `sum' of the function: declare it at file scope */
    cilk_spawn { sum += f(n); }
    cilk_for (int i = 0; i < n; i++)
        sum += i;
    sync;
    return x + sum;
}
