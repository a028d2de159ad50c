/* The events to come, in a heap by time: each has up to four children. */
#include "study/sim/sim.h"

#include "base/message.h"

#include <stdlib.h>

uint64_t uci_sim_n_events;

static struct uci_sim_event *heap;
static size_t n, room;
static uint64_t number;

static bool is_before(const struct uci_sim_event *a,
                      const struct uci_sim_event *b)
{
    return a->at < b->at || (a->at == b->at && a->number < b->number);
}

void uci_sim_event_add(uci_sim_time at, enum uci_sim_kind kind, void *what,
                       uint32_t generation)
{
    if (n == room) {
        room = room ? 2 * room : 1024;
        heap = realloc(heap, room * sizeof *heap);
        if (!heap)
            uci_fatal("no memory for %zu events of the simulation", room);
    }
    struct uci_sim_event e = {at, number++, what, generation, kind};
    size_t i = n++;
    for (size_t up; i > 0 && is_before(&e, &heap[up = (i - 1) / 4]); i = up)
        heap[i] = heap[up];
    heap[i] = e;
}

struct uci_sim_event uci_sim_event_take(void)
{
    if (n == 0)
        uci_fatal("the simulation has come to a stop: every worker waits");
    uci_sim_n_events++;
    struct uci_sim_event first = heap[0], last = heap[--n];
    size_t i = 0;
    for (;;) {
        size_t child = 4 * i + 1, least = child;
        if (child >= n)
            break;
        size_t end = child + 4 < n ? child + 4 : n;
        for (size_t k = child + 1; k < end; k++)
            if (is_before(&heap[k], &heap[least]))
                least = k;
        if (!is_before(&heap[least], &last))
            break;
        heap[i] = heap[least];
        i = least;
    }
    heap[i] = last;
    return first;
}

uci_sim_time uci_sim_event_next(void)
{
    return n ? heap[0].at : UCI_SIM_NEVER;
}
