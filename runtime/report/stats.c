/*
 * UCILK_STATS: what a run did, summed over the workers, on stderr or as one
 * JSON object.  Where there was little speed-up, one line says why.  In test
 * builds this is also the check that nothing has leaked.
 */
#define _GNU_SOURCE
#include "report/stats.h"

#include "base/message.h"
#include "base/options.h"
#include "base/ticks.h"
#include "sched/future.h"
#include "sched/sched.h"
#include "sched/words.h"
#include "report/worker_kind.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    uint64_t ticks;
    double seconds;
} began;
bool uci_workers_started;
static bool forgotten;

static double now(void)
{
    return 1e-9 * (double)uci_nanoseconds();
}

void uci_stats_start(void)
{
    began.ticks = uci_ticks();
    began.seconds = now();
}

uint64_t uci_stats_began(void)
{
    return began.ticks;
}

void uci_stats_forget(void)
{
    forgotten = true;
}

#ifdef UCI_TEST_BUILD
static const bool checks_leaks = true;
#else
static const bool checks_leaks = false;
#endif

static void note_never_got(uci_ref ref, const struct uci_future *f, void *to)
{
    (void)ref;
    struct uci_worker *w = to;
    if (w->never_got++ == 0)
        w->one_never_got = f->task;
}

/* Counts what is not counted as it happens, into the block of worker w of this
 * node.  It takes a millisecond for 256 MiB of stack. */
static void count_rest(struct uci_worker *w, unsigned id)
{
    if (*uci_options.stats)
        w->stack_peak = uci_region_high_water(w);
    if (*uci_options.stats || checks_leaks) {
        w->never_got = 0;
        uci_future_each_of(id, note_never_got, w);
    }
}

/* What a worker of this node has done. */
static struct uci_stats of_worker(unsigned id)
{
    struct uci_worker *w = uci_peer(id);
    count_rest(w, id);
    struct uci_stats s = {.total = w->counters,
                          .never_got = w->never_got,
                          .one_never_got = w->one_never_got,
                          .stack_peak = w->stack_peak,
                          .evac_peak = w->evac_peak,
                          .futures_peak = w->futures_peak,
                          .evac_peaks = w->evac_peak,
                          .futures_peaks = w->futures_peak,
                          .n_workers = 1};
    s.total.futures_freed += w->counters.am_futures_freed;
    uint64_t since = uci_load_relaxed(&w->idle_since);
    if (since) /* the worker is still idle */
        s.total.idle_ticks += uci_ticks() - since;
#ifdef UCI_TEST_BUILD
    memcpy(s.hits, w->points.hits, sizeof s.hits);
    for (unsigned k = 0; k < UCI_N_SPAWN_HITS; k++)
        s.hits[UCI_POINT_push_fast + k] += w->spawn_hits[k];
#endif
    return s;
}

static size_t greater(size_t a, size_t b)
{
    return a > b ? a : b;
}

void uci_stats_merge(struct uci_stats *s, const struct uci_stats *more)
{
#define COUNTER(field, title) s->total.field += more->total.field;
#include "trace/counters.def"
#undef COUNTER
    s->never_got += more->never_got;
    if (more->never_got > 0)
        s->one_never_got = more->one_never_got;
    s->stack_peak = greater(s->stack_peak, more->stack_peak);
    s->evac_peak = greater(s->evac_peak, more->evac_peak);
    s->futures_peak = greater(s->futures_peak, more->futures_peak);
    s->evac_peaks += more->evac_peaks;
    s->futures_peaks += more->futures_peaks;
    s->n_workers += more->n_workers;
#ifdef UCI_TEST_BUILD
    for (unsigned k = 0; k < UCI_N_POINTS; k++)
        s->hits[k] += more->hits[k];
#endif
}

void uci_stats_add_own(struct uci_stats *s)
{
    struct uci_stats own = of_worker(uci_id);
    uci_stats_merge(s, &own);
}

static const struct uci_stats *of_ranks;

