/* A trace as events of Chrome's tracing and of Perfetto.  Times there are in
 * microseconds. */
#include "trace.h"

/* A string without what JSON would have to escape. */
static void print_name(const char *name, FILE *f)
{
    for (; *name; name++)
        putc(*name < 32 || *name > 126 || *name == '"' || *name == '\\' ? '?'
                                                                        : *name,
             f);
}

static void print_worker(const struct uk_worker *w, unsigned i, FILE *f)
{
    char text[32];
    fprintf(f,
            ",\n{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": 1, "
            "\"tid\": %u, \"args\": {\"name\": \"worker %u%s\"}}",
            i, i, w->is_guest ? " (guest)" : "");
    for (size_t k = 0; k < w->n_spans; k++) {
        const struct uk_span *s = &w->spans[k];
        if (s->source == UK_ABSENT)
            continue;
        fprintf(f,
                ",\n{\"name\": \"%s\", \"cat\": \"%s\", \"ph\": \"X\", "
                "\"ts\": %.3f, \"dur\": %.3f, \"pid\": 1, \"tid\": %u}",
                uk_source_text(s->source, text),
                s->source <= UK_IDLE ? "idle" : "busy", 1e6 * s->from,
                1e6 * (s->to - s->from), i);
    }
    for (size_t k = 0; k < w->n_suspends; k++)
        fprintf(f,
                ",\n{\"name\": \"suspended\", \"ph\": \"i\", \"s\": \"t\", "
                "\"ts\": %.3f, \"pid\": 1, \"tid\": %u}",
                1e6 * w->suspends[k], i);
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

void uk_trace_json(const struct uk_trace *t, FILE *f)
{
    fprintf(f,
            "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"ended\": %s, "
            "\"complete_from\": %.9f, \"to\": %.9f, \"workers\": %u}, "
            "\"traceEvents\": [\n{\"name\": \"process_name\", \"ph\": \"M\", "
            "\"pid\": 1, \"args\": {\"name\": \"",
            t->has_ended ? "true" : "false", t->from, t->to, t->n_workers);
    print_name(t->header->program, f);
    fprintf(f, "\"}}");
    for (unsigned i = 0; i < t->n_workers; i++)
        print_worker(&t->workers[i], i, f);
    print_series(&t->busy, "busy workers", f);
    print_series(&t->ready, "ready, not resumed", f);
    fprintf(f, "\n]}\n");
}
