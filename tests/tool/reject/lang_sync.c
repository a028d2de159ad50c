/* A sync that is no statement. */
#include <ucilk/ucilk.h>

void f(void);

int g(int n)
{
    spawn f();
    /* expect: 10:13: error: sync is a statement: write `sync;' */
    n = n + cilk_sync;
    /* expect: +1:5: error: sync is a statement */
    cilk_sync();
    /* expect: +1:5: error: sync is a statement */
    cilk_sync(n);
    /* expect: +1:5: error: sync is a statement */
    cilk_sync n;
    /* expect: +1:12: error: sync is a statement */
    return cilk_sync + n;
}
