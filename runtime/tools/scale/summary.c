/* The results of a run: see summary.h. */
#include "scale/summary.h"

#include "serial/tool.h"

static double ratio(double work, double span)
{
    return span > 0 ? work / span : 1;
}

struct uci_summary uci_summarize(void)
{
    double unit = uci_clock_seconds();
    struct uci_summary s = {.unit = unit,
                            .work = (double)uci_path.work * unit,
                            .span = (double)uci_path.end * unit,
                            .burdened = (double)uci_path.burdened * unit};
    s.parallelism = ratio(s.work, s.span);
    s.burdened_parallelism = ratio(s.work, s.burdened);
    return s;
}

static struct uci_site_summary summarize_site(const struct uci_summary *s,
                                              unsigned site)
{
    const struct uci_entry *e = uci_vector_at(&uci_path.levels->now, site);
    return (struct uci_site_summary){
        .site = site,
        .own = (double)uci_sites[site].own * s->unit,
        .work = (double)uci_sites[site].work * s->unit,
        .on_span = (double)e->own * s->unit,
        .parallelism_without =
            ratio(s->work, s->span + (double)e->extra * s->unit)};
}

struct uci_site_summary uci_summarize_outside(const struct uci_summary *s)
{
    return summarize_site(s, 0);
}

static int compare(const void *a, const void *b)
{
    const struct uci_site_summary *x = a, *y = b;
    if (x->work != y->work)
        return x->work < y->work ? 1 : -1;
    return x->site < y->site ? -1 : 1;
}

struct uci_site_summary *uci_summarize_sites(const struct uci_summary *s,
                                             unsigned *n)
{
    struct uci_site_summary *sites =
        uci_memory(calloc(uci_n_sites, sizeof *sites));
    *n = 0;
    for (unsigned i = 1; i < uci_n_sites; i++)
        if (uci_sites[i].children > 0)
            sites[(*n)++] = summarize_site(s, i);
    qsort(sites, *n, sizeof *sites, compare);
    return sites;
}

double uci_time_at_best(const struct uci_summary *s, unsigned workers)
{
    double time = s->work / workers;
    return time > s->span ? time : s->span;
}

double uci_time_bound(const struct uci_summary *s, unsigned workers)
{
    if (workers == 1)
        return s->work;
    return s->work / workers + UCI_SUMMARY_BOUND * s->burdened;
}
