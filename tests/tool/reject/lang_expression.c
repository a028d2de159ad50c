/* Spawns inside of larger expressions. */
#include <ucilk/ucilk.h>

long f(long n);

long g(long n)
{
    long x, y;
    /* expect: 10:13: error: spawn must be a statement of its own */
    x = 1 + spawn f(n);
    /* expect: 12:9: error: spawn must be a statement of its own */
    x = spawn f(n) + 1;
    /* expect: 14:13: error: spawn must be a statement of its own */
    x = y = spawn f(n);
    f(3 + spawn f(n)); /* expect: 15:11: error: spawn must be a statement */
    /* expect: 17:27: error: spawn must be a statement of its own */
    x = 2, (y = 3, (x += (spawn f(n))));
    /* expect: 19:18: error: spawn must be a statement of its own */
    x += n ? 1 : spawn f(n);
    /* expect: 21:22: error: spawn must be a statement of its own */
    y = 1 + (n ? 1 : spawn f(n));
    long a[3], i = 0;
    /* expect: 24:22: error: spawn must be a statement of its own */
    a[i++] = n ? 1 : spawn f(n);
    /* expect: 26:7: error: spawn must be a statement of its own */
    f(spawn f(n)) + 1;
    /* expect: +2:9: error: spawn needs a call of a function */
    /* expect: +1:21: error: spawn must be a statement of its own */
    x = _Cilk_spawn _Cilk_spawn f(n);
    /* expect: +1:7: error: spawn must be a statement of its own */
    a[spawn f(0)] = 1;
    /* expect: +1:7: error: spawn needs a call of a function */
    f(cilk_spawn n++);
    sync;
    return x + y;
}
