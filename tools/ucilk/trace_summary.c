/* A trace as text for the terminal. */
#include "trace.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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

static void print_worker(const char *name, int width, const struct uk_worker *w,
                         double time, FILE *f)
{
    char longest[32], text[64] = "";
    if (w->longest_idle > 0)
        snprintf(text, sizeof text, "%s at %.6f s",
                 uk_time_text(w->longest_idle, longest), w->longest_idle_at);
    fprintf(f,
            "  %-*s %6.2f %% %6.2f %% %6.2f %% %9" PRIu64 " %9" PRIu64
            " %9" PRIu64 "  %s\n",
            width, name, percent(w->times.busy, time),
            percent(w->times.idle, time), percent(w->times.nap, time),
            w->n_steals, w->n_resumed, w->n_suspends, text);
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
    sum->n_awaits += w->n_awaits;
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

unsigned uk_node_of(const struct uk_trace *t, unsigned i)
{
    unsigned n = 0;
    for (unsigned k = 1; k <= i; k++)
        n += t->workers[k].node != t->workers[k - 1].node;
    return n;
}

const char *uk_worker_text(const struct uk_trace *t, unsigned i, char text[96])
{
    const struct uk_worker *w = &t->workers[i];
    bool has_host = t->n_nodes > 0 && *w->host;
    snprintf(text, 96, "%u%s%.63s%s", i, has_host ? " on " : "",
             has_host ? w->host : "",
             w->is_main    ? " (main)"
             : w->is_guest ? " (guest)"
                           : "");
    return text;
}

static void print_missing(const struct uk_trace *t, FILE *f)
{
    for (unsigned i = 0; i < t->n_workers; i++)
        if (t->workers[i].is_missing && t->header->part)
            fprintf(f,
                    "no events of worker %u: this is the part of worker %u "
                    "alone\n",
                    i, t->header->part - 1);
        else if (t->workers[i].is_missing)
            fprintf(f,
                    "no events of worker %u: copy the trace's part .%u from "
                    "host %.63s beside it\n",
                    i, i, t->workers[i].host);
}

static void print_steals(const struct uk_steals *s, const char *from, FILE *f)
{
    char text[32];
    if (s->n == 0)
        return;
    fprintf(f, "steals%s: %" PRIu64 ", %s each on the average", from, s->n,
            uk_time_text(s->time / (double)s->n, text));
    if (s->bytes > 0)
        fprintf(f, ", %" PRIu64 " bytes", s->bytes / s->n);
    fprintf(f, "\n");
}

static void print_clocks(const struct uk_trace *t, FILE *f)
{
    enum { MOST = 8 };
    char text[32], other[32];
    if (t->n_nodes == 0)
        return;
    fprintf(f,
            "\nclocks: an effect in another node may seem to precede its "
            "cause by %s\n",
            uk_time_text(t->uncertainty, text));
    for (unsigned i = 0; i < t->n_nodes; i++) {
        const struct uk_node *node = &t->nodes[i];
        const char *host = t->workers[node->first].host;
        if (!node->is_measured)
            fprintf(f,
                    "  worker %u on %.63s: not compared; its times may be "
                    "wrong\n",
                    node->first, host);
        else if (i < MOST)
            fprintf(f,
                    "  worker %u on %.63s: %s %s worker 0's at the begin, "
                    "%.3f ppm %s, +- %s%s\n",
                    node->first, host, uk_time_text(fabs(node->offset), text),
                    node->offset < 0 ? "behind" : "ahead of", fabs(node->drift),
                    node->drift < 0 ? "slower" : "faster",
                    uk_time_text(node->uncertainty, other),
                    node->has_drift ? ""
                                    : " and what the pace may be wrong by");
    }
    if (t->n_nodes > MOST)
        fprintf(f, "  ... %u others\n", t->n_nodes - MOST);
}

void uk_trace_summary(const struct uk_trace *t, FILE *f)
{
    struct uk_worker sum = {0};
    double time = t->to - t->from;
    double all = time * (t->n_workers - t->n_missing);
    char name[96], text[32], other[32];
    int width = 10;
    fprintf(f, "%s (process %u): %u worker%s", t->header->program,
            t->header->pid, t->n_workers, t->n_workers == 1 ? "" : "s");
    if (t->n_nodes > 0)
        fprintf(f, " of %u nodes", 1 + t->n_nodes);
    fprintf(f, ", %.6f s\n", t->to);
    print_missing(t, f);
    if (!t->has_ended)
        fprintf(f, "the program did not end in order: the trace ends with its "
                   "last event\n");
    if (t->from > 0)
        fprintf(f,
                "complete from %.6f s on: older events were overwritten; "
                "raise UCILK_TRACE_SIZE\n",
                t->from);
    for (unsigned i = 0; i < t->n_workers; i++) {
        int length = (int)strlen(uk_worker_text(t, i, name));
        width = length > width ? length : width;
    }
    fprintf(f, "\n  %-*s %8s %8s %8s %9s %9s %9s  %s\n", width, "worker",
            "busy", "idle", "asleep", "steals", "resumed", "suspended",
            "longest idle stretch");
    for (unsigned i = 0; i < t->n_workers; i++) {
        const struct uk_worker *w = &t->workers[i];
        if (w->is_missing)
            continue;
        print_worker(uk_worker_text(t, i, name), width, w, time, f);
        add(&sum, w);
    }
    if (t->n_workers - t->n_missing > 1)
        print_worker("all", width, &sum, all, f);
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
    print_steals(&t->near_steals, t->n_nodes > 0 ? " within nodes" : "", f);
    print_steals(&t->far_steals, " from other nodes", f);
    if (sum.n_awaits > 0)
        fprintf(f, "of the suspensions %" PRIu64 " were at gets of futures\n",
                sum.n_awaits);
    print_clocks(t, f);
}
