/* Spawns beside a comma operator. */
#include <ucilk/ucilk.h>

void f(long n);

void g(long n)
{
    /* expect: 9:5: error: spawn must be a statement of its own */
    spawn f(n), n++;
    /* expect: 11:10: error: spawn must be a statement of its own */
    n++, spawn f(n);
    sync;
}
