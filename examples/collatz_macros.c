/* collatz.c without the tool. */
#include <ucilk/macros.h>

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

cilk_reduce_loop(search, none, longer, (long)start, (struct longest *)best)
{
    long steps = steps_from((unsigned long)start);
    if (steps > best->steps)
        *best = (struct longest){start, steps};
}

/* The right answers for N = 10, 100, 1000, ... */
static const long records[] = {9,     97,     871,     6171,
                               77031, 837799, 8400511, 63728127};

int main(int argc, char **argv)
{
    if (argc != 2)
        usage("collatz N");
    long n = number("N", argv[1], 1, 1000000000);
    struct longest best = {0, -1};
    cilk_for(search, 1, n + 1, &best);
    printf("collatz(%ld) = %ld, %ld steps\n", n, best.start, best.steps);
    long power = 10;
    for (unsigned k = 0; k < sizeof records / sizeof *records; k++, power *= 10)
        if (n == power)
            return verdict(best.start, records[k]);
    return 0;
}
