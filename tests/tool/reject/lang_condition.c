/* Spawns in conditions. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    int x;
    /* expect: +1:9: error: spawn cannot stand in a condition */
    if (spawn f(n))
        n++;
    /* expect: +1:17: error: spawn cannot stand in a condition */
    while ((x = spawn f(n)))
        n++;
    do {
        n++;
        /* expect: +1:14: error: spawn cannot stand in a condition */
    } while (spawn f(n));
    /* expect: +1:13: error: spawn cannot stand in a condition */
    switch (spawn f(n)) {
    default:
        break;
    }
    sync;
    return x;
}
