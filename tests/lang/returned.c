/* The only spawns stand in returns: plain calls. */
#include <ucilk/ucilk.h>

#include "check.h"

static long twice(long n)
{
    return 2 * n;
}

static long returned(long n)
{
    return spawn twice(n);
}

int main(void)
{
    CHECK(returned(4) == 8);
    return 0;
}
