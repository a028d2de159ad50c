/* collatz.c without the tool. */
#include <ucilk/macros.h>

#include "collatz.h"

cilk_reduce_loop(search, none, longer, (long)start, (struct longest *)best)
{
    long steps = steps_from((unsigned long)start);
    if (steps > best->steps)
        *best = (struct longest){start, steps};
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("collatz N");
    long n = number("N", argv[1], 1, 1000000000);
    struct longest best = {0, -1};
    cilk_for(search, 1, n + 1, &best);
    return report(n, best.start, best.steps);
}
