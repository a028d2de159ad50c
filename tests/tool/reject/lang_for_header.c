/* Spawns in each part of a for's header. */
#include <ucilk/ucilk.h>

int f(int n);

void g(int n)
{
    /* expect: 9:10: error: spawn cannot stand in the header of a for */
    for (spawn f(n); n < 3; n++)
        ;
    /* expect: 12:12: error: spawn cannot stand in the header of a for */
    for (; spawn f(n); n++)
        ;
    /* expect: 15:19: error: spawn cannot stand in the header of a for */
    for (; n < 3; spawn f(n))
        n++;
    /* expect: 18:18: error: spawn cannot stand in the header of a for */
    for (int i = spawn f(n); i < 3; i++)
        ;
    sync;
}
