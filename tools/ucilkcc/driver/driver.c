/*
 * The driver: what to do with a command line as a whole.
 *
 * Where no file has a keyword the compiler's own command is run, with the
 * include path and the runtime added, and nothing else differs.  Otherwise
 * each source is compiled on its own (unit.h), then all is linked.
 */
#include "driver.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler.h"
#include "flags.h"
#include "help.h"
#include "message.h"
#include "runtime_need.h"
#include "process.h"
#include "scan.h"
#include "self_test.h"
#include "temporary_files.h"
#include "unit.h"

/* Does the command end in a program that needs the runtime? */
static bool links_runtime(const struct uk_options *options)
{
    return options->mode == UK_MODE_LINK && !options->serial &&
           !options->no_runtime &&
           !(options->is_shared &&
             (options->style.cluster || options->style.race));
}

/* Or in an elision, which may call some functions of other runtimes? */
static bool links_elision(const struct uk_options *options)
{
    return options->mode == UK_MODE_LINK && options->serial &&
           !options->no_runtime;
}

static bool links_library(const struct uk_job *job)
{
    return links_elision(&job->options)
               ? job->install.library != NULL
               : links_runtime(&job->options) && job->needs_runtime;
}

/* In a shared library the runtime is one, too: a program may load several. That
 * of the scale tool always is one, which all libraries of the program share. */
static bool links_shared(const struct uk_options *options)
{
    return options->scale || (options->is_shared && !options->style.cluster &&
                              !options->style.race);
}

/* With a tool a group is a future. */
static bool links_groups(const struct uk_options *options)
{
    return options->groups && !options->scale && !options->style.race;
}

static const char *library_name(const struct uk_options *options)
{
    return options->serial          ? "libucilk_serial.a"
           : options->tool          ? options->tool->library
           : options->style.cluster ? "libucilk_cluster.a"
           : options->groups        ? "libucilk_groups.a"
           : options->is_shared     ? "libucilk.so"
                                    : "libucilk.a";
}

static void push_runtime(const struct uk_job *job, struct uk_words *command)
{
    if (!links_library(job))
        return;
    uk_words_push(command, job->install.library);
    if (job->options.serial)
        return;
    uk_words_push(command, "-pthread");
    /* runtime/one_machine/exit.c; docs/protocols/lazy.md: gcc leaves the header
     * out with -static, and for musl. */
    if (!job->options.style.cluster && !job->options.scale &&
        !job->options.style.race)
        uk_words_push(command, "-Wl,--wrap=exit,--undefined=__wrap_exit,"
                               "--eh-frame-hdr");
    bool groups = links_groups(&job->options);
    const struct uk_tool *tool = job->options.tool;
    bool loads =
        groups || (job->options.style.cluster && !(tool && tool->is_sim));
    if (groups)
        uk_words_push(command, "-ldl");
    if (!loads && !links_shared(&job->options))
        return;
    /* Where the program finds the plug-ins, or the library: a comma in the path
     * would end -Wl's. */
    bool is_beside = job->options.is_shared && !job->options.scale;
    uk_words_add(command, "-Xlinker", "-rpath", "-Xlinker",
                 is_beside ? job->install.libraries : job->install.plugins,
                 NULL);
}

/* A command that compiles with -fsanitize=thread and links, but not with
 * libtsan, whose functions are the runtime's here.  gcc leaves it out together
 * with the libraries that it always links. */
static void push_no_sanitizer(const struct uk_job *job,
                              struct uk_words *command)
{
    if (!job->options.style.race)
        return;
    if (!job->options.is_shared) /* for libraries that are compiled so */
        uk_words_add(command, "-Wl,--export-dynamic-symbol=__tsan_*",
                     "-Wl,--export-dynamic-symbol=__cilksan_*", NULL);
    if (uk_compiler_is_clang(&job->compiler))
        uk_words_push(command, "-fno-sanitize-link-runtime");
    else
        uk_words_add(command, "-nodefaultlibs", "-lc", "-lgcc", "-lgcc_s",
                     NULL);
}

