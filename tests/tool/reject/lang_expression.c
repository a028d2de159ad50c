/* Spawns inside of larger expressions. */
#include <ucilk/ucilk.h>

long f(long n);

long g(long n)
{
    long x, y;
    /* expect: +1:13: error: spawn must be a statement of its own */
    x = 1 + spawn f(n);
    /* expect: +1:9: error: spawn must be a statement of its own */
    x = spawn f(n) + 1;
    /* expect: +1:13: error: spawn must be a statement of its own */
    x = y = spawn f(n);
    f(3 + spawn f(n)); /* expect: +0:11: error: spawn must be a statement */
    /* expect: +1:27: error: spawn must be a statement of its own */
    x = 2, (y = 3, (x += (spawn f(n))));
    /* expect: +1:18: error: spawn must be a statement of its own */
    x += n ? 1 : spawn f(n);
    /* expect: +1:22: error: spawn must be a statement of its own */
    y = 1 + (n ? 1 : spawn f(n));
    long a[3], i = 0;
    /* expect: +1:22: error: spawn must be a statement of its own */
    a[i++] = n ? 1 : spawn f(n);
    /* expect: +1:7: error: spawn must be a statement of its own */
    f(spawn f(n)) + 1;
    sync;
    return x + y;
}
