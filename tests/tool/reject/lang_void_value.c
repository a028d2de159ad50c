/* The result of a void function, used. */
#include <ucilk/ucilk.h>

void f(int n);

int g(int n)
{
    /* expect: 9:13: error: `f' returns nothing */
    int y = spawn f(n);
    sync;
    return y;
}
