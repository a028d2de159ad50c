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
    /* expect: 17:12: error: spawn must be a statement of its own */
    (void) spawn f(n);
    /* expect: 19:17: error: spawn must be a statement of its own */
    x = n ? 1 : spawn f(n);
    sync;
    return x + y;
}
