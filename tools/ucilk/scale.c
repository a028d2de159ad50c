/* ucilk scale: its command line, the bounds, the table and JSON. */
#include "scale.h"

#include "base/cpus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORKERS = 4096, MOST_RUNS = 1000, BOUNDS_TO = 64 };

const char uk_scale_help[] =
    "usage: ucilk scale [OPTION...] [--] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs a program to see how far it scales: with one thread for its work "
    "and\n"
    "span, and on 1, 2, ... workers for its speed-up.  Link it with\n"
    "`ucilkcc --ucilk-tool=scale', or with UCILK_PROFILE=scale.\n"
    "  --workers LIST    measure with these numbers of workers: 1,2,4; "
    "default:\n"
    "                    up to the CPUs\n"
    "  --runs N          runs with each of them; default: 5\n"
    "  --bounds N        print bounds for up to N workers; default: 64\n"
    "  --svg OUT.svg     draw speed-ups and bounds, too\n"
    "  --json OUT.json   write all numbers, too\n"
    "\n"
    "OUT may be - for the standard output, in place of the table.\n";

double uk_scale_at_most(const struct uk_scale *s, double workers)
{
    return workers < s->parallelism ? workers : s->parallelism;
}

double uk_scale_greedy(const struct uk_scale *s, double workers)
{
    double time = s->work / workers + (1 - 1 / workers) * s->span;
    return time > 0 ? s->work / time : 1;
}

double uk_scale_burdened(const struct uk_scale *s, double workers)
{
    double time = s->work / workers + s->bound * s->burdened_span;
    return workers > 1 && time > 0 ? s->work / time : 1;
}

double uk_scale_measured(const struct uk_scale *s, double seconds)
{
    return s->points[0].median / seconds;
}

/* --- The table --- */

static void print_amount(const char *name, double amount, bool is_unit, FILE *f)
{
    if (is_unit)
        fprintf(f, "  %-22s %14.0f strands\n", name, amount);
    else
        fprintf(f, "  %-22s %14.9f s\n", name, amount);
}

static void print_bounds(const struct uk_scale *s, unsigned workers, FILE *f)
{
    fprintf(f, " %9.2f %9.2f %9.2f\n", uk_scale_burdened(s, workers),
            uk_scale_greedy(s, workers), uk_scale_at_most(s, workers));
}

static void print_row(const struct uk_scale *s, const struct uk_point *p,
                      FILE *f)
{
    char times[64];
    snprintf(times, sizeof times, "%.4f .. %.4f", p->least, p->most);
    fprintf(f, "  %6u%c %10.4f %22s %9.2f", p->workers,
            p->workers > s->cpus ? '*' : ' ', p->median, times,
            uk_scale_measured(s, p->median));
    print_bounds(s, p->workers, f);
}

void uk_scale_table(const struct uk_scale *s, FILE *f)
{
    const struct uk_point *last = s->points + s->n_points - 1;
    fprintf(f, "ucilk scale:");
    for (unsigned i = 0; s->command[i]; i++)
        fprintf(f, " %s", s->command[i]);
    fprintf(f, "\n");
    print_amount("work", s->work, s->is_unit, f);
    print_amount("span", s->span, s->is_unit, f);
    fprintf(f, "  %-22s %14.2f\n", "parallelism", s->parallelism);
    print_amount("burdened span", s->burdened_span, s->is_unit, f);
    fprintf(f, "  %-22s %14.2f\n\n", "burdened parallelism",
            s->burdened_parallelism);
    fprintf(f, "  %7s %10s %22s %9s %9s %9s %9s\n", "workers", "median s",
            "least .. most", "speed-up", "burdened", "greedy", "at most");
    for (unsigned i = 0; i < s->n_points; i++)
        print_row(s, s->points + i, f);
    for (unsigned p = 1; p <= s->bounds_to; p *= 2)
        if (p > last->workers) {
            fprintf(f, "  %6u  %10s %22s %9s", p, "", "", "");
            print_bounds(s, p, f);
        }
    if (last->workers > s->cpus)
        fprintf(f, "  * more workers than the %u CPU%s that it may use\n",
                s->cpus, s->cpus == 1 ? "" : "s");
    if (s->points[0].median < 0.05)
        fprintf(f, "  These runs are short, and start and end count: choose a "
                   "larger problem.\n");
}

/* --- JSON --- */

