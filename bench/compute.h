/*
 * compute(M) of Shiina & Taura, CLUSTER'22: M nanoseconds that a leaf takes. On
 * a real machine it is a calibrated loop, or sleep, where there are more
 * workers than CPUs; in the simulation it is declared.
 */
#pragma once

#include "clock.h"

#include <math.h>
#include <ucilk/workers.h>

/* It goes to the leaves by value. */
struct compute {
    long ns;
    long turns; /* of the loop; 0: asleep, or simulated */
};

static inline void turn(long turns)
{
    for (long i = 0; i < turns; i++)
        __asm__ volatile("" : "+r"(i));
}

static inline void compute(struct compute c)
{
    if (c.turns)
        turn(c.turns);
    else if (c.ns)
        nanosleep(&(struct timespec){c.ns / 1000000000, c.ns % 1000000000},
                  NULL);
}

/* Whether the clock is virtual: then it moves by exactly what is declared. */
static inline int is_simulated(void)
{
    enum { DECLARED = 1237, TIMES = 3 };
    for (int i = 0; i < TIMES; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        ucilk_work(DECLARED);
        clock_gettime(CLOCK_MONOTONIC, &b);
        if ((b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec !=
            DECLARED)
            return 0;
    }
    return 1;
}

/* The fewest nanoseconds of many that a turn of the loop takes: any delay only
 * makes it longer. */
static inline double nanoseconds_a_turn(void)
{
    enum { TURNS = 100000, TIMES = 101 };
    double least = 1e9;
    for (int i = 0; i < TIMES; i++) {
        double began = nanoseconds();
        turn(TURNS);
        least = fmin(least, (nanoseconds() - began) / TURNS);
    }
    return least;
}

static inline struct compute compute_for(long ns, int is_asleep)
{
    if (ns == 0 || is_asleep || is_simulated())
        return (struct compute){ns, 0};
    double turns = (double)ns / nanoseconds_a_turn();
    return (struct compute){ns, turns < 1 ? 1 : (long)turns};
}
