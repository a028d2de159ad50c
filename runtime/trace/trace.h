/*
 * UCILK_TRACE: a worker's events, in a ring of its own (trace_file.h).  The
 * worker alone writes there.  Events are on slow paths only; each is one branch
 * where there is no trace.
 */
#pragma once

#include "base/ticks.h"
#include "trace/trace_file.h"
#include "sched/worker.h"

void uci_trace_add(struct uci_trace_ring *ring, uint64_t ticks,
                   enum uci_event event, uint64_t argument);

/* The clock of the trace at `ticks' of the processor's. */
#ifdef UCI_TEST_BUILD
uint64_t uci_trace_clock(uint64_t ticks);
/* UCILK_TEST_CLOCK: shifts that clock, so many times as the option says.  It
 * drifts from this time on. */
void uci_trace_shift_clock(unsigned times, uint64_t from);
#else
static inline uint64_t uci_trace_clock(uint64_t ticks)
{
    return ticks;
}
static inline void uci_trace_shift_clock(unsigned times, uint64_t from)
{
    (void)times, (void)from;
}
#endif

/* Both clocks now. */
struct uci_trace_clock uci_trace_both_clocks(void);

/* An event that was at `ticks'. */
#define uci_trace_at(ticks, name, argument)                                    \
    do {                                                                       \
        struct uci_trace_ring *ring_ = uci_own_trace();                        \
        if (uci_unlikely(ring_))                                               \
            uci_trace_add(ring_, ticks, UCI_EVENT_##name, argument);           \
    } while (0)
/* The same now. */
#define uci_trace(name, argument) uci_trace_at(uci_ticks(), name, argument)
