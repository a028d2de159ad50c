/* The result of a void function, used. */
#include <ucilk/ucilk.h>

void f(int n);

int g(int n)
{
    /* expect: +1:13: error: `f' returns nothing */
    int y = spawn f(n);
    sync;
    return y;
}

void h(void)
{
    int x;
    /* expect: +1:9: error: `f' returns nothing */
    x = spawn f(3);
    const int c;
    /* expect: +1:9: error: the result of a spawn arrives later */
    c = spawn g(3);
    sync;
}
