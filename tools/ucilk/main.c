/* ucilk: the tools for runs of programs, as subcommands.  ucilk(1). */
#include "trace.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: ucilk trace FILE [--svg OUT.svg] [--json OUT.json] [--events "
    "OUT]\n"
    "       ucilk scale [OPTION...] PROGRAM [ARGUMENT...]\n"
    "       ucilk info [--json] [PROGRAM]\n"
    "       ucilk --help | --version\n"
    "\n"
    "trace   what each worker did in a run with UCILK_TRACE=FILE: a summary "
    "on\n"
    "        the terminal\n"
    "  --svg OUT.svg     draw the workers over time instead\n"
    "  --json OUT.json   write events for Perfetto (ui.perfetto.dev) or\n"
    "                    chrome://tracing instead\n"
    "  --events OUT      list all events: seconds, worker, event, argument\n"
    "\n"
    "scale   how far a program scales: `ucilk scale --help'\n"
    "info    what this machine, the installation and a program have:\n"
    "        `ucilk info --help'\n"
    "\n"
    "OUT may be - for the standard output.  See also ucilk(1), ucilk(7).\n";

_Noreturn void uk_fail(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fflush(stdout);
    fputs("ucilk: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(1);
}

_Noreturn void uk_refuse(const char *what, const char *word)
{
    fprintf(stderr, "ucilk: %s%s; ucilk --help says what there is\n", what,
            word);
    exit(2);
}

void *uk_alloc(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p)
        uk_fail("out of memory");
    return p;
}

/* Writes one kind of output to a file. */
static void write_to(const char *name, const struct uk_trace *trace,
                     void (*write)(const struct uk_trace *, FILE *))
{
    FILE *file = uk_output_open(name);
    write(trace, file);
    uk_output_close(file, name);
}

static int trace_main(int argc, char **argv)
{
    const char *name = NULL, *svg = NULL, *json = NULL, *events = NULL;
    for (int i = 0; i < argc; i++) {
        const char **out = strcmp(argv[i], "--svg") == 0      ? &svg
                           : strcmp(argv[i], "--json") == 0   ? &json
                           : strcmp(argv[i], "--events") == 0 ? &events
                                                              : NULL;
        if (out) {
            if (i + 1 == argc)
                uk_refuse("no file behind ", argv[i]);
            *out = argv[++i];
        } else if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return 0;
        } else if (argv[i][0] == '-') {
            uk_refuse("no such option: ", argv[i]);
        } else if (name) {
            uk_refuse("more than one file: ", argv[i]);
        } else {
            name = argv[i];
        }
    }
    if (!name)
        uk_refuse("trace: which file", "");
    struct uk_trace trace;
    uk_trace_read(&trace, name);
    if (svg)
        write_to(svg, &trace, uk_trace_svg);
    if (json)
        write_to(json, &trace, uk_trace_json);
    if (events)
        write_to(events, &trace, uk_trace_events);
    if (!svg && !json && !events)
        write_to("-", &trace, uk_trace_summary);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        uk_refuse("no command", "");
    if (strcmp(argv[1], "trace") == 0)
        return trace_main(argc - 2, argv + 2);
    if (strcmp(argv[1], "scale") == 0)
        return uk_scale_main(argc - 2, argv + 2);
    if (strcmp(argv[1], "info") == 0)
        return uk_info_main(argc - 2, argv + 2);
    if (strcmp(argv[1], "--help") == 0)
        fputs(help, stdout);
    else if (strcmp(argv[1], "--version") == 0)
        puts("ucilk " UCILK_TOOL_VERSION);
    else
        uk_refuse("no such command: ", argv[1]);
    return 0;
}
