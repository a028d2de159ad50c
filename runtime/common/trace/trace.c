/* Events of UCILK_TRACE.  See trace.h. */
#include "common/trace/trace.h"

enum { CLOCK_TICKS = 1 << 27 }; /* between two events `clock', about */

static void put(struct uci_trace_ring *ring, uint64_t ticks,
                enum uci_event event, uint64_t argument)
{
    uint64_t n = uci_load_relaxed(&ring->n);
    ring->events[n & (ring->capacity - 1)] = (struct uci_trace_event){
        ticks, (uint64_t)event | argument << UCI_TRACE_SHIFT};
    /* Release: the event.  A reader of the file after a kill sees the words in
     * this order, too. */
    uci_store_release(&ring->n, n + 1);
}

__attribute__((cold)) void uci_trace_add(struct uci_trace_ring *ring,
                                         uint64_t ticks, enum uci_event event,
                                         uint64_t argument)
{
    put(ring, ticks, event, argument);
    if (uci_unlikely(ticks - ring->clocked > CLOCK_TICKS)) {
        uint64_t now = uci_ticks();
        ring->clocked = now;
        put(ring, now, UCI_EVENT_clock, uci_nanoseconds());
    }
}