void uci_stats_take(const struct uci_stats *all)
{
    of_ranks = all;
}

static struct uci_stats sum_up(void)
{
    struct uci_stats s = {.n_workers = 0};
    if (of_ranks)
        s = *of_ranks;
    else
        for (unsigned i = 0; i < uci_world->n_workers; i++) {
            struct uci_stats one = of_worker(i);
            uci_stats_merge(&s, &one);
        }
    s.seconds = now() - began.seconds;
    double tick = s.seconds / (double)(uci_ticks() - began.ticks);
    s.idle_seconds = (double)s.total.idle_ticks * tick;
    s.handler_seconds = (double)s.total.handler_ticks * tick;
    if (s.total.joins_resumed)
        s.join_seconds =
            (double)s.total.join_ticks * tick / (double)s.total.joins_resumed;
    return s;
}

static bool has_spawned(void)
{
    return uci_workers_started || uci_load_relaxed(&uci_self.n_regions) != 0;
}

/* What limited the speed-up; NULL if nothing did. */
static const char *diagnose(const struct uci_stats *s, char buffer[256])
{
    if (s->n_workers == 1)
        return "one worker: nothing ran in parallel";
    if (!has_spawned())
        return "the program never spawned";
    if (uci_n_near > uci_world->n_cpus) {
        snprintf(buffer, 256, "%u workers%s shared %lu CPUs", uci_n_near,
                 uci_n_near < s->n_workers ? " of rank 0's node" : "",
                 uci_world->n_cpus);
        return buffer;
    }
    double available = s->seconds * s->n_workers;
    double idle = s->idle_seconds / available;
    double busy = available - s->idle_seconds;
    double grain = s->total.steals ? busy / (double)s->total.steals : busy;
    if (idle > 0.15 && s->total.steals < 4ul * s->n_workers)
        snprintf(buffer, 256,
                 "workers were idle %.0f %% of the time and found only %" PRIu64
                 " continuations to steal: too few spawns, or long serial "
                 "parts between them",
                 100 * idle, s->total.steals);
    else if (grain < 20e-6)
        snprintf(buffer, 256,
                 "tasks are too fine: %.1f us of work a steal; spawn less at "
                 "the leaves",
                 1e6 * grain);
    else if (idle > 0.15)
        snprintf(
            buffer, 256,
            "workers were idle %.0f %% of the time: too little parallelism "
            "for %u workers at times, or serial parts in main",
            100 * idle, s->n_workers);
    else
        return NULL;
    return buffer;
}

/* False for a counter in ticks, which is printed as a time, and for a network's
 * counter where there is no network. */
static bool is_printed(const struct uci_counters *all, const uint64_t *counter)
{
    return counter != &all->idle_ticks && counter != &all->join_ticks &&
           counter != &all->handler_ticks &&
           (uci_far_is_there || counter < &all->far_gets);
}

static void print_nodes(FILE *f, bool as_json)
{
    if (UCI_IS_GROUPS && uci_groups)
        uci_groups->print(f, as_json);
}

/* The last line of either text: what limited the speed-up. */
static void print_limit(const struct uci_stats *s, FILE *f)
{
    char reason[256];
    const char *why = diagnose(s, reason);
    if (why)
        fprintf(f, "  speed-up was limited: %s\n", why);
}

static void print_never_got(const struct uci_stats *s, FILE *f)
{
    char text[256];
    if (s->never_got > 0)
        fprintf(f, "    one of them: %s\n",
                uci_future_text(s->one_never_got, text));
}

/* "1.5 ms" */
static const char *time_text(double seconds, char buffer[32])
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    unsigned i = 0;
    for (; i < 3 && seconds < 1; i++)
        seconds *= 1000;
    snprintf(buffer, 32, "%.*f %s", seconds < 10 ? 1 : 0, seconds, units[i]);
    return buffer;
}

