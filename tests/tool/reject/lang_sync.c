/* A sync that is no statement. */
#include <ucilk/ucilk.h>

void f(void);

int g(int n)
{
    spawn f();
    /* expect: +1:13: error: sync is a statement: write `sync;' */
    n = n + cilk_sync;
    return n;
}
