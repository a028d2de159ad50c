/* Spawns in each part of a for's header. */
#include <ucilk/ucilk.h>

int f(int n);

void g(int n)
{
    /* its beginning is as good a place as any */
    for (spawn f(n); n < 3; n++)
        ;
    /* expect: +1:12: error: spawn cannot stand in the condition of a for */
    for (; spawn f(n); n++)
        ;
    /* and so is its step */
    for (; n < 3; spawn f(n))
        n++;
    int i;
    for (i = spawn f(n); n < 3; n++)
        ;
    /* expect: +1:12: error: spawn must be a statement of its own */
    for (; cilk_spawn n = 3; n++)
        ;
    sync;
}
