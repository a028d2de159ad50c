/*
 * From events to what workers did: spans, their sums, and the series of busy
 * workers and of ready threads.  All is cut to the time from which on all
 * workers' events are there.
 */
#include "trace.h"

#include <stdlib.h>

/* A worker while its events are read. */
struct reading {
    struct uk_trace *t;
    struct uk_worker *w;
    int source;   /* of the present span */
    int next;     /* what it will run when it is busy */
    double since; /* the present span's begin */
    double idle_since;
    double stealing; /* the present steal's begin */
};

static bool is_idle(int source)
{
    return source <= UK_IDLE;
}

static void count(struct uk_times *times, int source, double time)
{
    if (is_idle(source)) {
        times->idle += time;
        times->nap += source == UK_NAP ? time : 0;
        return;
    }
    times->busy += time;
    *(source >= 0            ? &times->stolen
      : source == UK_OWN     ? &times->own
      : source == UK_RESUMED ? &times->resumed
                             : &times->serial) += time;
}

/* Ends the present span, and begins another. */
static void change(struct reading *r, double at, int source)
{
    struct uk_worker *w = r->w;
    double from = r->since > r->t->from ? r->since : r->t->from;
    double to = at < r->t->to ? at : r->t->to;
    if (to > from) {
        w->spans[w->n_spans++] = (struct uk_span){from, to, r->source};
        count(&w->times, r->source, to - from);
    }
    if (is_idle(r->source) && !is_idle(source)) {
        double began = r->idle_since > r->t->from ? r->idle_since : r->t->from;
        if (to - began > w->longest_idle) {
            w->longest_idle = to - began;
            w->longest_idle_at = began;
        }
    } else if (!is_idle(r->source) && is_idle(source)) {
        r->idle_since = at;
    }
    r->since = at;
    r->source = source;
}

/* A strand begins: at once, or when the worker is busy. */
static void run(struct reading *r, double at, int source)
{
    r->next = source;
    if (!is_idle(r->source))
        change(r, at, source);
}

static void count_steal(struct reading *r, const struct uci_trace_event *e,
                        double at)
{
    struct uk_trace *t = r->t;
    unsigned victim = (unsigned)uk_victim_of(e);
    struct uk_steals *s = t->workers[victim].node == r->w->node
                              ? &t->near_steals
                              : &t->far_steals;
    s->n++;
    s->bytes += uk_argument_of(e) >> UCI_TRACE_BYTES_SHIFT;
    s->time += at - r->stealing;
    r->w->n_steals++;
}

static void read_event(struct reading *r, const struct uci_trace_event *e,
                       double at)
{
    struct uk_worker *w = r->w;
    bool is_in = at >= r->t->from && at <= r->t->to;
    switch (uk_event_of(e)) {
    case UCI_EVENT_begin:
        w->is_guest = uk_argument_of(e) == 1;
        w->is_main = uk_argument_of(e) == 2;
        r->next = w->is_guest || w->is_main ? UK_SERIAL : UK_OWN;
        change(r, at, w->is_main ? UK_SERIAL : UK_IDLE);
        break;
    case UCI_EVENT_end:
        change(r, at, UK_ABSENT);
        break;
    case UCI_EVENT_idle:
        change(r, at, UK_IDLE);
        break;
    case UCI_EVENT_busy:
        change(r, at, r->next);
        break;
    case UCI_EVENT_stealing:
        r->stealing = at;
        break;
    case UCI_EVENT_stolen:
        run(r, at, uk_victim_of(e));
        if (is_in)
            count_steal(r, e, at);
        break;
    case UCI_EVENT_resumed:
    case UCI_EVENT_joined:
        run(r, at, UK_RESUMED);
        w->n_resumed += is_in;
        break;
    case UCI_EVENT_parent:
    case UCI_EVENT_open:
        run(r, at, UK_OWN);
        break;
    case UCI_EVENT_close:
        run(r, at, UK_SERIAL);
        break;
    case UCI_EVENT_suspended:
    case UCI_EVENT_awaits:
        if (is_in) {
            w->suspends[w->n_suspends++] = at;
            w->n_awaits += uk_event_of(e) == UCI_EVENT_awaits;
        }
        break;
    case UCI_EVENT_nap:
        change(r, at, UK_NAP);
        break;
    case UCI_EVENT_wake:
        change(r, at, UK_IDLE);
        break;
    default:
        break;
    }
}

/* What a worker did before its first event that is there. */
static int first_source(const struct uk_worker *w)
{
    static const int before[UCI_N_EVENTS] = {
        [UCI_EVENT_busy] = UK_IDLE,         [UCI_EVENT_stealing] = UK_IDLE,
        [UCI_EVENT_stolen] = UK_IDLE,       [UCI_EVENT_resumed] = UK_IDLE,
        [UCI_EVENT_nap] = UK_IDLE,          [UCI_EVENT_end] = UK_IDLE,
        [UCI_EVENT_wake] = UK_NAP,          [UCI_EVENT_begin] = UK_ABSENT,
        [UCI_EVENT_close] = UK_OWN,         [UCI_EVENT_idle] = UK_RESUMED,
        [UCI_EVENT_joined] = UK_RESUMED,    [UCI_EVENT_parent] = UK_RESUMED,
        [UCI_EVENT_suspended] = UK_RESUMED, [UCI_EVENT_awaits] = UK_RESUMED,
        [UCI_EVENT_child] = UK_RESUMED,     [UCI_EVENT_taken] = UK_RESUMED};
    if (w->n_lost == 0)
        return UK_ABSENT;
    for (size_t k = 0; k < w->n_events; k++)
        if (before[uk_event_of(&w->events[k])])
            return before[uk_event_of(&w->events[k])];
    return UK_RESUMED;
}

