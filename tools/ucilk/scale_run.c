/*
 * The runs of ucilk scale.  One program does both: linked with
 * libucilk_scale.so it is measured as it is, and runs on workers if libucilk.so
 * is loaded before (LD_PRELOAD); linked with libucilk.so it is the other way
 * round.
 */
#include "program.h"
#include "scale.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct runner {
    char *const *command;
    const char *path;
    const char *preload_measured, *preload_workers; /* null: nothing */
    const char *report;                             /* a file */
    int output;     /* what the last run has printed */
    bool has_input; /* stdin is a file, which each run reads from here on */
    off_t input;
    unsigned done, all;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- Which program --- */

static const char *library(const char *folder, const char *name)
{
    char *path = uk_alloc(PATH_MAX, 1);
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    if (access(path, R_OK) != 0)
        uk_fail("%s: %s; it is part of ucilk's libraries for development", path,
                strerror(errno));
    if (strpbrk(path, " :"))
        uk_fail("%s: LD_PRELOAD takes no path with a blank or a colon: install "
                "ucilk elsewhere",
                path);
    return path;
}

static void choose(struct runner *r)
{
    static const char relink[] =
        "link it with UCILK_PROFILE=scale in ucilkcc's environment; objects "
        "need not be compiled again";
    static struct uk_program p;
    const char *name = r->command[0], *dot = strrchr(name, '.');
    if (dot && strcmp(dot, ".c") == 0 && access(name, X_OK) != 0)
        uk_fail("%s is a source: compile it by `ucilkcc --ucilk-tool=scale -O3 "
                "%s -o %.*s', and name that",
                name, name, (int)(dot - name), name);
    uk_program_read(&p, name);
    r->path = p.path;
    if (!p.is_elf)
        uk_fail("%s is no program for x86-64; if it is a script that runs one, "
                "name that",
                name);
    if (strcmp(p.kind, "cluster") == 0 || strcmp(p.kind, "race") == 0)
        uk_fail(
            "%s is linked with ucilk's runtime for %s: link it without that, "
            "and with --ucilk-tool=scale",
            name, *p.kind == 'c' ? "clusters" : "races");
    if (*p.kind && !p.library)
        uk_fail("%s is linked with libucilk.a: %s", name, relink);
    if (!p.library)
        uk_fail(
            "%s is linked with no runtime of ucilk: it spawns nothing, or it "
            "is the serial elision. Else %s",
            name, relink);
    if (strcmp(p.kind, "scale") == 0)
        r->preload_workers = library(uk_folder("lib"), "libucilk.so.0");
    else
        r->preload_measured =
            library(uk_folder("lib"), "ucilk/libucilk_scale.so");
}

/* --- One run --- */

static void show_progress(const struct runner *r, const char *what)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[Krun %u of %u: %s", r->done + 1, r->all, what);
}

static void clear_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

static void set_preload(const char *path)
{
    const char *users = getenv("LD_PRELOAD");
    char both[2 * PATH_MAX];
    snprintf(both, sizeof both, "%s%s%s", path, users ? ":" : "",
             users ? users : "");
    setenv("LD_PRELOAD", both, 1);
}

/* In the child. */
static _Noreturn void become(const struct runner *r, unsigned workers,
                             bool is_measured)
{
    static const char *const variables[] = {
        "UCILK_TRACE",       "UCILK_TRACE_SIZE",  "UCILK_STATS",
        "CILK_NWORKERS",     "UCILK_SCALE",       "UCILK_SCALE_UNIT",
        "UCILK_SCALE_GRAIN", "UCILK_SCALE_BURDEN"};
    char text[16];
    for (unsigned i = 0; i < (is_measured ? 4 : 8); i++)
        unsetenv(variables[i]);
    snprintf(text, sizeof text, "%u", workers);
    setenv("UCILK_NWORKERS", text, 1);
    if (is_measured)
        setenv("UCILK_SCALE", r->report, 1);
    const char *preload =
        is_measured ? r->preload_measured : r->preload_workers;
    if (preload)
        set_preload(preload);
    if (!r->has_input) {
        int null = open("/dev/null", O_RDONLY);
        dup2(null, 0);
        close(null);
    }
    dup2(r->output, 1);
    dup2(r->output, 2);
    execv(r->path, r->command);
    dprintf(2, "%s: %s\n", r->path, strerror(errno));
    _exit(127);
}

/* The end of what the run has printed. */
static void print_output(const struct runner *r)
{
    enum { MOST = 4000 };
    char text[MOST + 1];
    off_t size = lseek(r->output, 0, SEEK_END);
    off_t from = size > MOST ? size - MOST : 0;
    ssize_t n = pread(r->output, text, MOST, from);
    if (n <= 0)
        return;
    text[n] = '\0';
    fprintf(stderr, "%s%s%s", from ? "...\n" : "", text,
            text[n - 1] == '\n' ? "" : "\n");
}

