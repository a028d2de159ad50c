/*
 * future: nanoseconds to create a future whose creator nobody steals and to get
 * its result, less a plain call in the same loop; minima.  For results of 8, 32
 * and 64 bytes, and for three consumers.
 */
#define UCILK_NO_SHORT_NAMES
#include "clock.h"

#include <stdio.h>
#include <ucilk/macros.h>

enum { TIMES = 1000000, RUNS = 21, KINDS = 4 };

struct large {
    long word[4];
};
struct larger {
    long word[8];
};

#define HIDDEN(T, NAME, RESULT)                                                \
    cilk_task(T, NAME, (long)n)                                                \
    {                                                                          \
        __asm__ volatile("" : "+r"(n));                                        \
        return RESULT;                                                         \
    }
HIDDEN(long, small, n)
HIDDEN(struct large, large, ((struct large){{n, n}}))
HIDDEN(struct larger, larger, ((struct larger){{n, n}}))

static long sink;

#define EACH(STATEMENT)                                                        \
    do {                                                                       \
        double began = nanoseconds();                                          \
        for (long i = 0; i < TIMES; i++)                                       \
            STATEMENT;                                                         \
        return nanoseconds() - began;                                          \
    } while (0)

static double plain(int kind)
{
    if (kind == 1)
        EACH(sink += large(i).word[1]);
    if (kind == 2)
        EACH(sink += larger(i).word[1]);
    EACH(sink += small(i));
}

/* main spawns it, since the spawns of an outermost frame take the slow path. */
cilk_task(double, futures, (int)kind)
{
    ucilk_future_t f;
    if (kind == 1)
        EACH((f = cilk_future(large, i),
              sink += ucilk_future_get(struct large, f).word[1]));
    if (kind == 2)
        EACH((f = cilk_future(larger, i),
              sink += ucilk_future_get(struct larger, f).word[1]));
    if (kind == 3)
        EACH((f = cilk_future_k(3, small, i), sink += ucilk_future_get(long, f),
              sink += ucilk_future_get(long, f),
              sink += ucilk_future_get(long, f)));
    EACH((f = cilk_future(small, i), sink += ucilk_future_get(long, f)));
}

cilk_task(int, main)
{
    double with[KINDS], without[KINDS];
    for (int kind = 0; kind < KINDS; kind++)
        with[kind] = without[kind] = 1e18;
    for (int run = 0; run < RUNS; run++)
        for (int kind = 0; kind < KINDS; kind++) {
            double t = plain(kind);
            without[kind] = t < without[kind] ? t : without[kind];
            cilk_spawn_to(t, futures, kind);
            cilk_sync;
            with[kind] = t < with[kind] ? t : with[kind];
        }
    for (int kind = 0; kind < KINDS; kind++)
        printf("%.2f%c", (with[kind] - without[kind]) / TIMES,
               kind < KINDS - 1 ? ' ' : '\n');
    return 0;
}
