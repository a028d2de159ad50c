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

void h(void)
{
    int x;
    /* expect: 18:9: error: `f' returns nothing */
    x = spawn f(3);
    const int c;
    /* expect: 21:9: error: the result of a spawn arrives later */
    c = spawn g(3);
    sync;
}