/* UCILK_STATS=1: the most important numbers, on one screen. */
static void print_short(const struct uci_stats *s, FILE *f)
{
    const struct uci_counters *c = &s->total;
    double available = s->seconds * s->n_workers;
    double busy = available - s->idle_seconds;
    char text[32];
    fprintf(f, "ucilk statistics (all of them: UCILK_STATS=all)\n");
    if (!has_spawned()) {
        print_limit(s, f);
        return;
    }
    fprintf(f, "  %-16s %u, on %lu CPU%s%s\n", "workers", s->n_workers,
            uci_world->n_cpus, uci_world->n_cpus > 1 ? "s" : "",
            uci_n_near < s->n_workers ? " of rank 0's node" : "");
    fprintf(f, "  %-16s %.3f s\n", "run time", s->seconds);
    fprintf(f,
            "  %-16s %.2f workers on the average: no more speed-up than that\n",
            "busy", busy / s->seconds);
    fprintf(f, "  %-16s %.1f %% of the workers' time\n", "idle",
            100 * s->idle_seconds / available);
    fprintf(f, "  %-16s %" PRIu64, "steals", c->steals);
    if (c->steals > 0)
        fprintf(f, ", one for each %s of work",
                time_text(busy / (double)c->steals, text));
    fprintf(f, "\n  %-16s %" PRIu64 " times at a sync, %" PRIu64 " at a get",
            "suspended", c->suspends, c->gets_suspended);
    if (c->joins_resumed > 0)
        fprintf(f, "; went on %s after they could",
                time_text(s->join_seconds, text));
    fprintf(f, "\n");
    if (c->futures_made > 0)
        fprintf(f, "  %-16s %" PRIu64 ", of which %" PRIu64 " were never got\n",
                "futures", c->futures_made, s->never_got);
    print_never_got(s, f);
    if (s->stack_peak > 0)
        fprintf(f, "  %-16s %s of a worker at most\n", "stack",
                uci_size_text(text, s->stack_peak));
    if (uci_far_is_there)
        fprintf(f, "  %-16s %" PRIu64 " of the steals; %.3f s in messages\n",
                "other nodes", c->far_steals, s->handler_seconds);
    print_nodes(f, false);
    print_limit(s, f);
}

static void print_all(const struct uci_stats *s, FILE *f)
{
    fprintf(f, "ucilk statistics\n  %-46s %15u\n", "workers", s->n_workers);
#define COUNTER(field, title)                                                  \
    if (is_printed(&s->total, &s->total.field))                                \
        fprintf(f, "  %-46s %15" PRIu64 "\n", title, s->total.field);
#include "trace/counters.def"
#undef COUNTER
    fprintf(f, "  %-46s %15.1f\n", "bytes per steal",
            s->total.steals
                ? (double)s->total.steal_bytes / (double)s->total.steals
                : 0);
    fprintf(f, "  %-46s %15zu\n", "stack high-water mark, bytes",
            s->stack_peak);
    fprintf(f, "  %-46s %15zu\n", "evacuation high-water mark, bytes",
            s->evac_peak);
    fprintf(f, "  %-46s %15zu\n", "futures high-water mark", s->futures_peak);
    fprintf(f, "  %-46s %15.9f\n", "from readiness to resumption, mean, s",
            s->join_seconds);
    fprintf(f, "  %-46s %15.6f\n", "run time, s", s->seconds);
    fprintf(f, "  %-46s %15.6f\n", "idle time of all workers, s",
            s->idle_seconds);
    if (uci_far_is_there)
        fprintf(f, "  %-46s %15.6f\n", "time in handling messages, all, s",
                s->handler_seconds);
    fprintf(f, "  %-46s %15" PRIu64 "\n", "futures never got", s->never_got);
    print_never_got(s, f);
    print_nodes(f, false);
    print_limit(s, f);
}

