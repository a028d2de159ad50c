/* Spawns in conditions and returns. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    int x;
    /* expect: 10:9: error: spawn cannot stand in a condition */
    if (spawn f(n))
        n++;
    /* expect: 13:17: error: spawn cannot stand in a condition */
    while ((x = spawn f(n)))
        n++;
    do {
        n++;
        /* expect: 18:14: error: spawn cannot stand in a condition */
    } while (spawn f(n));
    /* expect: 20:13: error: spawn cannot stand in a condition */
    switch (spawn f(n)) {
    default:
        break;
    }
    sync;
    if (n)
        /* expect: +1:17: error: spawn cannot stand in a return: write `x = spawn f(...); sync; return x;' */
        return -spawn f(n);
    return x;
}
