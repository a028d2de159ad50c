/*
 * What a strand costs: ticks of the time stamp counter in which the thread had
 * a CPU, or 1 where strands are counted (UCILK_SCALE_UNIT=1).
 *
 * The counter alone would let a strand in which another process ran on this CPU
 * take as long as that, and one such strand is the span of a short program.
 * So a strand that is longer than UCI_CLOCK_LONG, as each such strand is, asks
 * the thread's CPU clock; others are too short for that to pay.
 */
#ifndef UCI_CLOCK_H
#define UCI_CLOCK_H

#include "common/base/ticks.h"

#include <stdbool.h>

enum { UCI_CLOCK_LONG = 20000 }; /* ticks, of 0.25 to 0.5 ns */

struct uci_clock {
    uint64_t began; /* the running strand, in ticks */
    uint64_t empty; /* what is measured of a strand that does nothing: run.c */
    bool is_unit;
};

extern struct uci_clock uci_clock;

/* The calling thread's clock starts, and its first strand. */
void uci_clock_start(bool is_unit, uint64_t empty);

/* Of a strand that ends now, after so many ticks. */
uint64_t uci_clock_long(uint64_t ticks);

/* Seconds that a tick takes, or 1 of the unit; and ticks of so many
 * nanoseconds, or 1. */
double uci_clock_seconds(void);
uint64_t uci_clock_ticks(unsigned long nanoseconds);

static inline void uci_clock_begin(void)
{
    if (!uci_clock.is_unit)
        uci_clock.began = uci_ticks();
}

static inline uint64_t uci_clock_end(void)
{
    if (uci_clock.is_unit)
        return 1;
    uint64_t ticks = uci_ticks() - uci_clock.began;
    if (__builtin_expect(ticks > UCI_CLOCK_LONG, 0))
        return uci_clock_long(ticks);
    return ticks > uci_clock.empty ? ticks - uci_clock.empty : 0;
}

#endif