static void read_worker(struct uk_trace *t, struct uk_worker *w,
                        const struct uk_clock *clock)
{
    struct reading r = {t, w, first_source(w), UK_RESUMED, 0, 0, t->from};
    if (w->is_missing)
        return;
    w->spans = uk_alloc(w->n_events + 1, sizeof *w->spans);
    w->suspends = uk_alloc(w->n_events, sizeof *w->suspends);
    if (w->n_lost > 0)
        r.since = r.idle_since = uk_seconds(clock, w->events[0].ticks);
    for (size_t k = 0; k < w->n_events; k++)
        read_event(&r, &w->events[k], uk_seconds(clock, w->events[k].ticks));
    change(&r, t->to, is_idle(r.source) ? UK_SERIAL : UK_IDLE);
}

/* --- Series --- */

static int by_time(const void *a, const void *b)
{
    const struct uk_step *one = a, *other = b;
    return one->at < other->at   ? -1
           : one->at > other->at ? 1
                                 : one->change - other->change;
}

/* Puts the steps in order, and takes the mean and the maximum. */
static void finish(struct uk_series *s, double from, double to)
{
    double sum = 0;
    int value = 0;
    qsort(s->steps, s->n, sizeof *s->steps, by_time);
    for (size_t i = 0; i < s->n; i++) {
        double next = i + 1 < s->n ? s->steps[i + 1].at : to;
        value += s->steps[i].change;
        sum += value * (next - s->steps[i].at);
        if (value > s->greatest && next > s->steps[i].at)
            s->greatest = value;
    }
    s->mean = to > from ? sum / (to - from) : 0;
}

static void make_busy(struct uk_trace *t)
{
    struct uk_series *s = &t->busy;
    size_t n = 0;
    for (unsigned i = 0; i < t->n_workers; i++)
        n += 2 * t->workers[i].n_spans;
    s->steps = uk_alloc(n, sizeof *s->steps);
    for (unsigned i = 0; i < t->n_workers; i++)
        for (size_t k = 0; k < t->workers[i].n_spans; k++) {
            const struct uk_span *span = &t->workers[i].spans[k];
            if (is_idle(span->source))
                continue;
            s->steps[s->n++] = (struct uk_step){span->from, 1};
            s->steps[s->n++] = (struct uk_step){span->to, -1};
        }
    finish(s, t->from, t->to);
}

/* A thread was ready, or resumed. */
struct turn {
    uint64_t thread;
    double at;
    bool is_ready;
};

static int by_thread(const void *a, const void *b)
{
    const struct turn *one = a, *other = b;
    if (one->thread != other->thread)
        return one->thread < other->thread ? -1 : 1;
    return one->at < other->at ? -1 : one->at > other->at;
}

static void add_ready(struct uk_trace *t, double from, double to)
{
    struct uk_series *s = &t->ready;
    if (from < t->from)
        from = t->from;
    if (to > t->to)
        to = t->to;
    if (to < from)
        return;
    s->steps[s->n++] = (struct uk_step){from, 1};
    s->steps[s->n++] = (struct uk_step){to, -1};
    t->n_waits++;
    t->wait += to - from;
    if (to - from > t->longest_wait)
        t->longest_wait = to - from;
}

/* Pairs for each block that a thread had its turns: ready, then resumed.  One
 * of the two may be missing at the begin or the end of the trace. */
static void make_ready(struct uk_trace *t, const struct uk_clock *clock)
{
    size_t n = 0;
    for (unsigned i = 0; i < t->n_workers; i++)
        n += t->workers[i].n_events;
    struct turn *turns = uk_alloc(n, sizeof *turns);
    n = 0;
    for (unsigned i = 0; i < t->n_workers; i++)
        for (size_t k = 0; k < t->workers[i].n_events; k++) {
            const struct uci_trace_event *e = &t->workers[i].events[k];
            unsigned kind = uk_event_of(e);
            if (kind == UCI_EVENT_ready || kind == UCI_EVENT_resumed)
                turns[n++] = (struct turn){uk_argument_of(e),
                                           uk_seconds(clock, e->ticks),
                                           kind == UCI_EVENT_ready};
        }
    qsort(turns, n, sizeof *turns, by_thread);
    t->ready.steps = uk_alloc(2 * n, sizeof *t->ready.steps);
    for (size_t k = 0; k < n; k++) {
        bool is_pair = k + 1 < n && turns[k].is_ready &&
                       !turns[k + 1].is_ready &&
                       turns[k].thread == turns[k + 1].thread;
        if (is_pair) {
            add_ready(t, turns[k].at, turns[k + 1].at);
            k++;
        } else if (turns[k].is_ready) {
            add_ready(t, turns[k].at, t->to);
        } else {
            add_ready(t, t->from, turns[k].at);
        }
    }
    free(turns);
    finish(&t->ready, t->from, t->to);
}

void uk_trace_make_spans(struct uk_trace *t, const struct uk_clock *clock)
{
    for (unsigned i = 0; i < t->n_workers; i++)
        read_worker(t, &t->workers[i], clock);
    make_busy(t);
    make_ready(t, clock);
}
