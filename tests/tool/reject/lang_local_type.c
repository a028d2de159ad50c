/* Types that no generated function can name. */
#include <stdarg.h>
#include <ucilk/ucilk.h>

void f(int n, ...);
void h(int n, va_list list);

int g(int n, ...)
{
    struct local {
        int a;
    } l = {n};
    /* expect: 14:16: error: the type of argument 2 is local to the function */
    spawn f(1, l);
    va_list list;
    va_start(list, n);
    /* expect: 18:16: error: the type of argument 2 is va_list */
    spawn h(1, list);
    va_end(list);
    sync;
    return n;
}
