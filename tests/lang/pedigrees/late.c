/* A return that waits for a spawn: a sync of its own, in the elision, too.
 * Compiled with -Wno-ucilk-unsynced. */
#include <ucilk/random.h>
#include <ucilk/ucilk.h>

#include <stdio.h>

static unsigned long walk(int n)
{
    unsigned long x, y;
    if (n < 2)
        return ucilk_random() + (unsigned long)n;
    x = spawn walk(n - 1);
    y = walk(n - 2);
    return ucilk_random() ^ x * 3 ^ y;
}

int main(void)
{
    unsigned long a = walk(10), b = walk(3);
    printf("%lx %lx %lx\n", a, b, ucilk_random());
    return 0;
}