void uk_scale_json(const struct uk_scale *s, FILE *f)
{
    fprintf(f, "{\"command\": [");
    for (unsigned i = 0; s->command[i]; i++) {
        fputs(i ? ", " : "", f);
        uk_json_text(f, s->command[i]);
    }
    fprintf(
        f,
        "], \"cpus\": %u, \"runs\": %u, \"unit\": \"%s\", \"work\": %.10f, "
        "\"span\": %.10f, \"burdened_span\": %.10f, \"parallelism\": %.6f, "
        "\"burdened_parallelism\": %.6f, \"bound\": %.2f,\n \"measured\": [",
        s->cpus, s->runs, s->is_unit ? "strands" : "s", s->work, s->span,
        s->burdened_span, s->parallelism, s->burdened_parallelism, s->bound);
    for (unsigned i = 0; i < s->n_points; i++) {
        const struct uk_point *p = s->points + i;
        fprintf(f, "%s\n  {\"workers\": %u, \"seconds\": [", i ? "," : "",
                p->workers);
        for (unsigned k = 0; k < s->runs; k++)
            fprintf(f, "%s%.6f", k ? ", " : "", p->seconds[k]);
        fprintf(f, "], \"median\": %.6f, \"speed_up\": %.6f}", p->median,
                uk_scale_measured(s, p->median));
    }
    fprintf(f, "],\n \"bounds\": [");
    for (unsigned p = 1; p <= s->bounds_to; p++)
        fprintf(f,
                "%s\n  {\"workers\": %u, \"burdened\": %.6f, \"greedy\": %.6f, "
                "\"at_most\": %.6f}",
                p > 1 ? "," : "", p, uk_scale_burdened(s, p),
                uk_scale_greedy(s, p), uk_scale_at_most(s, p));
    fprintf(f, "]}\n");
}

/* --- The command line --- */

static unsigned number(const char *what, const char *text, unsigned most)
{
    char *end;
    errno = 0;
    unsigned long n = strtoul(text, &end, 10);
    if (errno || *text < '0' || *text > '9' || *end || n < 1 || n > most) {
        char message[128];
        snprintf(message, sizeof message,
                 "%s takes a number from 1 to %u, not ", what, most);
        uk_refuse(message, text);
    }
    return (unsigned)n;
}

static void add_point(struct uk_scale *s, unsigned workers)
{
    unsigned i = s->n_points;
    for (unsigned k = 0; k < s->n_points; k++)
        if (s->points[k].workers == workers)
            return;
    for (; i > 0 && s->points[i - 1].workers > workers; i--)
        s->points[i] = s->points[i - 1];
    s->points[i] = (struct uk_point){.workers = workers};
    s->n_points++;
}

static void add_list(struct uk_scale *s, const char *list)
{
    char *copy = strdup(list), *rest = copy, *word;
    while (copy && (word = strsep(&rest, ",")))
        add_point(s, number("--workers", word, MOST_WORKERS));
    free(copy);
}

/* 1 to the CPUs; if these are many, powers of 2, and all. */
static void add_defaults(struct uk_scale *s)
{
    for (unsigned p = 1; p < s->cpus; p = s->cpus <= 8 ? p + 1 : 2 * p)
        add_point(s, p);
    add_point(s, s->cpus < MOST_WORKERS ? s->cpus : MOST_WORKERS);
}

static void write_to(const struct uk_scale *s, const char *name,
                     void (*write)(const struct uk_scale *, FILE *))
{
    if (!name)
        return;
    FILE *file = uk_output_open(name);
    write(s, file);
    uk_output_close(file, name);
}

static const char *value(int argc, char **argv, int i)
{
    if (i + 1 >= argc)
        uk_refuse("nothing behind ", argv[i]);
    return argv[i + 1];
}

int uk_scale_main(int argc, char **argv)
{
    struct uk_scale s = {.cpus = (unsigned)uci_cpus_allowed(), .runs = 5};
    const char *svg = NULL, *json = NULL, *list = NULL;
    int i = 0;
    for (; i < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--help") == 0)
            return fputs(uk_scale_help, stdout) < 0;
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argv[i], "--workers") == 0)
            list = value(argc, argv, i);
        else if (strcmp(argv[i], "--runs") == 0)
            s.runs = number(argv[i], value(argc, argv, i), MOST_RUNS);
        else if (strcmp(argv[i], "--bounds") == 0)
            s.bounds_to = number(argv[i], value(argc, argv, i), MOST_WORKERS);
        else if (strcmp(argv[i], "--svg") == 0)
            svg = value(argc, argv, i);
        else if (strcmp(argv[i], "--json") == 0)
            json = value(argc, argv, i);
        else
            uk_refuse("no such option: ", argv[i]);
    }
    if (i >= argc)
        uk_refuse("scale: which program", "");
    s.command = argv + i;
    s.points = uk_alloc(MOST_WORKERS + 1, sizeof *s.points);
    add_point(&s, 1); /* to which speed-ups refer */
    if (list)
        add_list(&s, list);
    else
        add_defaults(&s);
    unsigned most = s.points[s.n_points - 1].workers;
    if (s.bounds_to == 0)
        s.bounds_to = most > BOUNDS_TO ? most : BOUNDS_TO;
    if (s.bounds_to < most)
        s.bounds_to = most;
    uk_scale_run(&s);
    write_to(&s, svg, uk_scale_svg);
    write_to(&s, json, uk_scale_json);
    if (!(svg && strcmp(svg, "-") == 0) && !(json && strcmp(json, "-") == 0))
        write_to(&s, "-", uk_scale_table);
    return 0;
}
