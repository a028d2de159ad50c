/*
 * A trace as a picture: a row for each worker over time, below them the series
 * of busy workers and of ready threads.  Time is in bins of a pixel or more.  A
 * bin of a row is a stack of what the worker did in it, so that a picture has
 * the right areas however many strands there were.
 */
#include "trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 1000,
    LEFT = 90,
    PLOT = 880,
    TOP = 92,
    CHART = 56, /* height of a series */
    GAP = 34,
    HOST = 20, /* the heading of a node */
    MOST_RECTANGLES = 40000,
};

/* Places in a bin: the victims, then these. */
enum { RESUMED, OWN, SERIAL, NAP, N_OTHERS };
static const char *const other_colours[] = {"#76b7b2", "#4e79a7", "#999999",
                                            "#f7f3ea"};
static const char *const victim_colours[] = {"#f28e2b", "#59a14f", "#e15759",
                                             "#edc948", "#b07aa1", "#ff9da7",
                                             "#9c755f", "#86bcb6"};
enum { N_VICTIM_COLOURS = sizeof victim_colours / sizeof *victim_colours };

struct picture {
    const struct uk_trace *t;
    FILE *f;
    unsigned n_bins, n_kinds;
    double bin; /* seconds */
    double row; /* height */
};

static const char *colour(const struct picture *p, unsigned kind)
{
    unsigned n = p->t->n_workers;
    return kind < n ? victim_colours[kind % N_VICTIM_COLOURS]
                    : other_colours[kind - n];
}

static double x_of_bin(const struct picture *p, unsigned bin)
{
    return LEFT + (double)PLOT * bin / p->n_bins;
}

static double x_of(const struct picture *p, double at)
{
    return LEFT + PLOT * (at - p->t->from) / (p->t->to - p->t->from);
}

static void text(const struct picture *p, double x, double y, const char *more,
                 const char *words)
{
    uk_svg_text(p->f, x, y, more, words, ~0u);
}

/* --- Rows --- */

/* The place of a source in a bin; n_kinds for idle, which is not drawn. */
static unsigned kind_of(const struct picture *p, int source)
{
    static const unsigned others[] = {
        [-UK_SERIAL] = SERIAL, [-UK_OWN] = OWN, [-UK_RESUMED] = RESUMED,
        [-UK_IDLE] = N_OTHERS, [-UK_NAP] = NAP, [-UK_ABSENT] = N_OTHERS};
    return source >= 0 ? (unsigned)source : p->t->n_workers + others[-source];
}

/* Adds a time to the shares of all bins that it touches. */
static void spread(const struct picture *p, float *bins, unsigned kind,
                   double from, double to)
{
    double first = (from - p->t->from) / p->bin;
    double last = (to - p->t->from) / p->bin;
    for (unsigned b = (unsigned)first; b < p->n_bins && b < last; b++) {
        double low = first > b ? first : b, high = last < b + 1 ? last : b + 1;
        if (high > low)
            bins[(size_t)b * p->n_kinds + kind] += (float)(high - low);
    }
}

/* One kind as rectangles of one path: bins with the same share and base are
   one. */
static void draw_kind(const struct picture *p, const float *bins, float *base,
                      unsigned kind, double y)
{
    bool is_open = false;
    for (unsigned b = 0; b < p->n_bins;) {
        float share = bins[(size_t)b * p->n_kinds + kind], from = base[b];
        unsigned first = b;
        do {
            base[b] += share;
            b++;
        } while (b < p->n_bins && base[b] == from &&
                 fabsf(bins[(size_t)b * p->n_kinds + kind] - share) < 0.01f);
        if (share < 0.01f)
            continue;
        if (!is_open)
            fprintf(p->f, "<path fill=\"%s\" d=\"", colour(p, kind));
        double left = x_of_bin(p, first);
        fprintf(p->f, "%sM%.4g,%.1f H%.4g v%.1f H%.4g z", is_open ? " " : "",
                left, y + p->row * (1 - (double)from), x_of_bin(p, b),
                -p->row * (share < 1 ? share : 1), left);
        is_open = true;
    }
    if (is_open)
        fprintf(p->f, "\"/>\n");
}

