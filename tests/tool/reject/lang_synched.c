/* SYNCHED is only read. */
#include <ucilk/ucilk.h>

int f(int n);

int g(int n)
{
    n = spawn f(n);
    sync;
    /* expect: +1:13: error: */
    SYNCHED = 1;
    return n;
}
