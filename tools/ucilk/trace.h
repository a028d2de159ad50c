/* A trace of UCILK_TRACE in memory, and what is shown of it. */
#pragma once

#include "command.h"

#include "trace/trace_file.h"

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
    /* In order of time; a copy, with the time stamps of worker 0's clock. */
    const struct uci_trace_event *events;
    const char *host; /* "" in a program of one process */
    unsigned node;    /* the first worker of its node */
    bool is_missing;  /* its events are in a part, a file that is not there */
    bool is_main;     /* runs main, in a program for clusters */
    size_t n_events;
    uint64_t n_lost;
    bool is_guest;
    struct uk_span *spans; /* without gaps, from `from' to `to' */
    size_t n_spans;
    double *suspends; /* times */
    struct uk_times times;
    uint64_t n_steals, n_resumed, n_suspends, n_awaits;
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

/* Steals from workers of the own node, or from others. */
struct uk_steals {
    uint64_t n, bytes;
    double time;
};

/* The clock of a node other than worker 0's.  A time stamp t of it is
 * here + (t - there) * rate of worker 0's. */
struct uk_node {
    unsigned first; /* worker */
    uint64_t here, there;
    double rate;
    double offset, drift, uncertainty; /* seconds ahead at the begin; parts in a
                                        * million; seconds */
    bool is_measured, has_drift; /* compared at the begin; at the end, too */
};

struct uk_trace {
    const struct uci_trace_header *header;
    unsigned n_workers, n_missing;
    struct uk_node *nodes; /* but worker 0's */
    unsigned n_nodes;
    double tick;        /* seconds */
    double uncertainty; /* of the times of two workers of different nodes */
    struct uk_steals near_steals, far_steals;
    struct uk_worker *workers;
    double from, to; /* the part for which all workers' events are there */
    bool has_ended;  /* in order */
    struct uk_series busy;  /* workers */
    struct uk_series ready; /* threads, not resumed yet */
    uint64_t n_waits; /* threads that were ready before they were resumed */
    double wait, longest_wait; /* the sum of these times; the longest */
};

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

/* Reads a file; ends the tool with a message if it cannot. */
void uk_trace_read(struct uk_trace *trace, const char *name);

void uk_trace_summary(const struct uk_trace *trace, FILE *file);
void uk_trace_svg(const struct uk_trace *trace, FILE *file);
void uk_trace_json(const struct uk_trace *trace, FILE *file);
/* All events, one a line: seconds, worker, event, argument. */
void uk_trace_events(const struct uk_trace *trace, FILE *file);

/* "worker 3 on h2 (main)" without the word */
const char *uk_worker_text(const struct uk_trace *trace, unsigned i,
                           char text[96]);
/* The number of a worker's node, from 0. */
unsigned uk_node_of(const struct uk_trace *trace, unsigned i);

/* "stolen from 3" */
const char *uk_source_text(int source, char text[32]);
/* "1.5 ms" */
const char *uk_time_text(double seconds, char text[32]);