static _Noreturn void fail(const struct runner *r, const char *what, int status)
{
    clear_progress();
    print_output(r);
    unlink(r->report);
    if (WIFSIGNALED(status))
        uk_fail("%s: the run %s was killed by signal %d (%s)", r->command[0],
                what, WTERMSIG(status), strsignal(WTERMSIG(status)));
    uk_fail("%s: the run %s ended with status %d", r->command[0], what,
            WEXITSTATUS(status));
}

static double run(struct runner *r, unsigned workers, bool is_measured)
{
    char what[64];
    int status;
    if (is_measured)
        snprintf(what, sizeof what, "for work and span");
    else
        snprintf(what, sizeof what, "with UCILK_NWORKERS=%u", workers);
    show_progress(r, what);
    if (ftruncate(r->output, 0) != 0 || lseek(r->output, 0, SEEK_SET) != 0)
        uk_fail("a temporary file: %s", strerror(errno));
    if (r->has_input)
        lseek(0, r->input, SEEK_SET);
    fflush(stdout);
    double begin = now();
    pid_t child = fork();
    if (child < 0)
        uk_fail("fork: %s", strerror(errno));
    if (child == 0)
        become(r, workers, is_measured);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            uk_fail("waitpid: %s", strerror(errno));
    double seconds = now() - begin;
    if (status != 0)
        fail(r, what, status);
    r->done++;
    return seconds;
}

/* --- The report of libucilk_scale --- */

/* The first number of that name: those of the program come first. */
static double number_of(const char *report, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = strstr(report, key);
    return at ? strtod(at + strlen(key), NULL) : 0;
}

/* Of several runs the shortest span counts: whatever disturbs a run makes it
 * longer. */
static void read_report(struct uk_scale *s, const struct runner *r)
{
    static char text[65536];
    FILE *file = fopen(r->report, "re");
    size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[n] = '\0';
    if (!strstr(text, "\"burdened_span\": ")) {
        unlink(r->report);
        uk_fail("%s has written no report: it must end by exit or by main's "
                "return",
                r->command[0]);
    }
    double span = number_of(text, "span");
    if (s->work > 0 && span >= s->span)
        return;
    s->is_unit = strstr(text, "\"unit\": \"strands\"") != NULL;
    s->work = number_of(text, "work");
    s->span = span;
    s->burdened_span = number_of(text, "burdened_span");
    s->parallelism = number_of(text, "parallelism");
    s->burdened_parallelism = number_of(text, "burdened_parallelism");
    s->bound = number_of(text, "bound");
}

/* --- All --- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void summarize(struct uk_point *p, unsigned runs)
{
    double *sorted = uk_alloc(runs, sizeof *sorted);
    memcpy(sorted, p->seconds, runs * sizeof *sorted);
    qsort(sorted, runs, sizeof *sorted, compare);
    p->median = (sorted[(runs - 1) / 2] + sorted[runs / 2]) / 2;
    p->least = sorted[0];
    p->most = sorted[runs - 1];
    free(sorted);
}

void uk_scale_run(struct uk_scale *s)
{
    char report[PATH_MAX];
    const char *folder = getenv("TMPDIR");
    struct stat input;
    FILE *output = tmpfile();
    unsigned most = s->points[s->n_points - 1].workers;
    struct runner r = {.command = s->command, .report = report};
    choose(&r);
    snprintf(report, sizeof report, "%s/ucilk-scale-XXXXXX",
             folder && *folder ? folder : "/tmp");
    int fd = mkstemp(report);
    if (fd < 0 || !output)
        uk_fail("a temporary file (%s): %s", report, strerror(errno));
    close(fd);
    r.output = fileno(output);
    fcntl(r.output, F_SETFD, FD_CLOEXEC);
    r.has_input = fstat(0, &input) == 0 && S_ISREG(input.st_mode);
    r.input = r.has_input ? lseek(0, 0, SEEK_CUR) : 0;
    r.all = s->runs * (s->n_points + 1);
    for (unsigned i = 0; i < s->n_points; i++)
        s->points[i].seconds = uk_alloc(s->runs, sizeof(double));
    /* By turns, so that what else the machine does is spread over all. */
    for (unsigned k = 0; k < s->runs; k++) {
        run(&r, most, true);
        read_report(s, &r);
        for (unsigned i = 0; i < s->n_points; i++)
            s->points[i].seconds[k] = run(&r, s->points[i].workers, false);
    }
    for (unsigned i = 0; i < s->n_points; i++)
        summarize(s->points + i, s->runs);
    clear_progress();
    unlink(report);
    fclose(output);
}
