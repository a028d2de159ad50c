/* Deep recursions: 100,000 calls with a spawn at each tenth level, spawns
 * nested in each other, each with pointers into the frames above. */
#include "../process.h"
#include <ucilk/ucilk.h>

/* The number of levels goes back through a pointer at each of them. */
static void calls(long depth, long *count)
{
    long below = 0;
    if (depth == 0) {
        *count = 0;
        return;
    }
    if (depth % 10 == 0) {
        spawn calls(depth - 1, &below);
        sync;
    } else {
        calls(depth - 1, &below);
    }
    *count = below + 1;
}

/* A continuation at each level that does something before its sync. */
static void chain(const long *above, long depth, long *count)
{
    long own = *above + 1, below = 0;
    if (depth > 0)
        spawn chain(&own, depth - 1, &below);
    long sum = own * 2;
    CHECK(own == *above + 1);
    sync;
    CHECK(sum == 2 * own);
    *count = below + 1;
}

int main(void)
{
    long depth = scaled(100000, 20000), count = -1, zero = 0;
    calls(depth, &count);
    CHECK(count == depth);
    spawn calls(depth, &count);
    sync;
    CHECK(count == depth);
    depth = scaled(10000, 1000);
    chain(&zero, depth, &count);
    CHECK(count == depth + 1);
    /* Wide at the bottom of deep ones, at the same time. */
    long counts[8];
    for (int i = 0; i < 8; i++)
        spawn calls(scaled(20000, 1000) + 10 * i, &counts[i]);
    sync;
    for (int i = 0; i < 8; i++)
        CHECK(counts[i] == scaled(20000, 1000) + 10 * i);
    return right();
}
