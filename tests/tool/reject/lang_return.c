/* A spawn whose value is returned at once. */
#include <ucilk/ucilk.h>

long f(long n);

long g(long n)
{
    /* expect: 9:12: error: spawn cannot stand in a return */
    return spawn f(n);
}