#ifdef UCI_TEST_BUILD
/* The hits of the protocols' points, for tests/stress/run.py. */
static void print_points(const struct uci_stats *s, FILE *f)
{
    fprintf(f, ", \"points\": [");
    for (unsigned k = 1; k < UCI_N_POINTS; k++)
        fprintf(f,
                "%s{\"name\": \"%s\", \"rules\": \"%s\", \"where\": \"%s\", "
                "\"hits\": %" PRIu64 "}",
                k > 1 ? ", " : "", uci_point_table[k].name,
                uci_point_table[k].rules, uci_point_table[k].where, s->hits[k]);
    fprintf(f, "]");
}
#else
static void print_points(const struct uci_stats *s, FILE *f)
{
    (void)s, (void)f;
}
#endif

static bool print_json(const struct uci_stats *s, FILE *f)
{
    char reason[256];
    const char *why = diagnose(s, reason);
    fprintf(f, "{\"workers\": %u", s->n_workers);
#define COUNTER(field, title)                                                  \
    fprintf(f, ", \"%s\": %" PRIu64, #field, s->total.field);
#include "trace/counters.def"
#undef COUNTER
    fprintf(f,
            ", \"bytes_per_steal\": %.1f, \"stack_high_water\": %zu"
            ", \"evac_high_water\": %zu, \"futures_high_water\": %zu"
            ", \"evac_high_water_sum\": %zu"
            ", \"futures_high_water_sum\": %zu"
            ", \"futures_never_got\": %" PRIu64
            ", \"join_seconds\": %.9f, \"seconds\": %.6f"
            ", \"idle_seconds\": %.6f, \"handler_seconds\": %.6f"
            ", \"limited_by\": ",
            s->total.steals
                ? (double)s->total.steal_bytes / (double)s->total.steals
                : 0,
            s->stack_peak, s->evac_peak, s->futures_peak, s->evac_peaks,
            s->futures_peaks, s->never_got, s->join_seconds, s->seconds,
            s->idle_seconds, s->handler_seconds);
    fprintf(f, why ? "\"%s\"" : "null", why);
    print_nodes(f, true);
    print_points(s, f);
    fprintf(f, "}\n");
    return !ferror(f);
}

#ifdef UCI_TEST_BUILD
static void check_leaks(const struct uci_stats *s)
{
    const struct uci_counters *c = &s->total;
    if (c->records_made == c->records_freed &&
        c->segments_made == c->segments_freed &&
        c->views_made == c->views_freed &&
        c->futures_made == c->futures_freed + s->never_got)
        return;
    uci_message("leak: %" PRIu64 " records made, %" PRIu64 " freed; %" PRIu64
                " segments made, %" PRIu64 " freed; %" PRIu64
                " sets of views made, %" PRIu64 " freed; %" PRIu64
                " futures made, %" PRIu64 " freed, %" PRIu64 " never got",
                c->records_made, c->records_freed, c->segments_made,
                c->segments_freed, c->views_made, c->views_freed,
                c->futures_made, c->futures_freed, s->never_got);
    _exit(UCI_EXIT_ERROR);
}
#endif

static void write_out(const struct uci_stats *s)
{
    const char *stats = uci_options.stats;
    if (strcmp(stats, "1") == 0 || strcmp(stats, "all") == 0) {
        fflush(stdout);
        (*stats == '1' ? print_short : print_all)(s, stderr);
    } else if (strncmp(stats, "json:", 5) == 0) {
        FILE *f = fopen(stats + 5, "we");
        bool good = f && print_json(s, f);
        if (f && fclose(f) != 0)
            good = false;
        if (!good)
            uci_fatal("UCILK_STATS=%s: cannot write the file: %s", stats,
                      strerror(errno));
    }
}

void uci_stats_report(void)
{
    if (forgotten)
        return;
    struct uci_stats s = sum_up();
    write_out(&s);
#ifdef UCI_TEST_BUILD
    /* exit() in a task leaves other tasks unfinished. */
    if (uci_load_acquire(&uci_world->exiting) <= 1 && !uci_is_parallel())
        check_leaks(&s);
#endif
}

void uci_stats_report_death(void)
{
#ifdef UCI_TEST_BUILD
    struct uci_stats s = sum_up();
    write_out(&s);
#endif
}
