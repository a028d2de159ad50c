/* A trace of UCILK_TRACE in memory, and what is shown of it. */
#ifndef UK_TRACE_H
#define UK_TRACE_H

#include "common/trace/trace_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What a worker runs, in place of the victim from which it was stolen. */
enum uk_source {
    UK_SERIAL = -1,  /* a guest outside of its regions */
    UK_OWN = -2,     /* a strand of its own region or of what it ran before */
    UK_RESUMED = -3, /* a thread that was suspended */
    UK_IDLE = -4,
    UK_NAP = -5,    /* idle, asleep */
    UK_ABSENT = -6, /* without a thread of the system; counted as idle */
};

/* What a worker did from one time to another, in seconds since the begin. */
struct uk_span {
    double from, to;
    int source; /* a victim's id, or enum uk_source */
};

struct uk_times {
    double busy, idle, nap, stolen, own, resumed, serial;
};

struct uk_worker {
    const struct uci_trace_event *events; /* in order of time; a copy */
    size_t n_events;
    uint64_t n_lost;
    bool is_guest;
    struct uk_span *spans; /* without gaps, from `from' to `to' */
    size_t n_spans;
    double *suspends; /* times */
    struct uk_times times;
    uint64_t n_steals, n_resumed, n_suspends;
    double longest_idle, longest_idle_at;
};

/* A number that changes at certain times. */
struct uk_step {
    double at;
    int change;
};
struct uk_series {
    struct uk_step *steps; /* in order */
    size_t n;
    double mean;
    int greatest;
};

struct uk_trace {
    const struct uci_trace_header *header;
    unsigned n_workers;
    struct uk_worker *workers;
    double from, to; /* the part for which all workers' events are there */
    bool has_ended;  /* in order */
    struct uk_series busy;  /* workers */
    struct uk_series ready; /* threads, not resumed yet */
    uint64_t n_waits; /* threads that were ready before they were resumed */
    double wait, longest_wait; /* the sum of these times; the longest */
};

/* Reads a file; ends the tool with a message if it cannot. */
void uk_trace_read(struct uk_trace *trace, const char *name);

void uk_trace_summary(const struct uk_trace *trace, FILE *file);
void uk_trace_svg(const struct uk_trace *trace, FILE *file);
void uk_trace_json(const struct uk_trace *trace, FILE *file);

/* "stolen from 3" */
const char *uk_source_text(int source, char text[32]);
/* "1.5 ms" */
const char *uk_time_text(double seconds, char text[32]);

/* Ends the tool with status 1 and this message. */
_Noreturn void uk_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
void *uk_alloc(size_t n, size_t size);

#endif
