/*
 * random: nanoseconds for a random number in pedigrees of 1 to 100 ranks, and
 * for a spawn and a sync that keep pedigrees; minima.
 */
#include "clock.h"

#include <stdio.h>
#include <ucilk/random.h>
#include <ucilk/ucilk.h>

enum { TIMES = 200000, RUNS = 21 };

static uint64_t sum;

__attribute__((noinline)) void nothing(void)
{
    __asm__ volatile("");
}

static double numbers(void)
{
    double began = seconds();
    for (int i = 0; i < TIMES; i++)
        sum += ucilk_random();
    return seconds() - began;
}

static double spawns(void)
{
    double began = seconds();
    for (int i = 0; i < TIMES; i++) {
        spawn nothing();
        sync;
    }
    return seconds() - began;
}

/* Measures in a task whose pedigree has so many ranks. */
static double at_depth(int depth, double (*run)(void))
{
    double best = 1e9;
    if (depth > 1) {
        best = spawn at_depth(depth - 1, run);
        sync;
        return best;
    }
    for (int i = 0; i < RUNS; i++) {
        double took = run();
        best = took < best ? took : best;
    }
    return best / TIMES * 1e9;
}

int main(void)
{
    static const int depths[] = {1, 5, 10, 20, 50, 100};
    for (int i = 0; i < 6; i++)
        printf("%s%.1f ns at depth %d",
               i > 0 ? ", " : "number: ", at_depth(depths[i], numbers),
               depths[i]);
    printf("; spawn and sync: %.1f ns\n", at_depth(2, spawns));
    return sum == 0;
}
