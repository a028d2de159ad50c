/* Spawns in initializer lists. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    /* expect: +1:20: error: spawn cannot stand in an initializer list */
    int a[2] = {1, spawn f(n)};
    sync;
    return a[0];
}
