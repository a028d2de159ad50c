/* From events to what workers did. */
#ifndef UK_TRACE_SPANS_H
#define UK_TRACE_SPANS_H

#include "trace.h"

/* Seconds since the run's begin from time stamps. */
struct uk_clock {
    uint64_t began;
    double tick;
};

static inline double uk_seconds(const struct uk_clock *clock, uint64_t ticks)
{
    return (double)(int64_t)(ticks - clock->began) * clock->tick;
}

static inline unsigned uk_event_of(const struct uci_trace_event *e)
{
    return e->word & ((1u << UCI_TRACE_SHIFT) - 1);
}
static inline uint64_t uk_argument_of(const struct uci_trace_event *e)
{
    return e->word >> UCI_TRACE_SHIFT;
}

static inline int uk_victim_of(const struct uci_trace_event *e)
{
    return (int)(uk_argument_of(e) & ((1u << UCI_TRACE_BYTES_SHIFT) - 1));
}

/* Makes spans, sums and series of the workers' events. */
void uk_trace_make_spans(struct uk_trace *trace, const struct uk_clock *clock);

#endif
