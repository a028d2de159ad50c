/* Events of UCILK_TRACE.  See trace.h. */
#include "trace/trace.h"

#include "base/options.h"

#include <stdlib.h>

enum { CLOCK_TICKS = 1 << 27 }; /* between two events `clock', about */

static void put(struct uci_trace_ring *ring, uint64_t ticks,
                enum uci_event event, uint64_t argument)
{
    uint64_t n = uci_load_relaxed(&ring->n);
    ring->events[n & (ring->capacity - 1)] = (struct uci_trace_event){
        uci_trace_clock(ticks), (uint64_t)event | argument << UCI_TRACE_SHIFT};
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

/* The shortest of some tries: the two readings may be interrupted in between.
 */
struct uci_trace_clock uci_trace_both_clocks(void)
{
    struct uci_trace_clock best = {0, 0};
    uint64_t shortest = UINT64_MAX;
    for (int i = 0; i < 4; i++) {
        uint64_t before = uci_ticks(), now = uci_nanoseconds();
        uint64_t took = uci_ticks() - before;
        if (took < shortest) {
            shortest = took;
            best = (struct uci_trace_clock){uci_trace_clock(before + took / 2),
                                            now};
        }
    }
    return best;
}

#ifdef UCI_TEST_BUILD
static struct {
    uint64_t from;
    int64_t offset; /* ticks */
    double drift;   /* of the ticks since `from' */
} shift;

uint64_t uci_trace_clock(uint64_t ticks)
{
    return ticks + (uint64_t)shift.offset +
           (uint64_t)(int64_t)(shift.drift *
                               (double)(int64_t)(ticks - shift.from));
}

void uci_trace_shift_clock(unsigned times, uint64_t from)
{
    char *end;
    long millions = strtol(uci_options.test_clock, &end, 10);
    long ppm = *end == ':' ? strtol(end + 1, NULL, 10) : 0;
    shift.from = from;
    shift.offset = times * millions * 1000000;
    shift.drift = 1e-6 * (double)ppm * times;
}
#endif
