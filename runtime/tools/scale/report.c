/* The report as text, on stderr: docs/scale.md. */
#define _GNU_SOURCE
#include "base/options.h"
#include "scale/summary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* An amount of time, without its unit. */
static const char *amount(char text[32], double value)
{
    if (uci_options.scale_unit)
        snprintf(text, 32, "%.0f", value);
    else
        snprintf(text, 32, "%.9f", value);
    return text;
}

static void print_whole(FILE *f, const struct uci_summary *s)
{
    const char *unit = uci_options.scale_unit ? "strands" : "s";
    char text[32];
    fprintf(f, "ucilk scale: %s\n", program_invocation_short_name);
    fprintf(f, "  %-22s %16s %s\n", "work", amount(text, s->work), unit);
    fprintf(f, "  %-22s %16s %s\n", "span", amount(text, s->span), unit);
    fprintf(f, "  %-22s %16.2f\n", "parallelism", s->parallelism);
    fprintf(f, "  %-22s %16s %s\n", "burdened span", amount(text, s->burdened),
            unit);
    fprintf(f, "  %-22s %16.2f\n", "burdened parallelism",
            s->burdened_parallelism);
    fprintf(f, "  %-22s %16" PRIu64 "\n", "strands", uci_path.strands);
    fprintf(f, "  %-22s %16" PRIu64 "\n", "spawns", uci_path.spawns);
}

static void print_times(FILE *f, const struct uci_summary *s)
{
    char best[32], bound[32];
    fprintf(f, "  workers  speed-up between and      time between and\n");
    for (unsigned p = 1; p <= UCI_SUMMARY_MAX_WORKERS; p *= 2) {
        double least = uci_time_at_best(s, p), most = uci_time_bound(s, p);
        fprintf(f, "  %7u %9.2f %10.2f %16s %16s\n", p,
                most > 0 ? s->work / most : 1, least > 0 ? s->work / least : 1,
                amount(best, least), amount(bound, most));
    }
}

static void print_shares(FILE *f, const struct uci_summary *s,
                         const struct uci_site_summary *site)
{
    fprintf(f, " %6.1f %6.1f", s->work > 0 ? 100 * site->own / s->work : 0,
            s->span > 0 ? 100 * site->on_span / s->span : 0);
}

static void print_sites(FILE *f, const struct uci_summary *s)
{
    unsigned n;
    struct uci_site_summary outside = uci_summarize_outside(s);
    struct uci_site_summary *sites = uci_summarize_sites(s, &n);
    char work[32];
    fprintf(f, "  %-7s %12s %16s %6s %6s %12s  %s\n", "kind", "children",
            "work in them", "% work", "% span", "without it", "place");
    for (unsigned i = 0; i < n; i++) {
        const struct uci_site *site = uci_sites + sites[i].site;
        fprintf(f, "  %-7s %12" PRIu64 " %16s", site->kind, site->children,
                amount(work, sites[i].work));
        print_shares(f, s, sites + i);
        fprintf(f, " %12.2f  %s:%d %s\n", sites[i].parallelism_without,
                site->task->file, site->task->line, site->task->name);
    }
    fprintf(f, "  %-7s %12s %16s", "-", "-", "-");
    print_shares(f, s, &outside);
    fprintf(f, " %12s  outside of them\n", "-");
    free(sites);
}

static void print_parts(FILE *f, const struct uci_summary *s)
{
    char work[32], span[32];
    if (uci_n_parts > 0)
        fprintf(f, "  %12s %16s %16s %12s %12s  %s\n", "times", "work", "span",
                "parallelism", "burdened", "part");
    for (unsigned i = 0; i < uci_n_parts; i++) {
        const struct uci_part *p = uci_parts + i;
        double w = (double)p->work, t = (double)p->span,
               b = (double)p->burdened;
        fprintf(f, "  %12" PRIu64 " %16s %16s %12.2f %12.2f  %s\n", p->times,
                amount(work, w * s->unit), amount(span, t * s->unit),
                t > 0 ? w / t : 1, b > 0 ? w / b : 1, p->tag);
    }
}

void uci_report_print(void)
{
    struct uci_summary s = uci_summarize();
    fflush(stdout);
    print_whole(stderr, &s);
    print_times(stderr, &s);
    print_sites(stderr, &s);
    print_parts(stderr, &s);
}
