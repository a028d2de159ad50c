/*
 * The cost of a strand: the ticks of the time stamp counter in which the thread
 * had a CPU, or 1 if strands are counted (UCILK_SCALE_UNIT=1).
 *
 * The counter also runs while another process has the CPU.  A single strand
 * that lasts so long would be the whole span of a short program.  So for each
 * strand longer than UCI_CLOCK_LONG the thread's CPU clock is read, and the
 * time without a CPU is taken off.  A change to another process and back takes
 * about that long, and shorter strands do without the system call.
 */
#pragma once

#include "base/ticks.h"

#include <stdbool.h>

enum { UCI_CLOCK_LONG = 20000 }; /* ticks, of 0.25 to 0.5 ns */

struct uci_clock {
    uint64_t began; /* ticks at the beginning of the running strand */
    uint64_t empty; /* ticks measured for a strand that does nothing */
    bool is_unit;
};

extern struct uci_clock uci_clock;

/* Starts the clock of the calling thread, and its first strand. */
void uci_clock_start(bool is_unit, uint64_t empty);

/* The cost of a strand that ends now, after so many ticks. */
uint64_t uci_clock_long(uint64_t ticks);

/* The seconds of a tick, and the ticks of so many nanoseconds.  Both are 1 if
 * strands are counted. */
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
