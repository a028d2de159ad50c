/* A compiler builtin, and a function that is not declared. */
#include <ucilk/ucilk.h>

int g(int n)
{
    int x, y;
    /* expect: +1:5: error: `__builtin_prefetch' is built into the compiler */
    spawn __builtin_prefetch(&n, 0, 1);
    /* expect: +1:9: error: `nobody' is not declared */
    y = spawn nobody(n);
    sync;
    x = y;
    return x + y;
}
