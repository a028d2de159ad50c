/* What a simulated run prints at its end. */
#include "study/sim/sim.h"

#include "base/message.h"
#include "base/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double began; /* in real time */

/* The program's clock is virtual, so the kernel is asked. */
static double real_seconds(void)
{
    struct timespec t;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct uci_counters sum_of_counters(void)
{
    struct uci_counters sum = {0};
    for (unsigned i = 0; i < uci_sim_n; i++) {
        const struct uci_counters *c = &uci_sim_workers[i].block->counters;
#define COUNTER(field, title) sum.field += c->field;
#include "trace/counters.def"
#undef COUNTER
    }
    return sum;
}

struct row {
    const char *name, *unit;
    double value;
};

static void print_text(FILE *to, const struct row *rows, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "ucilk sim: %-34s %16.*f%s%s\n", rows[i].name,
                *rows[i].unit ? 6 : 0, rows[i].value, *rows[i].unit ? " " : "",
                rows[i].unit);
}

static void print_json(const struct row *rows, unsigned n,
                       const struct uci_counters *c)
{
    FILE *file = fopen(uci_options.sim_report, "we");
    if (!file)
        uci_fatal("UCILK_SIM_REPORT=%s: %s", uci_options.sim_report,
                  strerror(errno));
    fprintf(file, "{\n");
    for (unsigned i = 0; i < n; i++)
        fprintf(file, "  \"%s\": %.*f,\n", rows[i].name, *rows[i].unit ? 9 : 0,
                rows[i].value);
#define COUNTER(field, title)                                                  \
    fprintf(file, "  \"%s\": %lu,\n", #field, (unsigned long)c->field);
#include "trace/counters.def"
#undef COUNTER
    fprintf(file, "  \"net\": \"%s\",\n  \"mesh\": \"%s\"\n}\n",
            uci_options.sim_net, uci_options.sim_mesh);
    fclose(file);
}

static void report(void)
{
    double elapsed = (double)uci_sim_workers[0].clock / 1e12, busy = 0;
    for (unsigned i = 0; i < uci_sim_n; i++)
        busy += (double)uci_sim_workers[i].busy / 1e12;
    struct uci_counters c = sum_of_counters();
    double real = real_seconds() - began;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    /* What another run could print otherwise comes last. */
    const struct row rows[] = {
        {"workers", "", uci_sim_n},
        {"workers of a node", "", uci_sim_node},
        {"virtual time", "s", elapsed},
        {"work", "s", busy},
        {"efficiency", "of 1", elapsed > 0 ? busy / elapsed / uci_sim_n : 0},
        {"steals in all", "", (double)c.steals},
        {"steals from other nodes", "", (double)c.far_steals},
        {"gets", "", (double)uci_sim_traffic.gets},
        {"puts", "", (double)uci_sim_traffic.puts},
        {"atomics that wait", "", (double)uci_sim_traffic.atomics},
        {"atomics posted", "", (double)uci_sim_traffic.posts},
        {"messages", "", (double)uci_sim_traffic.messages},
        {"bytes", "", (double)uci_sim_traffic.bytes},
        {"events", "", (double)uci_sim_n_events},
        {"switches", "", (double)uci_sim_n_switches},
        {"real time", "s", real},
        {"memory", "MiB", (double)usage.ru_maxrss / 1024},
    };
    enum { N = sizeof rows / sizeof *rows };
    if (*uci_options.sim_report) {
        print_json(rows, N, &c);
    } else {
        fflush(stdout); /* where both go to one file, the answer comes first */
        print_text(stderr, rows, N);
    }
}

void uci_sim_report_start(void)
{
    began = real_seconds();
    atexit(report);
}