/* Is an -x in force at the end of the command line? */
static bool ends_in_language(const struct uk_options *options)
{
    const char *language = NULL;
    for (unsigned i = 0; i < options->n_items; i++) {
        if (options->items[i].kind != UK_ITEM_FLAG)
            language = options->items[i].language;
    }
    return language != NULL;
}

static bool has_cilk5(const struct uk_options *options)
{
    bool has = false;
    for (unsigned i = 0; i < options->n_items; i++)
        has |= options->items[i].is_cilk5;
    return has;
}

/* The user's command with what the tool adds. */
static struct uk_words whole_command(const struct uk_job *job)
{
    const struct uk_options *options = &job->options;
    struct uk_words command = {0};
    uk_words_push_all(&command, &job->compiler);
    uk_words_push_all(&command, &options->words);
    if (options->n_sources > 0) {
        uk_job_push_flags(job, &command);
        uk_job_push_instrumentation(job, &command);
    }
    if (options->mode == UK_MODE_PREPROCESS && has_cilk5(options))
        uk_job_push_header(job, &command);
    if (links_library(job)) {
        if (ends_in_language(options))
            uk_words_add(&command, "-x", "none", NULL);
        push_runtime(job, &command);
    }
    if (options->n_sources > 0 && options->mode == UK_MODE_LINK)
        push_no_sanitizer(job, &command);
    return command;
}

/* Of a program that needs a loader; true after a message. */
static bool is_refused_static(const struct uk_job *job)
{
    static const char *const flags[] = {"-static", "--static", "-static-pie"};
    const struct uk_options *options = &job->options;
    if (!links_runtime(options) || !job->needs_runtime ||
        !(options->style.cluster || options->scale || links_groups(options)))
        return false;
    for (unsigned i = 0; i < options->n_items; i++)
        for (unsigned k = 0; k < sizeof flags / sizeof flags[0]; k++)
            if (options->items[i].kind == UK_ITEM_FLAG &&
                strcmp(options->items[i].word, flags[k]) == 0) {
                uk_error("%s: programs %s at run time, and so are linked "
                         "dynamically: leave it out",
                         flags[k],
                         options->scale ? "that are measured load the tool"
                         : options->tool && options->tool->is_sim
                             ? "that are simulated find libc's start"
                         : options->groups ? "of groups load their network"
                                           : "for clusters load their network");
                return true;
            }
    return false;
}

static int become_whole_command(const struct uk_job *job)
{
    if (is_refused_static(job))
        return 1;
    struct uk_words command = whole_command(job);
    uk_temp_remove_all();
    return uk_process_become(&command);
}

/* How many units the compiler is to preprocess. */
static unsigned count_untouched(const struct uk_job *job,
                                const struct uk_unit *units, bool *by_clang)
{
    unsigned n = 0;
    for (unsigned i = 0; i < job->options.n_sources; i++) {
        n += !units[i].rewritten;
        *by_clang |= units[i].is_clang;
    }
    return n;
}

/* What no compiler complained about is no program all the same. */
static int report_doubts(const struct uk_job *job, struct uk_unit *units)
{
    const struct uk_options *options = &job->options;
    struct stat output;
    const char *path = options->output ? options->output : "a.out";
    int status = 0;
    for (unsigned i = 0; i < options->n_sources; i++) {
        if (units[i].doubts.size == 0)
            continue;
        uk_report_rewriter(&units[i].report, &units[i].doubts);
        status = 1;
    }
    if (status != 0 && stat(path, &output) == 0 && S_ISREG(output.st_mode))
        unlink(path);
    return status;
}

/* Before the next input only: clang 15 and later warn of one that no input
 * follows. */
static void end_language(struct uk_words *command, bool *in_language)
{
    if (*in_language)
        uk_words_add(command, "-x", "none", NULL);
    *in_language = false;
}

/* Compiles and links all in one command, in the user's order: what compilers
 * leave beside a program (.gcno, .dwo) has a name from that command. */
