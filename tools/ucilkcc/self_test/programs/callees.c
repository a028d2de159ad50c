/* variadic functions, and such without a prototype: 60 7 */
#include "check.h"

static long sum(int n, ...)
{
    __builtin_va_list list;
    long s = 0;
    dawdle();
    __builtin_va_start(list, n);
    for (int i = 0; i < n; i++)
        s += __builtin_va_arg(list, long);
    __builtin_va_end(list);
    return s;
}

static int old(a, b)
int a;
char b;
{
    dawdle();
    return a + b;
}

int main(void)
{
    long x = 0;
    int y = 0;
    for (int i = 0; i < 10; i++) {
        x = spawn sum(3, 10L, 20L, 30L);
        y = spawn old(3, 4);
    }
    sync;
    printf("%ld %d\n", x, y);
    return 0;
}
