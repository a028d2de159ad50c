/*
 * Speed-ups as a picture: workers and speed-up on logarithmic axes, so that a
 * linear speed-up is a straight line; the area between the bounds, and a point
 * for each number of workers that was measured, with the least and most of its
 * runs.  What is drawn is explained below the axes, where no text meets
 * another.
 */
#include "scale.h"
#include "trace.h"

#include <math.h>

enum {
    WIDTH = 720,
    LEFT = 64,
    PLOT = 620,
    TOP = 84,
    CHART = 330,
    KEYS = TOP + CHART + 64,
    HEIGHT = KEYS + 66,
    STEPS = 160, /* of a curve */
};

struct picture {
    const struct uk_scale *s;
    FILE *f;
    double most_x, least_y, most_y; /* powers of 2 */
};

static double x_of(const struct picture *p, double workers)
{
    return LEFT + PLOT * log2(workers) / log2(p->most_x);
}

static double y_of(const struct picture *p, double speed_up)
{
    double y = speed_up < p->least_y ? p->least_y : speed_up;
    return TOP +
           CHART * (1 - log2(y / p->least_y) / log2(p->most_y / p->least_y));
}

static void set_ranges(struct picture *p)
{
    const struct uk_scale *s = p->s;
    double most = uk_scale_at_most(s, s->bounds_to), least = 1;
    for (unsigned i = 0; i < s->n_points; i++) {
        most = fmax(most, uk_scale_measured(s, s->points[i].least));
        least = fmin(least, uk_scale_measured(s, s->points[i].median));
    }
    least = fmin(least, uk_scale_burdened(s, s->bounds_to));
    for (unsigned i = 2; i <= 4; i++)
        least = fmin(least, uk_scale_burdened(s, i));
    p->most_x = s->bounds_to < 2 ? 2 : s->bounds_to;
    p->most_y = fmax(2, exp2(ceil(log2(most))));
    p->least_y = fmax(0.125, exp2(floor(log2(least))));
}

static void draw_axes(const struct picture *p)
{
    char number[32];
    unsigned rows = (unsigned)log2(p->most_y / p->least_y) + 1;
    double ratio = rows > 14 ? 4 : 2;
    fprintf(p->f, "<path stroke=\"#333\" stroke-opacity=\"0.15\" d=\"");
    for (double y = p->least_y; y <= p->most_y; y *= ratio)
        fprintf(p->f, "M%d,%.1f h%d ", LEFT, y_of(p, y), PLOT);
    for (double x = 1; x <= p->most_x; x *= 2)
        fprintf(p->f, "M%.1f,%d v%d ", x_of(p, x), TOP, CHART);
    fprintf(p->f, "\"/>\n");
    for (double y = p->least_y; y <= p->most_y; y *= ratio) {
        snprintf(number, sizeof number, "%g", y);
        uk_svg_text(p->f, LEFT - 8, y_of(p, y) + 4,
                    "class=\"y\" font-size=\"11\" text-anchor=\"end\"", number,
                    8);
    }
    for (double x = 1; x <= p->most_x; x *= 2) {
        snprintf(number, sizeof number, "%g", x);
        uk_svg_text(p->f, x_of(p, x), TOP + CHART + 17,
                    "class=\"x\" font-size=\"11\" text-anchor=\"middle\"",
                    number, 8);
    }
    fprintf(p->f,
            "<path d=\"M%d,%d v%d h%d\" fill=\"none\" stroke=\"#333\"/>\n",
            LEFT, TOP, CHART, PLOT);
    uk_svg_text(p->f, LEFT + PLOT / 2.0, TOP + CHART + 36,
                "text-anchor=\"middle\"", "workers", 20);
    uk_svg_text(p->f, LEFT - 34, TOP - 14, "", "speed-up", 20);
}

/* Points of a curve, from `from' to `to' workers. */
static void draw_points(const struct picture *p,
                        double (*bound)(const struct uk_scale *, double),
                        double from, double to)
{
    for (unsigned i = 0; i <= STEPS; i++) {
        double workers = from * pow(to / from, i / (double)STEPS);
        fprintf(p->f, " %.2f,%.2f", x_of(p, workers),
                y_of(p, bound(p->s, workers)));
    }
}

static double linear(const struct uk_scale *s, double workers)
{
    (void)s;
    return workers;
}

static const struct {
    const char *name;
    double (*bound)(const struct uk_scale *, double);
    const char *look, *words;
} curves[] = {
    {"linear", linear, "stroke=\"#888\" stroke-dasharray=\"3,4\"", "linear"},
    {"at_most", uk_scale_at_most, "stroke=\"#4e79a7\" stroke-width=\"2\"",
     "at most: parallelism %.4g"},
    {"greedy", uk_scale_greedy,
     "stroke=\"#59a14f\" stroke-width=\"1.5\" stroke-dasharray=\"7,4\"",
     "greedy scheduler, at least"},
    {"burdened", uk_scale_burdened, "stroke=\"#4e79a7\" stroke-width=\"1\"",
     "greedy, with the cost of steals"}};