static void draw_suspends(const struct picture *p, const struct uk_worker *w,
                          double y)
{
    double last = -1;
    for (size_t i = 0; i < w->n_suspends; i++) {
        double x = x_of(p, w->suspends[i]);
        if (x - last < 1)
            continue;
        fprintf(p->f, "%sM%.1f,%.1f l2,-4 h-4 z",
                last < 0 ? "<path fill=\"#333\" d=\"" : " ", x, y);
        last = x;
    }
    if (last >= 0)
        fprintf(p->f, "\"/>\n");
}

static void draw_worker(const struct picture *p, unsigned i, double y,
                        bool has_name)
{
    const struct uk_worker *w = &p->t->workers[i];
    float *bins = uk_alloc((size_t)p->n_bins * p->n_kinds, sizeof *bins);
    float *base = uk_alloc(p->n_bins, sizeof *base);
    char name[32];
    fprintf(p->f,
            "<rect x=\"%d\" y=\"%.2f\" width=\"%d\" height=\"%.2f\" "
            "fill=\"#e6e6e6\"/>\n",
            LEFT, y, PLOT, p->row);
    for (size_t k = 0; k < w->n_spans; k++) {
        unsigned kind = kind_of(p, w->spans[k].source);
        if (kind < p->n_kinds)
            spread(p, bins, kind, w->spans[k].from, w->spans[k].to);
    }
    for (unsigned kind = p->n_kinds; kind-- > 0;)
        draw_kind(p, bins, base, kind, y);
    draw_suspends(p, w, y);
    snprintf(name, sizeof name, "worker %u%s", i,
             w->is_missing ? ": no events" : "");
    if (has_name)
        text(p, LEFT - 8, y + p->row / 2 + 4, "text-anchor=\"end\"", name);
    free(bins);
    free(base);
}

/* --- Series --- */

static void draw_series(const struct picture *p, const struct uk_series *s,
                        const char *title, const char *fill, int greatest,
                        double y)
{
    char number[32], mean[64];
    double *sums = uk_alloc(p->n_bins, sizeof *sums);
    double at = p->t->from;
    int value = 0;
    for (size_t i = 0; i <= s->n; i++) { /* the mean of each bin */
        double next = i < s->n ? s->steps[i].at : p->t->to;
        double first = (at - p->t->from) / p->bin;
        double last = (next - p->t->from) / p->bin;
        if (value)
            for (unsigned b = (unsigned)first; b < p->n_bins && b < last; b++)
                sums[b] += value * ((last < b + 1 ? last : b + 1) -
                                    (first > b ? first : b));
        if (i < s->n)
            value += s->steps[i].change;
        at = next;
    }
    snprintf(mean, sizeof mean, "%s: %.2f on the average, at most %d", title,
             s->mean, s->greatest);
    text(p, LEFT, y - 6, "", mean);
    fprintf(p->f, "<path fill=\"%s\" d=\"M%d,%.1f", fill, LEFT, y + CHART);
    for (unsigned b = 0; b < p->n_bins; b++) {
        double height = greatest ? CHART * sums[b] / greatest : 0;
        fprintf(p->f, " V%.1f H%.4g", y + CHART - height, x_of_bin(p, b + 1));
    }
    fprintf(p->f, " V%.1f z\"/>\n", y + CHART);
    fprintf(p->f,
            "<path d=\"M%d,%.1f v%d h%d\" fill=\"none\" stroke=\"#333\"/>\n",
            LEFT, y, CHART, PLOT);
    snprintf(number, sizeof number, "%d", greatest);
    text(p, LEFT - 8, y + 9, "font-size=\"11\" text-anchor=\"end\"", number);
    text(p, LEFT - 8, y + CHART, "font-size=\"11\" text-anchor=\"end\"", "0");
    free(sums);
}

static void draw_axis(const struct picture *p, double y)
{
    double time = p->t->to - p->t->from;
    double step = pow(10, floor(log10(time / 5)));
    char number[32];
    if (time / step > 25)
        step *= 5;
    else if (time / step > 10)
        step *= 2;
    double first = ceil(p->t->from / step) * step;
    fprintf(p->f, "<path stroke=\"#333\" stroke-opacity=\"0.15\" d=\"");
    for (double at = first; at <= p->t->to; at += step)
        fprintf(p->f, "M%.1f,%d V%.1f", x_of(p, at), TOP, y);
    fprintf(p->f, "\"/>\n");
    for (double at = first; at <= p->t->to; at += step)
        text(p, x_of(p, at), y + 15, "font-size=\"11\" text-anchor=\"middle\"",
             at < step / 2 ? "0" : uk_time_text(at, number));
}

