/*
 * The file of UCILK_TRACE.  It is the memory that the workers write to, so that
 * it can be read after any end of the program: a header, then a ring for each
 * worker, in the order of their ids.  tools/ucilk reads it.
 */
#ifndef UCI_TRACE_FILE_H
#define UCI_TRACE_FILE_H

#include <stdatomic.h>
#include <stdint.h>

#define UCI_TRACE_MAGIC "ucilktr"

enum {
    UCI_TRACE_VERSION = 1,
    UCI_TRACE_PAGE = 4096, /* the header's room, and that of each ring's */
};

enum uci_event {
#define EVENT(name, text, argument) UCI_EVENT_##name,
#include "common/trace/events.def"
#undef EVENT
    UCI_N_EVENTS
};

/* The two clocks at the same time. */
struct uci_trace_clock {
    uint64_t ticks, nanoseconds;
};

struct uci_trace_header {
    char magic[8];
    uint32_t version;
    _Atomic uint32_t n_rings;
    uint64_t ring_size; /* in the file: a page, and the events */
    uint32_t n_workers; /* UCILK_NWORKERS */
    uint32_t pid;
    uint64_t began;         /* time stamp of the run's begin */
    _Atomic uint64_t ended; /* of its end; 0 if it has not ended in order */
    struct uci_trace_clock first, second; /* at the start, soon after */
    struct uci_trace_clock last;          /* at the end */
    char program[256];
};

/* `word' is the kind, and the argument << UCI_TRACE_SHIFT. */
struct uci_trace_event {
    uint64_t ticks, word;
};
enum { UCI_TRACE_SHIFT = 8 };

/* Event number i is at events[i % capacity].  A power of two. */
struct uci_trace_ring {
    _Atomic uint64_t n; /* events so far */
    uint64_t capacity;
    uint64_t clocked; /* time stamp of the last `clock' */
    char pad[UCI_TRACE_PAGE - 24];
    struct uci_trace_event events[];
};

#endif
