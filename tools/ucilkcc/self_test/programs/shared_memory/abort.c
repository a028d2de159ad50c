/* abort, of a child that would not end: 7 */
#include <cilk.h>

#include "check.h"

static void nothing(void)
{
}

cilk int for_ever(void)
{
    for (;;) {
        spawn nothing();
        sync;
    }
    return 1;
}

cilk int seven(void)
{
    dawdle();
    return 7;
}

cilk int first(void)
{
    int found = 0;
    inlet void take(int n)
    {
        found = n;
        abort;
    }
    take(spawn for_ever());
    take(spawn seven());
    sync;
    return found;
}

cilk int main(void)
{
    int x;
    x = spawn first();
    sync;
    printf("%d\n", x);
    return 0;
}
