/* The report as one JSON object: docs/scale.md. */
#define _GNU_SOURCE
#include "base/message.h"
#include "base/options.h"
#include "scale/summary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_text(FILE *f, const char *text)
{
    fputc('"', f);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c == '"' || *c == '\\' || *c < ' ')
            fprintf(f, "\\u%04x", *c);
        else
            fputc(*c, f);
    fputc('"', f);
}

static void put_amount(FILE *f, const char *name, double value)
{
    fprintf(f, uci_options.scale_unit ? ", \"%s\": %.0f" : ", \"%s\": %.10f",
            name, value);
}

static void put_whole(FILE *f, const struct uci_summary *s)
{
    fprintf(f, "{\"program\": ");
    put_text(f, program_invocation_short_name);
    fprintf(f, ", \"unit\": \"%s\"", uci_options.scale_unit ? "strands" : "s");
    put_amount(f, "work", s->work);
    put_amount(f, "span", s->span);
    put_amount(f, "burdened_span", s->burdened);
    fprintf(f,
            ", \"parallelism\": %.6f, \"burdened_parallelism\": %.6f"
            ", \"burden\": %.10f, \"bound\": %.2f",
            s->parallelism, s->burdened_parallelism,
            (double)uci_path.burden * s->unit, UCI_SUMMARY_BOUND);
    fprintf(f,
            ", \"strands\": %" PRIu64 ", \"spawns\": %" PRIu64
            ", \"syncs\": %" PRIu64 ", \"loops\": %" PRIu64
            ", \"futures\": %" PRIu64 ", \"gets\": %" PRIu64,
            uci_path.strands, uci_path.spawns, uci_path.syncs, uci_path.loops,
            uci_path.futures, uci_path.gets);
}

static void put_times(FILE *f, const struct uci_summary *s)
{
    fprintf(f, ",\n \"predicted\": [");
    for (unsigned p = 1; p <= UCI_SUMMARY_MAX_WORKERS; p *= 2)
        fprintf(f,
                "%s\n  {\"workers\": %u, \"time_at_best\": %.10f, "
                "\"time_bound\": %.10f}",
                p > 1 ? "," : "", p, uci_time_at_best(s, p),
                uci_time_bound(s, p));
    fprintf(f, "]");
}

static void put_sites(FILE *f, const struct uci_summary *s)
{
    unsigned n;
    struct uci_site_summary *sites = uci_summarize_sites(s, &n);
    struct uci_site_summary outside = uci_summarize_outside(s);
    put_amount(f, "outside_work", outside.own);
    put_amount(f, "outside_span", outside.on_span);
    fprintf(f, ",\n \"sites\": [");
    for (unsigned i = 0; i < n; i++) {
        const struct uci_site *site = uci_sites + sites[i].site;
        fprintf(f, "%s\n  {\"file\": ", i > 0 ? "," : "");
        put_text(f, site->task->file);
        fprintf(f, ", \"line\": %d, \"function\": ", site->task->line);
        put_text(f, site->task->name);
        fprintf(f, ", \"kind\": \"%s\", \"children\": %" PRIu64, site->kind,
                site->children);
        put_amount(f, "work", sites[i].work);
        put_amount(f, "own_work", sites[i].own);
        put_amount(f, "own_span", sites[i].on_span);
        fprintf(f, ", \"parallelism_without\": %.6f}",
                sites[i].parallelism_without);
    }
    fprintf(f, "]");
    free(sites);
}

static void put_parts(FILE *f, const struct uci_summary *s)
{
    fprintf(f, ",\n \"parts\": [");
    for (unsigned i = 0; i < uci_n_parts; i++) {
        const struct uci_part *p = uci_parts + i;
        fprintf(f, "%s\n  {\"tag\": ", i > 0 ? "," : "");
        put_text(f, p->tag);
        fprintf(f, ", \"times\": %" PRIu64, p->times);
        put_amount(f, "work", (double)p->work * s->unit);
        put_amount(f, "span", (double)p->span * s->unit);
        put_amount(f, "burdened_span", (double)p->burdened * s->unit);
        fprintf(f, "}");
    }
    fprintf(f, "]}\n");
}

void uci_report_json(const char *path)
{
    struct uci_summary s = uci_summarize();
    FILE *f = fopen(path, "we");
    if (f) {
        put_whole(f, &s);
        put_times(f, &s);
        put_sites(f, &s);
        put_parts(f, &s);
    }
    bool good = f && !ferror(f);
    if (f && fclose(f) != 0)
        good = false;
    if (!good)
        uci_fatal("UCILK_SCALE=%s: cannot write the file: %s", path,
                  strerror(errno));
}
