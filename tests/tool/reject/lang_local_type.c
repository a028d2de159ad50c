/* Types that no generated function can name. */
#include <stdarg.h>
#include <ucilk/ucilk.h>

void f(int n, ...);
__attribute__((ms_abi)) long foreign(long n);
void h(int n, va_list list);

int g(int n, ...)
{
    struct local {
        int a;
    } l = {n};
    /* expect: +1:16: error: the type of argument 2 is local to the function */
    spawn f(1, l);
    va_list list;
    va_start(list, n);
    spawn h(1, list);
    va_end(list);
    __attribute__((ms_abi)) long (*pointer)(long) = foreign;
    /* expect: +1:5: error: the type of the spawned function has a calling */
    spawn pointer(3);
    sync;
    return n;
}
