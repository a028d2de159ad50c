/* Keywords outside of functions. */
#include <ucilk/ucilk.h>

int f(int n);
/* expect: +1:9: error: spawn outside of a function */
int x = spawn f(3);
/* expect: +1:1: error: sync outside of a function */
cilk_sync;

void g(void)
{
    spawn f(1);
    sync;
}
