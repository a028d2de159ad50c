/* A trace as text for the terminal. */
#include "trace.h"

#include <inttypes.h>

const char *uk_time_text(double seconds, char text[32])
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    unsigned i = 0;
    if (seconds <= 0)
        return "0 s";
    for (; i < 3 && seconds < 1; i++)
        seconds *= 1000;
    snprintf(text, 32, "%.*f %s",
             seconds < 10    ? 2
             : seconds < 100 ? 1
                             : 0,
             seconds, units[i]);
    return text;
}

const char *uk_source_text(int source, char text[32])
{
    static const char *const texts[] = {"serial: outside of regions",
                                        "own",
                                        "resumed",
                                        "idle",
                                        "asleep",
                                        "no thread"};
    if (source < 0)
        return texts[-1 - source];
    snprintf(text, 32, "stolen from %d", source);
    return text;
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_worker(const char *name, const struct uk_worker *w,
                         double time, FILE *f)
{
    char longest[32], text[64] = "";
    if (w->longest_idle > 0)
        snprintf(text, sizeof text, "%s at %.6f s",
                 uk_time_text(w->longest_idle, longest), w->longest_idle_at);
    fprintf(f,
            "  %-10s %6.2f %% %6.2f %% %6.2f %% %9" PRIu64 " %9" PRIu64
            " %9" PRIu64 "  %s\n",
            name, percent(w->times.busy, time), percent(w->times.idle, time),
            percent(w->times.nap, time), w->n_steals, w->n_resumed,
            w->n_suspends, text);
}

static void add(struct uk_worker *sum, const struct uk_worker *w)
{
    double *to = &sum->times.busy;
    const double *from = &w->times.busy;
    for (size_t i = 0; i < sizeof w->times / sizeof *from; i++)
        to[i] += from[i];
    sum->n_steals += w->n_steals;
    sum->n_resumed += w->n_resumed;
    sum->n_suspends += w->n_suspends;
    if (w->longest_idle > sum->longest_idle) {
        sum->longest_idle = w->longest_idle;
        sum->longest_idle_at = w->longest_idle_at;
    }
}

static void print_part(const char *title, double part, double whole, FILE *f)
{
    if (part > 0)
        fprintf(f, "  %-44s %12.6f s %6.2f %%\n", title, part,
                percent(part, whole));
}

void uk_trace_summary(const struct uk_trace *t, FILE *f)
{
    struct uk_worker sum = {0};
    double time = t->to - t->from, all = time * t->n_workers;
    char name[32], text[32], other[32];
    fprintf(f, "%s (process %u): %u worker%s, %.6f s\n", t->header->program,
            t->header->pid, t->n_workers, t->n_workers == 1 ? "" : "s", t->to);
    if (!t->has_ended)
        fprintf(f, "the program did not end in order: the trace ends with its "
                   "last event\n");
    if (t->from > 0)
        fprintf(f,
                "complete from %.6f s on: older events were overwritten; "
                "raise UCILK_TRACE_SIZE\n",
                t->from);
    fprintf(f, "\n  %-10s %8s %8s %8s %9s %9s %9s  %s\n", "worker", "busy",
            "idle", "asleep", "steals", "resumed", "suspended",
            "longest idle stretch");
    for (unsigned i = 0; i < t->n_workers; i++) {
        const struct uk_worker *w = &t->workers[i];
        snprintf(name, sizeof name, "%u%s", i, w->is_guest ? " (guest)" : "");
        print_worker(name, w, time, f);
        add(&sum, w);
    }
    if (t->n_workers > 1)
        print_worker("all", &sum, all, f);
    fprintf(f, "\nwhere the workers' time went\n");
    print_part("in continuations that were stolen", sum.times.stolen, all, f);
    print_part("in threads that were resumed", sum.times.resumed, all, f);
    print_part("in regions where they were opened", sum.times.own, all, f);
    print_part("outside of regions: the serial program", sum.times.serial, all,
               f);
    print_part("idle, looking for work", sum.times.idle - sum.times.nap, all,
               f);
    print_part("idle, asleep", sum.times.nap, all, f);
    fprintf(f, "\nbusy workers: %.3f on the average, at most %d\n",
            t->busy.mean, t->busy.greatest);
    fprintf(f, "ready but not resumed: %.3f on the average, at most %d",
            t->ready.mean, t->ready.greatest);
    if (t->n_waits > 0)
        fprintf(f, "; %" PRIu64 " waited %s on the average, %s at most",
                t->n_waits, uk_time_text(t->wait / (double)t->n_waits, text),
                uk_time_text(t->longest_wait, other));
    fprintf(f, "\n");
}