enum { N_CURVES = sizeof curves / sizeof *curves };

static void draw_curves(const struct picture *p)
{
    for (unsigned i = 0; i < N_CURVES; i++) {
        fprintf(p->f, "<polyline id=\"%s\" fill=\"none\" %s points=\"",
                curves[i].name, curves[i].look);
        draw_points(p, curves[i].bound, 1,
                    i == 0 ? fmin(p->most_x, p->most_y) : p->most_x);
        fprintf(p->f, "\"/>\n");
    }
}

/* Drawn first: behind all else. */
static void draw_areas(const struct picture *p)
{
    double cpus = p->s->cpus;
    if (cpus < p->most_x)
        fprintf(p->f,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" "
                "fill=\"#f4f1ea\"/>\n",
                x_of(p, cpus), TOP, LEFT + PLOT - x_of(p, cpus), CHART);
    fprintf(p->f, "<polygon fill=\"#4e79a7\" fill-opacity=\"0.15\" points=\"");
    draw_points(p, uk_scale_at_most, 1, p->most_x);
    draw_points(p, uk_scale_burdened, p->most_x, 1);
    fprintf(p->f, "\"/>\n");
}

static void draw_measured(const struct picture *p)
{
    for (unsigned i = 0; i < p->s->n_points; i++) {
        const struct uk_point *m = p->s->points + i;
        double x = x_of(p, m->workers);
        double speed_up = uk_scale_measured(p->s, m->median);
        fprintf(p->f,
                "<path d=\"M%.2f,%.2f V%.2f\" stroke=\"#e15759\" "
                "stroke-width=\"1.5\"/>\n"
                "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"4\" fill=\"#e15759\">"
                "<title>%u worker%s: %.4f s, %.2f times</title></circle>\n",
                x, y_of(p, uk_scale_measured(p->s, m->most)),
                y_of(p, uk_scale_measured(p->s, m->least)), x,
                y_of(p, speed_up), m->workers, m->workers == 1 ? "" : "s",
                m->median, speed_up);
    }
}

static void draw_key(const struct picture *p, unsigned place, const char *look,
                     const char *words)
{
    double x = place % 2 ? LEFT + PLOT / 2.0 + 10 : LEFT,
           y = KEYS + 20.0 * (place / 2);
    fprintf(p->f, look, x, y - 4);
    uk_svg_text(p->f, x + 36, y, "font-size=\"12\"", words, 42);
}

static void draw_keys(const struct picture *p)
{
    char words[80], look[160];
    const struct uk_scale *s = p->s;
    snprintf(words, sizeof words, "measured: median of %u run%s, least to most",
             s->runs, s->runs == 1 ? "" : "s");
    draw_key(p, 0,
             "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"4\" fill=\"#e15759\" "
             "transform=\"translate(14)\"/>\n",
             words);
    for (unsigned i = 1; i <= N_CURVES; i++) { /* the linear one is the last */
        snprintf(look, sizeof look, "<path d=\"M%%.0f,%%.0f h28\" %s/>\n",
                 curves[i % N_CURVES].look);
        snprintf(words, sizeof words, curves[i % N_CURVES].words,
                 s->parallelism);
        draw_key(p, i, look, words);
    }
    if (s->cpus >= p->most_x)
        return;
    snprintf(words, sizeof words, "more workers than the %u CPU%s here",
             s->cpus, s->cpus == 1 ? "" : "s");
    draw_key(p, 5,
             "<rect x=\"%.0f\" y=\"%.0f\" width=\"28\" height=\"12\" "
             "fill=\"#f4f1ea\" stroke=\"#ddd\" "
             "transform=\"translate(0,-6)\"/>\n",
             words);
}

static const char *amount(const struct uk_scale *s, double value, char text[32])
{
    if (!s->is_unit)
        return uk_time_text(value, text);
    snprintf(text, 32, "%.0f strands", value);
    return text;
}

void uk_scale_svg(const struct uk_scale *s, FILE *f)
{
    struct picture p = {.s = s, .f = f};
    char words[400] = "", amounts[160], work[32], span[32], one[32];
    size_t n = 0;
    set_ranges(&p);
    for (unsigned i = 0; s->command[i] && n < sizeof words - 1; i++)
        n += (size_t)snprintf(words + n, sizeof words - n, "%s%s", i ? " " : "",
                              s->command[i]);
    snprintf(amounts, sizeof amounts, "work %s, span %s, with one worker %s",
             amount(s, s->work, work), amount(s, s->span, span),
             uk_time_text(s->points[0].median, one));
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    uk_svg_text(f, 30, 24, "font-size=\"16\"", words, 72);
    uk_svg_text(f, 30, 43, "fill=\"#555\"", amounts, 100);
    draw_areas(&p);
    draw_axes(&p);
    draw_curves(&p);
    draw_measured(&p);
    draw_keys(&p);
    fprintf(f, "</svg>\n");
}
