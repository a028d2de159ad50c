/* Spawned statements in a file that uses abort: an abort leaves the functions
 * that are generated for them, too. */
#include <ucilk/ucilk.h>

#include "check.h"

static long count(int depth)
{
    if (depth == 0)
        return 1;
    long x = 0, y = 0;
    spawn
    {
        long z;
        z = spawn count(depth - 1);
        x = count(depth - 1);
        sync;
        x += z;
    }
    y = count(depth - 1);
    sync;
    return x + y;
}

/* Its children are aborted by the function around it. */
static int slow(int i)
{
    return count(5) == 243 ? i : -1;
}

static int first_over(int n, int limit)
{
    int found = -1;
    inlet void take(int i)
    {
        if (i > limit && found < 0) {
            found = i;
            abort;
        }
    }
    for (int i = 0; i < n; i++)
        take(spawn slow(i));
    sync;
    return found;
}

int main(void)
{
    for (int k = 0; k < 5; k++) {
        CHECK(first_over(10, 3) > 3);
        CHECK(first_over(4, 10) == -1);
        CHECK(count(4) == 81);
    }
    return 0;
}
