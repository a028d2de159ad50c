/*
 * collatz N: finds the start from 1 to N that takes the most steps to reach 1,
 * when an even number n becomes n / 2 and an odd one 3n + 1.  It shows a loop
 * whose iterations take different times, and a user-defined reducer.
 */
#include <ucilk/ucilk.h>

#include "answer.h"

struct longest {
    long start, steps;
};

static void none(void *view)
{
    *(struct longest *)view = (struct longest){0, -1};
}

/* Of two that are equally long the left one is kept, which is the first in
 * serial order. */
static void longer(void *left, void *right)
{
    struct longest *l = left, *r = right;
    if (r->steps > l->steps)
        *l = *r;
}

static long steps_from(unsigned long n)
{
    long steps = 0;
    for (; n != 1; steps++)
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    return steps;
}

/* The right answers for N = 10, 100, 1000, ... */
static const long records[] = {9,     97,     871,     6171,
                               77031, 837799, 8400511, 63728127};

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
    printf("collatz(%ld) = %ld, %ld steps\n", n, best.start, best.steps);
    long power = 10;
    for (unsigned k = 0; k < sizeof records / sizeof *records; k++, power *= 10)
        if (n == power)
            return verdict(best.start, records[k]);
    return 0;
}
