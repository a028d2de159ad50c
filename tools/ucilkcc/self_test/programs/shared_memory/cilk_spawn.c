/* cilk_spawn and cilk_sync, in all four forms: 16 25 36 45 */
#include "check.h"

static void set(long *to, long value)
{
    *to = square(value);
}

static void all(long *a)
{
    cilk_spawn set(&a[0], 4);
    long b = cilk_spawn square(5);
    a[2] = cilk_spawn square(6);
    a[3] = 9;
    a[3] += cilk_spawn square(6);
    cilk_sync;
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
