/* A compiler builtin, and a function that is not declared. */
#include <ucilk/ucilk.h>

int g(int n)
{
    int x, y;
    /* expect: 8:9: error: `__builtin_popcount' is built into the compiler */
    x = spawn __builtin_popcount(n);
    /* expect: 10:9: error: `nobody' is not declared */
    y = spawn nobody(n);
    sync;
    return x + y;
}