static int link_units(const struct uk_job *job, struct uk_unit *units)
{
    const struct uk_options *options = &job->options;
    unsigned stages = UK_STAGE_COMPILE | UK_STAGE_LINK;
    const struct uk_unit *unit = units;
    struct uk_words command = {0};
    uk_words_push_all(&command, &job->compiler);
    bool by_clang = false;
    if (count_untouched(job, units, &by_clang) > 0) {
        stages |= UK_STAGE_PREPROCESS;
        uk_job_push_flags(job, &command);
        if (by_clang) /* -I for those that are preprocessed */
            uk_words_push(&command, "-Wno-unused-command-line-argument");
    }
    bool in_language = false;
    for (unsigned i = 0; i < options->n_items; i++) {
        const struct uk_item *item = &options->items[i];
        if (item->kind != UK_ITEM_FLAG)
            end_language(&command, &in_language);
        if (item->kind == UK_ITEM_OBJECT) {
            uk_words_push(&command, item->word);
        } else if (item->kind != UK_ITEM_FLAG) {
            uk_unit_push_input(unit++, &command);
            in_language = true;
        } else if (item->stages & stages) {
            uk_words_add(&command, item->word, item->argument, NULL);
        }
    }
    uk_job_push_instrumentation(job, &command);
    if (links_library(job))
        end_language(&command, &in_language);
    push_runtime(job, &command);
    push_no_sanitizer(job, &command);
    if (is_refused_static(job))
        return 1;
    if (options->output)
        uk_words_add(&command, "-o", options->output, NULL);
    int status = uk_report_run(&units->report, &command);
    return status ? status : report_doubts(job, units);
}

/* Rewrites every source; the first status that is not 0. */
static int rewrite_units(const struct uk_job *job, struct uk_unit *units,
                         int *statuses)
{
    int worst = 0;
    for (unsigned i = 0; i < job->options.n_sources; i++) {
        statuses[i] = units[i].is_plain ? 0 : uk_unit_rewrite(&units[i], job);
        worst = worst ? worst : statuses[i];
    }
    return worst;
}

/* Among what is said about the first unit that may have keywords. */
static int note_libclang(const struct uk_job *job, struct uk_unit *units)
{
    unsigned i = 0;
    while (i + 1 < job->options.n_sources && units[i].is_plain)
        i++;
    return uk_note_libclang(&job->options.style, &units[i].report);
}

/* What the compiler says of inputs for the linker where nothing is linked: an
 * error where they are not there. */
static int look_at_objects(const struct uk_job *job)
{
    const struct uk_options *options = &job->options;
    struct uk_words command = {0};
    bool has_some = false;
    uk_words_push_all(&command, &job->compiler);
    uk_words_push(&command, "-c");
    for (unsigned i = 0; i < options->n_items; i++) {
        const struct uk_item *item = &options->items[i];
        if (item->kind == UK_ITEM_OBJECT)
            uk_words_push(&command, item->word);
        has_some |= item->kind == UK_ITEM_OBJECT;
    }
    return has_some ? uk_process_run(&command) : 0;
}

static int compile_units(struct uk_job *job, struct uk_unit *units,
                         int *statuses)
{
    unsigned n = job->options.n_sources;
    int worst = rewrite_units(job, units, statuses);
    if (note_libclang(job, units) != 0)
        for (unsigned i = 0; i < n; i++)
            worst = statuses[i] = 1;
    bool untouched = worst == 0;
    for (unsigned i = 0; i < n; i++) {
        untouched = untouched && !units[i].rewritten;
        job->needs_runtime |= units[i].uses_runtime;
    }
    if (untouched)
        return become_whole_command(job);
    if (worst == 0 && job->options.mode == UK_MODE_LINK)
        return link_units(job, units);
    for (unsigned i = 0; i < n; i++) {
        int status = statuses[i] ? 0 : uk_unit_compile(&units[i], job);
        worst = worst ? worst : status;
    }
    int status = look_at_objects(job);
    return worst ? worst : status;
}

