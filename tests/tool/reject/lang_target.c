/* Wide vectors where generated functions would pass them in another way. */
#include <ucilk/ucilk.h>

typedef double quad __attribute__((vector_size(32)));

__attribute__((target("avx2"))) quad f(quad a, int n);
int g(int n);

__attribute__((target("avx2"))) int h(quad a)
{
    /* expect: +1:14: error: a spawn of wide vectors in a function with a */
    quad b = spawn f(a, 2);
    int n = spawn g(3);
    sync;
    return n + (int)b[0];
}
