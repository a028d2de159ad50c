#include "self_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clang.h"
#include "message.h"
#include "process.h"
#include "temporary_files.h"

enum {
    COMPILE_SECONDS = 60, /* of one program; it takes a tenth of one */
    RUN_SECONDS = 10,     /* it takes some milliseconds */
    MAX_LATE = 3, /* that many do not end, and the others are not tried */
    MAX_SHOWN = 200,
};

#define PROGRAM(name, ...) extern const char uk_program_##name[];
#include "programs.def"
#undef PROGRAM

/* programs/check.h is among them, as the first. */
static const struct program {
    const char *name;
    bool shares_memory;
    const char *text;
} programs[] = {
#define PROGRAM(name, shares_memory, path)                                     \
    {#name, shares_memory, uk_program_##name},
#include "programs.def"
#undef PROGRAM
};
enum { N_PROGRAMS = sizeof programs / sizeof programs[0] };

struct self_test {
    const struct uk_job *job;
    bool verbose;
    char *include; /* -I of check.h */
    const char *program, *statistics;
    unsigned n_tried, n_right, n_late;
};

enum verdict { RIGHT, WRONG, REFUSED, NOT_COMPILED, LATE };

/* What became of one program. */
struct outcome {
    enum verdict verdict;
    const char *why;
};

static char *first_line(const char *text)
{
    return uk_format("%.*s", (int)strcspn(text, "\n"), text);
}

/* --- The comment that a program begins with --- */

static char *title_of(const struct program *p)
{
    const char *colon = strchr(p->text, ':');
    return uk_format("%.*s", (int)(colon - p->text) - 3, p->text + 3);
}

/* How many continuations it has, at least. */
static long continuations_of(const struct program *p)
{
    return atol(strchr(p->text, ':') + 1);
}

static char *answer_of(const struct program *p)
{
    const char *answer = strchr(strchr(p->text, ':') + 1, ':') + 2;
    return uk_format("%.*s", (int)(strstr(answer, " */") - answer), answer);
}

/* --- Compiling --- */

/* ucilkcc with the user's flags and the program. */
static struct uk_words command_for(const struct self_test *t,
                                   const char *source)
{
    static const char *const own[] = {"--ucilk-self-test", "--verbose", "-v",
                                      NULL};
    const struct uk_words *users = &t->job->options.all;
    struct uk_words command = {0};
    uk_words_add(&command, t->job->install.self, "-O2", NULL);
    for (unsigned i = 0; i < users->n; i++)
        if (!uk_is_any(users->at[i], own))
            uk_words_push(&command, users->at[i]);
    uk_words_add(&command, "-w", "-Wno-ucilk", "--ucilk-diagnostics=json",
                 t->include, source, "-o", t->program, NULL);
    return command;
}

/* The first error of the rewriter, which are in JSON, or of ucilkcc
 * as a whole; NULL where there is none. */
static char *tools_error(const char *said)
{
    static const char before[] = "{\"kind\": \"error\", \"message\": \"";
    static const char plain[] = "ucilkcc: error: ";
    const char *json = strstr(said, before), *line = strstr(said, plain);
    if (!json)
        return line ? first_line(line + strlen(plain)) : NULL;
    char *text = uk_format("%s", json + strlen(before)), *to = text;
    for (const char *p = text; *p && *p != '"'; p++) {
        if (*p == '\\' && p[1])
            p++;
        *to++ = *p;
    }
    *to = 0;
    return text;
}

/* The first error of the compiler or the linker. */
static char *compilers_error(const char *said)
{
    const char *error = strstr(said, "error: ");
    const char *undefined = strstr(said, "undefined reference to ");
    return first_line(undefined ? undefined : error ? error + 7 : said);
}

static struct outcome compile(const struct self_test *t, const char *source)
{
    struct uk_words command = command_for(t, source);
    struct uk_buffer out, err;
    int status = uk_process_capture(&command, COMPILE_SECONDS, &out, &err);
    struct outcome outcome = {RIGHT, NULL};
    if (status == UK_PROCESS_LATE) {
        outcome = (struct outcome){
            LATE,
            uk_format("compiling takes more than %d seconds", COMPILE_SECONDS)};
    } else if (status != 0) {
        const char *said = err.bytes ? err.bytes : "";
        char *refusal = tools_error(said);
        outcome.verdict = refusal ? REFUSED : NOT_COMPILED;
        outcome.why = refusal ? refusal : compilers_error(said);
    }
    uk_buffer_free(&out);
    uk_buffer_free(&err);
    return outcome;
}

/* --- Running --- */

/* One of the counts in the statistics of the last run. */
static long counted(const struct uk_buffer *statistics, const char *field)
{
    const char *at =
        statistics->bytes ? strstr(statistics->bytes, field) : NULL;
    return at ? atol(at + strlen(field)) : 0;
}

/* How many continuations were taken from their children.  Where no thief comes
 * in time the worker takes them itself, and puts them into its ready queue. */
static long count_steals(const struct self_test *t)
{
    struct uk_buffer text;
    if (uk_process_read_file(t->statistics, &text) != 0)
        return 0;
    long n =
        counted(&text, "\"steals\": ") + counted(&text, "\"ready_taken\": ");
    uk_buffer_free(&text);
    return n;
}

static struct outcome judge_run(int status, const char *out, const char *err,
                                const char *answer)
{
    const char *got = first_line(out), *why = NULL;
    enum verdict verdict = WRONG;
    if (status == UK_PROCESS_LATE) {
        verdict = LATE;
        why = uk_format("running takes more than %d seconds", RUN_SECONDS);
    } else if (status > 128) {
        why = strsignal(status - 128);
    } else if (status != 0) {
        char *said = first_line(err);
        why = uk_format("status %d%s%s", status, *said ? ", " : "", said);
    } else if (strcmp(got, answer) != 0) {
        why = uk_format("got %.*s, not %s", MAX_SHOWN, *got ? got : "nothing",
                        answer);
    } else {
        verdict = RIGHT;
    }
    return (struct outcome){verdict, why};
}

/* Each of the first runs has to be right.  In one run all continuations have to
 * be stolen: on a busy machine one or two may be missed. */
static struct outcome run(const struct self_test *t, const char *answer,
                          long n_continuations)
{
    enum { RUNS = 3, MOST_RUNS = 12 };
    struct outcome outcome = {RIGHT, NULL};
    struct uk_words command = {0};
    uk_words_push(&command, t->program);
    long best = 0;
    for (int i = 0; outcome.verdict == RIGHT &&
                    (i < RUNS || (i < MOST_RUNS && best < n_continuations));
         i++) {
        struct uk_buffer out, err;
        unlink(t->statistics); /* of the run before */
        int status = uk_process_capture(&command, RUN_SECONDS, &out, &err);
        outcome = judge_run(status, out.bytes ? out.bytes : "",
                            err.bytes ? err.bytes : "", answer);
        long n_steals = count_steals(t);
        best = n_steals > best ? n_steals : best;
        uk_buffer_free(&out);
        uk_buffer_free(&err);
    }
    if (outcome.verdict == RIGHT && best < n_continuations)
        outcome = (struct outcome){
            WRONG, uk_format("of %ld continuations %ld were stolen",
                             n_continuations, best)};
    return outcome;
}

/* --- All of them --- */

static void try(struct self_test *t, const struct program *p)
{
    static const char *const names[] = {[RIGHT] = "right",
                                        [WRONG] = "wrong",
                                        [REFUSED] = "refused",
                                        [NOT_COMPILED] = "does not compile",
                                        [LATE] = "does not end"};
    const char *title = title_of(p);
    const char *source =
        uk_temp_file(uk_format("%s.c", p->name), p->text, strlen(p->text));
    struct outcome outcome =
        source ? compile(t, source)
               : (struct outcome){NOT_COMPILED, "no place for it"};
    if (outcome.verdict == RIGHT)
        outcome = run(t, answer_of(p), continuations_of(p));
    t->n_right += outcome.verdict == RIGHT;
    t->n_late += outcome.verdict == LATE;
    if (outcome.verdict != RIGHT)
        uk_error("self-test: %s: %s: %s", title, names[outcome.verdict],
                 outcome.why);
    else if (t->verbose)
        printf("self-test: %s: %s\n", title, names[RIGHT]);
    fflush(stdout);
}

static void try_all(struct self_test *t)
{
    bool cluster = t->job->options.style.cluster;
    for (int i = 1; i < N_PROGRAMS; i++) {
        if (cluster && programs[i].shares_memory)
            continue;
        t->n_tried++;
        if (t->n_late < MAX_LATE)
            try(t, &programs[i]);
    }
    if (t->n_late == MAX_LATE)
        uk_error("self-test: %d programs do not end: no others are tried",
                 MAX_LATE);
}

/* "gcc 12.2.0": the compiler's words, and the first number in what it says of
 * itself that is not between parentheses. */
static void print_compiler(const struct uk_words *compiler)
{
    struct uk_words command = {0};
    struct uk_buffer out, err;
    uk_words_push_all(&command, compiler);
    uk_words_push(&command, "--version");
    uk_process_capture(&command, COMPILE_SECONDS, &out, &err);
    const char *p = out.bytes ? out.bytes : "";
    for (int depth = 0; *p && *p != '\n'; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth == 0 && *p == ' ' && p[1] >= '0' && p[1] <= '9')
            break;
    }
    for (unsigned i = 0; i < compiler->n; i++) {
        const char *slash = strrchr(compiler->at[i], '/');
        printf("%s%s", i ? " " : "", slash ? slash + 1 : compiler->at[i]);
    }
    printf("%.*s", *p == ' ' ? 1 + (int)strcspn(p + 1, " \n-+") : 0, p);
    uk_buffer_free(&out);
    uk_buffer_free(&err);
}

