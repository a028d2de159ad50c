/*
 * creation: the time to create a task that does nothing and to join it, in
 * ticks of the time stamp counter and in nanoseconds, as in Akiyama & Taura's
 * table 2: a loop of a spawn and a sync, less the same loop with a plain call;
 * minima.
 */
#include "clock.h"

#include <stdio.h>
#include <ucilk/ucilk.h>
#include <x86intrin.h>

enum { TIMES = 1000000, RUNS = 21 };

__attribute__((noinline)) void nothing(void)
{
    __asm__ volatile("");
}

struct cost {
    double ticks, ns;
};

struct cost plain(void)
{
    double t = nanoseconds();
    unsigned long long began = __rdtsc();
    for (int i = 0; i < TIMES; i++)
        nothing();
    return (struct cost){(double)(__rdtsc() - began), nanoseconds() - t};
}

/* main spawns it, since the spawns of an outermost frame take the slow path. */
struct cost spawned(void)
{
    double t = nanoseconds();
    unsigned long long began = __rdtsc();
    for (int i = 0; i < TIMES; i++) {
        spawn nothing();
        sync;
    }
    return (struct cost){(double)(__rdtsc() - began), nanoseconds() - t};
}

static void lower(struct cost *least, struct cost c)
{
    if (c.ticks < least->ticks)
        *least = c;
}

int main(void)
{
    struct cost with = {1e18, 1e18}, without = with;
    for (int run = 0; run < RUNS; run++) {
        lower(&without, plain());
        struct cost c = spawn spawned();
        sync;
        lower(&with, c);
    }
    printf("%.1f ticks, %.2f ns\n", (with.ticks - without.ticks) / TIMES,
           (with.ns - without.ns) / TIMES);
    return 0;
}
