/* Spawns beside a comma operator. */
#include <ucilk/ucilk.h>

void f(long n);

void g(long n)
{
    /* expect: +1:5: error: spawn must be a statement of its own */
    spawn f(n), n++;
    n++, spawn f(n); /* in the last place it is one */
    /* expect: +1:13: error: spawn must be a statement of its own */
    n += n, spawn f(n), n++;
    sync;
}
