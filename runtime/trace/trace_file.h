/*
 * The file of UCILK_TRACE.  It is the memory that the workers write to, so that
 * it can be read after any end of the program: a header, then a ring for each
 * worker, in the order of their ids.  tools/ucilk reads it.
 *
 * A rank on another node than rank 0 cannot write to that memory.  It has a
 * part, a file of its own, FILE.RANK, with a header and one ring.  At the end
 * rank 0 gets that ring and puts it into its place, and the part goes.
 */
#pragma once

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#define UCI_TRACE_MAGIC "ucilktr"

enum {
    UCI_TRACE_VERSION = 4,
    UCI_TRACE_PAGE = 4096, /* the header's room, and that of each ring's */
};

enum uci_event {
#define EVENT(name, text, argument) UCI_EVENT_##name,
#include "trace/events.def"
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
    uint64_t run; /* of a program for clusters: equal in all its files, not 0 */
    uint32_t part; /* 1 + the worker whose ring alone is in this file; or 0 */
};

/* The clock of one rank was at `here', give or take half a round trip, when
 * that of another one was at `there'.  In ticks; `round' is 0 if it was not
 * measured.
 */
struct uci_trace_sync {
    uint64_t here, there, round;
};

/* `word' is the kind, and the argument << UCI_TRACE_SHIFT. */
struct uci_trace_event {
    uint64_t ticks, word;
};
enum {
    UCI_TRACE_SHIFT = 8,
    UCI_TRACE_BYTES_SHIFT = 20, /* in the argument of `stolen' */
};

/* Event number i is at events[i % capacity].  A power of two. */
struct uci_trace_ring {
    _Atomic uint64_t n; /* events so far */
    uint64_t capacity;  /* 0 if the ring is in a part */
    uint64_t clocked;   /* time stamp of the last `clock' */
    /* Of programs for clusters: the first worker of its node, the process, the
     * host, the worker's clocks at its start. */
    uint32_t node, pid;
    char host[64];
    struct uci_trace_clock start;
    /* In the ring of a node's first worker: its clock by that of worker
     * `above', the first one of a lower node, at the program's begin and end.
     */
    struct uci_trace_sync first, last;
    uint32_t above;
    char pad[UCI_TRACE_PAGE - 164];
    struct uci_trace_event events[];
};
static_assert(sizeof(struct uci_trace_ring) == UCI_TRACE_PAGE, "a page");
