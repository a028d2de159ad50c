/* The processor's time stamp counter: constant rate, equal on all CPUs. */
#ifndef UCI_TICKS_H
#define UCI_TICKS_H

#include <stdint.h>

static inline uint64_t uci_ticks(void)
{
    return __builtin_ia32_rdtsc();
}

#endif
