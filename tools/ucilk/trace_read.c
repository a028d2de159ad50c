/* Reads the file of UCILK_TRACE: checks it, takes the clocks together. */
#include "trace_spans.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
    const char *name;
    const char *bytes;
    size_t size;
};

static struct file open_file(const char *name)
{
    struct stat status;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0)
        uk_fail("%s: %s", name, strerror(errno));
    struct file f = {name, NULL, (size_t)status.st_size};
    if (!S_ISREG(status.st_mode) || f.size < sizeof(struct uci_trace_header))
        uk_fail("%s: not a trace; UCILK_TRACE=FILE writes one", name);
    void *p = mmap(NULL, f.size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED)
        uk_fail("%s: %s", name, strerror(errno));
    close(fd);
    f.bytes = p;
    return f;
}

static void check(const struct file *f, const struct uci_trace_header *h)
{
    if (memcmp(h->magic, UCI_TRACE_MAGIC, sizeof h->magic) != 0)
        uk_fail("%s: not a trace; UCILK_TRACE=FILE writes one", f->name);
    if (h->version != UCI_TRACE_VERSION)
        uk_fail("%s: a trace of version %u; this ucilk reads version %d",
                f->name, h->version, UCI_TRACE_VERSION);
    if (h->ring_size <= sizeof(struct uci_trace_ring) ||
        h->ring_size > (size_t)1 << 40)
        uk_fail("%s: the trace is damaged", f->name);
    size_t size = UCI_TRACE_PAGE + h->n_rings * h->ring_size;
    if (f->size < size)
        uk_fail("%s: the trace is cut off: %zu of %zu bytes", f->name, f->size,
                size);
    if (h->n_rings == 0)
        uk_fail("%s: the trace is empty: no worker has begun", f->name);
}

/* Copies the events of a ring, without the oldest where it has wrapped: it may
 * have been just about to be overwritten. */
static void read_ring(const struct file *f, const struct uci_trace_header *h,
                      unsigned i, struct uk_worker *w)
{
    const struct uci_trace_ring *ring =
        (const void *)(f->bytes + UCI_TRACE_PAGE + i * h->ring_size);
    uint64_t capacity = ring->capacity, n = ring->n;
    if (capacity == 0 || (capacity & (capacity - 1)) != 0 ||
        sizeof *ring + capacity * sizeof *ring->events != h->ring_size)
        uk_fail("%s: the trace is damaged", f->name);
    w->n_lost = n >= capacity ? n - capacity + 1 : 0;
    w->n_events = (size_t)(n - w->n_lost);
    struct uci_trace_event *events = uk_alloc(w->n_events, sizeof *events);
    for (size_t k = 0; k < w->n_events; k++) {
        events[k] = ring->events[(w->n_lost + k) & (capacity - 1)];
        if (uk_event_of(&events[k]) >= UCI_N_EVENTS ||
            (uk_event_of(&events[k]) == UCI_EVENT_stolen &&
             uk_argument_of(&events[k]) >= h->n_rings))
            uk_fail("%s: the trace is damaged", f->name);
        if (k > 0 && events[k].ticks < events[k - 1].ticks)
            events[k].ticks = events[k - 1].ticks;
    }
    w->events = events;
}

/* The pair of clocks that was taken last. */
static struct uci_trace_clock last_clock(const struct uk_trace *t)
{
    const struct uci_trace_header *h = t->header;
    struct uci_trace_clock last = h->ended ? h->last : h->second;
    for (unsigned i = 0; i < t->n_workers; i++)
        for (size_t k = 0; k < t->workers[i].n_events; k++) {
            const struct uci_trace_event *e = &t->workers[i].events[k];
            if (uk_event_of(e) == UCI_EVENT_clock && e->ticks > last.ticks)
                last = (struct uci_trace_clock){e->ticks, uk_argument_of(e)};
        }
    return last;
}

void uk_trace_read(struct uk_trace *t, const char *name)
{
    struct file f = open_file(name);
    const struct uci_trace_header *h = (const void *)f.bytes;
    check(&f, h);
    memset(t, 0, sizeof *t);
    t->header = h;
    t->n_workers = h->n_rings;
    t->workers = uk_alloc(t->n_workers, sizeof *t->workers);
    uint64_t from = h->began, to = h->ended;
    for (unsigned i = 0; i < t->n_workers; i++) {
        struct uk_worker *w = &t->workers[i];
        read_ring(&f, h, i, w);
        if (w->n_lost > 0 && w->events[0].ticks > from)
            from = w->events[0].ticks;
        if (!h->ended && w->n_events > 0 &&
            w->events[w->n_events - 1].ticks > to)
            to = w->events[w->n_events - 1].ticks;
    }
    if (to < from)
        to = from;
    struct uci_trace_clock last = last_clock(t);
    if (last.ticks <= h->first.ticks)
        uk_fail("%s: the trace is damaged", name);
    struct uk_clock clock = {
        h->began, 1e-9 * (double)(last.nanoseconds - h->first.nanoseconds) /
                      (double)(last.ticks - h->first.ticks)};
    t->has_ended = h->ended != 0;
    t->from = uk_seconds(&clock, from);
    t->to = uk_seconds(&clock, to);
    uk_trace_make_spans(t, &clock);
}
