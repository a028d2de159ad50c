/* A trace as events of Chrome's tracing and of Perfetto, whose times are in
 * microseconds; and as text. */
#include "trace.h"

#include <inttypes.h>

/* A node is a process. */
static unsigned pid_of(const struct uk_trace *t, unsigned i)
{
    return 1 + uk_node_of(t, i);
}

static void print_process(const struct uk_trace *t, unsigned i, FILE *f)
{
    bool has_host = t->n_nodes > 0 && *t->workers[i].host;
    char text[400];
    snprintf(text, sizeof text, "%.255s%s%.63s", t->header->program,
             has_host ? " on " : "", has_host ? t->workers[i].host : "");
    fprintf(f,
            "{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": %u, "
            "\"args\": {\"name\": ",
            pid_of(t, i));
    uk_json_text(f, text);
    fprintf(f, "}}");
}

/* An arrow for each steal: from the victim's strand at its begin to the thief's
 * at its end. */
static void print_arrows(const struct uk_trace *t, unsigned i, uint64_t *id,
                         FILE *f)
{
    const struct uk_worker *w = &t->workers[i];
    struct uk_clock clock = {t->header->began, t->tick};
    double began = t->from;
    for (size_t k = 0; k < w->n_events; k++) {
        const struct uci_trace_event *e = &w->events[k];
        double at = uk_seconds(&clock, e->ticks);
        if (uk_event_of(e) == UCI_EVENT_stealing)
            began = at;
        if (uk_event_of(e) != UCI_EVENT_stolen || at < t->from || at > t->to)
            continue;
        unsigned victim = (unsigned)uk_victim_of(e);
        uint64_t bytes = uk_argument_of(e) >> UCI_TRACE_BYTES_SHIFT;
        ++*id;
        fprintf(f,
                ",\n{\"name\": \"steal\", \"cat\": \"steal\", \"ph\": \"s\", "
                "\"id\": %" PRIu64
                ", \"ts\": %.3f, \"pid\": %u, \"tid\": %u, \"args\": "
                "{\"bytes\": %" PRIu64 "}}"
                ",\n{\"name\": \"steal\", \"cat\": \"steal\", \"ph\": \"f\", "
                "\"bp\": \"e\", \"id\": %" PRIu64
                ", \"ts\": %.3f, \"pid\": %u, \"tid\": %u}",
                *id, 1e6 * (began > t->from ? began : t->from),
                pid_of(t, victim), victim, bytes, *id, 1e6 * at, pid_of(t, i),
                i);
    }
}

static void print_worker(const struct uk_trace *t, unsigned i, FILE *f)
{
    const struct uk_worker *w = &t->workers[i];
    unsigned pid = pid_of(t, i);
    char text[32], name[96], title[128];
    if (w->is_missing)
        return;
    fprintf(f,
            ",\n{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": %u, "
            "\"tid\": %u, \"args\": {\"name\": ",
            pid, i);
    snprintf(title, sizeof title, "worker %s", uk_worker_text(t, i, name));
    uk_json_text(f, title);
    fprintf(f, "}}");
    for (size_t k = 0; k < w->n_spans; k++) {
        const struct uk_span *s = &w->spans[k];
        if (s->source == UK_ABSENT)
            continue;
        fprintf(f,
                ",\n{\"name\": \"%s\", \"cat\": \"%s\", \"ph\": \"X\", "
                "\"ts\": %.3f, \"dur\": %.3f, \"pid\": %u, \"tid\": %u}",
                uk_source_text(s->source, text),
                s->source <= UK_IDLE ? "idle" : "busy", 1e6 * s->from,
                1e6 * (s->to - s->from), pid, i);
    }
    for (size_t k = 0; k < w->n_suspends; k++)
        fprintf(f,
                ",\n{\"name\": \"suspended\", \"ph\": \"i\", \"s\": \"t\", "
                "\"ts\": %.3f, \"pid\": %u, \"tid\": %u}",
                1e6 * w->suspends[k], pid, i);
}

static void print_series(const struct uk_series *s, const char *name, FILE *f)
{
    int value = 0;
    for (size_t i = 0; i < s->n; i++) {
        value += s->steps[i].change;
        fprintf(
            f,
            ",\n{\"name\": \"%s\", \"ph\": \"C\", \"ts\": %.3f, \"pid\": 1, "
            "\"args\": {\"n\": %d}}",
            name, 1e6 * s->steps[i].at, value);
    }
}

static void print_clocks(const struct uk_trace *t, FILE *f)
{
    fprintf(f, "\"uncertainty\": %.9f, \"clocks\": [", t->uncertainty);
    for (unsigned i = 0; i < t->n_nodes; i++) {
        const struct uk_node *node = &t->nodes[i];
        fprintf(f,
                "%s{\"worker\": %u, \"offset\": %.9f, \"ppm\": %.6f, "
                "\"uncertainty\": %.9f, \"measured\": %s, \"drift\": %s}",
                i ? ", " : "", node->first, node->offset, node->drift,
                node->uncertainty, node->is_measured ? "true" : "false",
                node->has_drift ? "true" : "false");
    }
    fprintf(f, "]");
}

void uk_trace_json(const struct uk_trace *t, FILE *f)
{
    uint64_t n_arrows = 0;
    fprintf(f,
            "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"ended\": %s, "
            "\"complete_from\": %.9f, \"to\": %.9f, \"workers\": %u, ",
            t->has_ended ? "true" : "false", t->from, t->to, t->n_workers);
    print_clocks(t, f);
    fprintf(f, "}, \"traceEvents\": [\n");
    print_process(t, 0, f);
    for (unsigned i = 0; i < t->n_workers; i++) {
        if (i > 0 && t->workers[i].node != t->workers[i - 1].node) {
            fprintf(f, ",\n");
            print_process(t, i, f);
        }
        print_worker(t, i, f);
        print_arrows(t, i, &n_arrows, f);
    }
    print_series(&t->busy, "busy workers", f);
    print_series(&t->ready, "ready, not resumed", f);
    fprintf(f, "\n]}\n");
}

void uk_trace_events(const struct uk_trace *t, FILE *f)
{
    static const char *const names[] = {
#define EVENT(name, text, argument) #name,
#include "trace/events.def"
#undef EVENT
    };
    struct uk_clock clock = {t->header->began, t->tick};
    for (unsigned i = 0; i < t->n_workers; i++)
        for (size_t k = 0; k < t->workers[i].n_events; k++) {
            const struct uci_trace_event *e = &t->workers[i].events[k];
            fprintf(f, "%.9f %u %s %" PRIu64 "\n", uk_seconds(&clock, e->ticks),
                    i, names[uk_event_of(e)], uk_argument_of(e));
        }
}
