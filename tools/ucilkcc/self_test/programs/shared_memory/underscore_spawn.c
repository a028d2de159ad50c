/* _Cilk_spawn and _Cilk_sync, in all four forms: 16 25 36 45 */
#include "check.h"

static void set(long *to, long value)
{
    *to = square(value);
}

static void all(long *a)
{
    _Cilk_spawn set(&a[0], 4);
    long b = _Cilk_spawn square(5);
    a[2] = _Cilk_spawn square(6);
    a[3] = 9;
    a[3] += _Cilk_spawn square(6);
    _Cilk_sync;
    a[1] = b;
}

int main(void)
{
    long a[4] = {0};
    for (int i = 0; i < 10; i++)
        all(a);
    printf("%ld %ld %ld %ld\n", a[0], a[1], a[2], a[3]);
    return 0;
}
