/* Keyword Aliases: the short words of <cilk/cilk.h>, beside the long ones. */
#include <cilk/cilk.h>

#include "../../check.h"

static long mixed(long n)
{
    long a[16], x, y, sum = 0;
    if (n < 2)
        return n;
    x = cilk_spawn mixed(n - 1);
    y = _Cilk_spawn mixed(n - 2);
    _Cilk_for (int i = 0; i < 8; i++)
        a[i] = i;
    cilk_for (int i = 8; i < 16; i++)
        a[i] = -i;
    for (int i = 0; i < 16; i++)
        sum += a[i] * i;
    cilk_sync;
    _Cilk_sync;
    return x + y + sum;
}

/* Through macros of the program's own. */
#define GO _Cilk_spawn
#define WAIT cilk_sync
#define EACH(i, n) _Cilk_for (int i = 0; i < (n); i++)
#define SPAWN(x, call) x = cilk_spawn call

static long own(long n)
{
    long a[5] = {0}, x, y, sum = 0;
    SPAWN(x, mixed(n));
    y = GO mixed(n - 1);
    EACH(i, 5)
        a[i] = i * n;
    WAIT;
    for (int i = 0; i < 5; i++)
        sum += a[i];
    return x + y + sum;
}

/* The version of the language. */
#ifdef UCILK_SERIAL
#elif !defined(__cilk) || __cilk < 200
#error "no __cilk"
#endif

int main(void)
{
    printf("%ld %ld\n", mixed(6), own(5));
    return 0;
}