static void print_summary(const struct self_test *t)
{
    printf("self-test: %u of %u programs%s right (libclang %s%s, ", t->n_right,
           t->n_tried, t->job->options.style.cluster ? " for clusters" : "",
           uk_clang_number(),
           uk_clang_is_tested() ? ""
                                : ", which is not of " UK_TESTED_LIBCLANGS);
    print_compiler(&t->job->compiler);
    printf(")\n");
}

/* Of the user's settings, those that choose the compiler and libclang hold. */
static void set_environment(const struct self_test *t)
{
    static const char *const kept[] = {"UCILK_CC=", "UCILK_LIBCLANG=", NULL};
    for (char **at = environ; *at;) {
        const char *variable = *at;
        if (!uk_starts_with(variable, "UCILK_") ||
            uk_starts_with_any(variable, kept)) {
            at++;
            continue;
        }
        unsetenv(uk_format("%.*s", (int)strcspn(variable, "="), variable));
        at = environ;
    }
    setenv("UCILK_NWORKERS", "4", 1);
    setenv("UCILK_TEST_STEAL", "always", 1);
    setenv("UCILK_STATS", uk_format("json:%s", t->statistics), 1);
}

int uk_self_test(const struct uk_job *job)
{
    static const char *const verbose[] = {"--verbose", "-v", NULL};
    struct self_test test = {
        .job = job, .verbose = uk_options_have(&job->options, verbose)};
    if (uk_clang_load() != 0)
        return 1;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    uk_temp_catch_signals();
    const char *header =
        uk_temp_file("check.h", programs[0].text, strlen(programs[0].text));
    test.program = uk_temp_path("program");
    test.statistics = uk_temp_path("statistics");
    if (header && test.program && test.statistics) {
        test.include =
            uk_format("-I%.*s", (int)(strrchr(header, '/') - header), header);
        set_environment(&test);
        try_all(&test);
        print_summary(&test);
    }
    uk_temp_remove_all();
    bool all = test.n_tried > 0 && test.n_right == test.n_tried;
    return fflush(stdout) == 0 && all ? 0 : 1;
}