/* --- The whole --- */

/* True if a row is the first of a node, which has a heading. */
static bool is_new_host(const struct uk_trace *t, unsigned i)
{
    return t->n_nodes > 0 &&
           (i == 0 || t->workers[i].node != t->workers[i - 1].node);
}

static double draw_key(const struct picture *p, double x, const char *fill,
                       const char *words)
{
    fprintf(p->f,
            "<rect x=\"%.0f\" y=\"60\" width=\"11\" height=\"11\" fill=\"%s\" "
            "stroke=\"#ccc\"/>\n",
            x, fill);
    text(p, x + 16, 70, "font-size=\"12\"", words);
    return x + 34 + 6.3 * (double)strlen(words);
}

static void draw_keys(const struct picture *p)
{
    unsigned n = p->t->n_workers;
    double x = LEFT;
    char words[32];
    x = draw_key(p, x, colour(p, n + SERIAL), "serial");
    x = draw_key(p, x, colour(p, n + OWN), "own region");
    for (unsigned i = 0; i < n && n > 1; i++) {
        if (i == 3) { /* the others have these colours or further ones */
            text(p, x, 70, "font-size=\"12\"", "...");
            x += 24;
            break;
        }
        x = draw_key(p, x, colour(p, i), uk_source_text((int)i, words));
    }
    x = draw_key(p, x, colour(p, n + RESUMED), "resumed");
    x = draw_key(p, x, "#e6e6e6", "idle");
    x = draw_key(p, x, colour(p, n + NAP), "asleep");
    fprintf(p->f, "<path d=\"M%.0f,68 l3,-6 h-6 z\" fill=\"#333\"/>\n", x + 5);
    text(p, x + 14, 70, "font-size=\"12\"", "suspended");
}

void uk_trace_svg(const struct uk_trace *t, FILE *f)
{
    struct picture p = {.t = t, .f = f, .n_kinds = t->n_workers + N_OTHERS};
    unsigned most = MOST_RECTANGLES / t->n_workers;
    p.n_bins = most > PLOT ? PLOT : most < 100 ? 100 : most;
    double time = t->to - t->from;
    p.bin = time > 0 ? time / p.n_bins : 1;
    p.row = t->n_workers <= 8 ? 24 : t->n_workers <= 64 ? 12 : 3;
    double pitch = p.row * 1.3;
    unsigned n_hosts = t->n_nodes ? 1 + uk_node_of(t, t->n_workers - 1) : 0;
    double below = TOP + pitch * t->n_workers + HOST * n_hosts;
    double height = below + 2 * (GAP + CHART) + 44;
    char title[400], text_of_time[32];
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n"
            "<rect width=\"%d\" height=\"%.0f\" fill=\"white\"/>\n",
            WIDTH, height, WIDTH, height);
    snprintf(title, sizeof title, "%s: what %u worker%s did in %s",
             t->header->program, t->n_workers, t->n_workers == 1 ? "" : "s",
             uk_time_text(time, text_of_time));
    text(&p, 30, 28, "font-size=\"16\"", title);
    text(&p, 30, 48, "fill=\"#555\"",
         t->from > 0 ? "older events were overwritten: raise UCILK_TRACE_SIZE"
         : t->has_ended ? "busy in colours, by from whom its strand was stolen"
                        : "the program did not end in order");
    draw_keys(&p);
    if (time > 0) {
        double y = TOP;
        for (unsigned i = 0; i < t->n_workers; i++, y += pitch) {
            if (is_new_host(t, i)) {
                char host[96];
                snprintf(host, sizeof host, "%.63s", t->workers[i].host);
                text(&p, LEFT, y + HOST - 5, "font-size=\"12\"", host);
                y += HOST;
            }
            draw_worker(&p, i, y, t->n_workers <= 64 || i % 10 == 0);
        }
        int n = (int)t->n_workers, m = t->ready.greatest;
        draw_series(&p, &t->busy, "busy workers", "#4e79a7", n, below + GAP);
        draw_series(&p, &t->ready, "ready to go on, but not resumed", "#e15759",
                    m ? m : 1, below + 2 * GAP + CHART);
        draw_axis(&p, below + 2 * (GAP + CHART));
    }
    fprintf(f, "</svg>\n");
}
