/*
 * collatz N: finds the start from 1 to N that takes the most steps to reach 1,
 * when an even number n becomes n / 2 and an odd one 3n + 1.  It shows a loop
 * whose iterations take different times, and a user-defined reducer, whose two
 * functions are in collatz.h.
 */
#include <ucilk/ucilk.h>

#include "collatz.h"

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("collatz N");
    long n = number("N", argv[1], 1, 1000000000);
    struct longest cilk_reducer(none, longer) best = {0, -1};
    cilk_for(long start = 1; start <= n; start++)
    {
        long steps = steps_from((unsigned long)start);
        if (steps > best.steps)
            best = (struct longest){start, steps};
    }
    return report(n, best.start, best.steps);
}
