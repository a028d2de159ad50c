/* alloca in an argument. */
#include <alloca.h>
#include <ucilk/ucilk.h>

void f(void *p);

void g(void)
{
    /* expect: +1:5: error: alloca in an argument of a spawn */
    spawn f(alloca(10));
    sync;
}