/* Marks the units that surely have no keyword; are there others? */
static bool find_plain(const struct uk_job *job, struct uk_unit *units)
{
    bool all_plain = true;
    unsigned n = job->options.n_sources;
    for (unsigned i = 0; i < n; i++) {
        const struct uk_item *item = units[i].input;
        bool matters =
            item->kind != UK_ITEM_OTHER || links_runtime(&job->options);
        enum uk_scan found = matters ? uk_scan(job, item) : UK_SCAN_PLAIN;
        units[i].uses_runtime = found != UK_SCAN_PLAIN;
        units[i].is_plain = item->kind == UK_ITEM_OTHER ||
                            (found != UK_SCAN_UNCLEAR && !job->options.force);
        all_plain = all_plain && units[i].is_plain;
    }
    /* Each file's dependencies come from its own preprocessing, then. */
    for (unsigned i = 0; i < n && !all_plain && job->options.depend.flag; i++)
        units[i].is_plain = false;
    return !all_plain;
}

static int compile_some(struct uk_job *job, struct uk_unit *units)
{
    int *statuses = uk_lasting(job->options.n_sources * sizeof statuses[0]);
    uk_temp_catch_signals();
    int status = compile_units(job, units, statuses);
    uk_temp_remove_all();
    return status;
}

static int compile(struct uk_job *job)
{
    unsigned n = job->options.n_sources;
    struct uk_unit *units = uk_lasting(n * sizeof units[0]), *unit = units;
    for (unsigned i = 0; i < job->options.n_items; i++)
        if (job->options.items[i].kind != UK_ITEM_FLAG &&
            job->options.items[i].kind != UK_ITEM_OBJECT)
            unit++->input = &job->options.items[i];
    bool some = find_plain(job, units);
    for (unsigned i = 0; i < n; i++)
        job->needs_runtime |= units[i].uses_runtime && units[i].is_plain;
    int status = some ? compile_some(job, units) : become_whole_command(job);
    for (unsigned i = 0; i < n; i++)
        uk_report_end(&units[i].report);
    return status;
}

/* --showme and its two halves. */
static int show(const struct uk_job *job)
{
    struct uk_words words = {0};
    if (job->options.show == UK_SHOW_ALL)
        words = whole_command(job);
    else if (job->options.show == UK_SHOW_COMPILE)
        uk_job_push_flags(job, &words);
    else
        push_runtime(job, &words);
    uk_words_print(&words);
    return 0;
}

/* -o over an input: gcc refuses that. */
static bool overwrites_input(const struct uk_options *options)
{
    struct stat output, input;
    if (!options->output || stat(options->output, &output) != 0)
        return false;
    for (unsigned i = 0; i < options->n_items; i++) {
        const struct uk_item *item = &options->items[i];
        if (item->kind != UK_ITEM_FLAG && S_ISREG(output.st_mode) &&
            stat(item->word, &input) == 0 && input.st_dev == output.st_dev &&
            input.st_ino == output.st_ino)
            return true;
    }
    return false;
}

/* Is there nothing to rewrite, or a command line that only the compiler can
 * complain about? */
static bool is_compilers(const struct uk_options *options)
{
    bool one_output_for_many = options->output && options->n_sources > 1 &&
                               options->mode != UK_MODE_LINK;
    return options->n_sources == 0 || options->as_is ||
           options->mode == UK_MODE_PREPROCESS || one_output_for_many ||
           overwrites_input(options);
}

static int drive(struct uk_job *job)
{
    const struct uk_options *options = &job->options;
    if (options->help)
        return uk_help(options->help_warnings);
    if (uk_compiler_find(&job->compiler, options->compiler) != 0)
        return 1;
    if (options->version)
        return uk_help_version(&job->compiler);
    bool needs_library =
        links_runtime(options) &&
        (options->n_items > 0 || options->show || options->self_test);
    if (uk_install_find(&job->install, options->prefix,
                        needs_library || links_elision(options)
                            ? library_name(options)
                            : NULL,
                        needs_library) != 0 ||
        (needs_library && !uk_libc_agrees(job)))
        return 1;
    if (options->self_test)
        return uk_self_test(job);
    if (options->show) {
        job->needs_runtime = true;
        return show(job);
    }
    job->needs_runtime = links_runtime(options) &&
                         (options->style.race || uk_need_runtime(options));
    return is_compilers(options) ? become_whole_command(job) : compile(job);
}

int uk_drive(int argc, char **argv)
{
    struct uk_job job = {0};
    return uk_options_parse(&job.options, argc, argv) != 0 ? 2 : drive(&job);
}
