#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "align.h"
#include "compiler.h"
#include "deep_stack.h"
#include "flags.h"
#include "message.h"
#include "output_names.h"
#include "process.h"
#include "temporary_files.h"

/* Must declarations come before statements? */
static bool is_in_order(const struct uk_options *options)
{
    static const char *const flags[] = {"-ansi",
                                        "-std=c89",
                                        "-std=c90",
                                        "-std=iso9899:1990",
                                        "-std=iso9899:199409",
                                        "-std=gnu89",
                                        "-std=gnu90",
                                        "-Wdeclaration-after-statement",
                                        "-Werror=declaration-after-statement",
                                        NULL};
    return uk_options_have(options, flags);
}

/* Spawns that are written out are in AT&T's syntax; and gcc 11 to 14 end with
 * an internal error where their asm goto may end a block by a trap as well. */
static bool is_out_of_line(const struct uk_job *job)
{
    static const char *const flags[] = {"-masm=intel", "-fnon-call-exceptions",
                                        NULL};
    return uk_options_have(&job->options, flags);
}

/* What <ucilk/abi.h> asks for. */
static void push_abi_macros(const struct uk_job *job, struct uk_words *command)
{
    if (job->options.style.cluster)
        uk_words_push(command, "-DUCILK_ABI_CLUSTER=1");
    if (job->options.style.pedigrees)
        uk_words_push(command, "-DUCILK_ABI_PEDIGREES=1");
    if (job->options.style.race) /* and OpenCilk's */
        uk_words_add(command, "-DUCILK_ABI_RACE=1", "-D__cilksan__=1", NULL);
    if (is_out_of_line(job))
        uk_words_push(command, "-DUCILK_ABI_OUT_OF_LINE=1");
}

void uk_job_push_flags(const struct uk_job *job, struct uk_words *command)
{
    const char *include = job->install.include;
    uk_words_push(command, uk_format("-I%s", include));
    /* <cilk/cilk.h>, unless the user has another. */
    uk_words_push(command, uk_format("-idirafter%s/ucilk/compat", include));
    /* and Cilk Plus' version */
    uk_words_add(command, "-DUCILK_COMPILER=1", "-D__cilk=200", NULL);
    push_abi_macros(job, command);
    if (job->options.serial && !job->options.serial_defined)
        uk_words_push(command, "-DUCILK_SERIAL=1");
}

/* -O0 if that is the user's last word, or else what leaves each access where
 * the source has it: gcc's loop passes would read earlier. */
static const char *level_of(const struct uk_job *job, bool is_clang)
{
    const char *level = is_clang ? "-O1" : "-Og";
    const char *used = level;
    for (unsigned i = 0; i < job->options.n_items; i++) {
        const struct uk_item *item = &job->options.items[i];
        if (item->kind == UK_ITEM_FLAG && uk_starts_with(item->word, "-O"))
            used = strcmp(item->word, "-O0") == 0 ? "-O0" : level;
    }
    return used;
}

static void push_no_builtins(struct uk_words *command, const char *const *names)
{
    for (; *names; names++)
        uk_words_push(command, uk_format("-fno-builtin-%s", *names));
}

/* What lets compiled code call the hooks of the race detector for its accesses,
 * behind the user's flags. */
void uk_job_push_instrumentation(const struct uk_job *job,
                                 struct uk_words *command)
{
    /* What runtime/tools/race/libc.c watches is called there.  Other functions
     * of the library stay known, with their types, where nothing declares them.
     */
    static const char *const watched[] = {
        "memcmp",  "memcpy",  "memmove", "memset",    "snprintf",
        "sprintf", "stpcpy",  "strcat",  "strcmp",    "strcpy",
        "strlen",  "strncmp", "strncpy", "vsnprintf", NULL};
    /* clang leaves out accesses to memory whose address goes nowhere. */
    static const char *const allocating[] = {
        "malloc", "calloc", "realloc", "free", "strdup", "strndup", NULL};
    bool is_clang = uk_compiler_is_clang(&job->compiler);
    if (!job->options.style.race)
        return;
    uk_words_add(command, level_of(job, is_clang), "-g", "-fsanitize=thread",
                 "-fno-lto", "-fno-omit-frame-pointer",
                 "-fno-optimize-sibling-calls", NULL);
    push_no_builtins(command, watched);
    if (is_clang)
        push_no_builtins(command, allocating);
    if (!is_clang) {
        /* Arguments on the stack are part of the frame, which its end clears.
         */
        uk_words_push(command, "-maccumulate-outgoing-args");
        return;
    }
    /* Reports name a local variable wherever it is accessed, and not only where
     * clang knows its value to be in memory. */
    uk_words_add(command, "-mllvm", "-instcombine-lower-dbg-declare=0", NULL);
    /* clang leaves out an access to a part of a local variable, as `a[3]', if
     * that part's address goes nowhere, though the whole's may.  With no use of
     * an address to look at, it takes each for known elsewhere. */
    uk_words_add(command, "-mllvm", "-capture-tracking-max-uses-to-explore=0",
                 NULL);
}

/* The compiler and the user's flags for these steps. */
static struct uk_words command_for(const struct uk_job *job, unsigned stages)
{
    struct uk_words command = {0};
    uk_words_push_all(&command, &job->compiler);
    uk_options_push(&job->options, stages, false, &command);
    uk_job_push_instrumentation(job, &command);
    return command;
}

static void push_input(struct uk_words *command, const struct uk_item *input)
{
    if (input->language)
        uk_words_add(command, "-x", input->language, NULL);
    uk_words_push(command, input->word);
}

/* -Wgnu-line-marker of clang 15 to 21 is in these. */
static const char *const pedantic[] = {
    "-pedantic",    "-pedantic-errors", "--pedantic",  "-Wpedantic", "-Wgnu",
    "-Weverything", "-Werror=pedantic", "-Werror=gnu", NULL};

void uk_unit_push_input(const struct uk_unit *unit, struct uk_words *command)
{
    if (!unit->rewritten) {
        push_input(command, unit->input);
        return;
    }
    /* clang would put the temporary name into the debug information */
    uk_words_push(command, uk_format("-fdebug-prefix-map=%s=%s",
                                     unit->rewritten, unit->input->word));
    /* It holds that back in what macros expand to: here it cannot tell. */
    if (unit->is_clang)
        uk_words_push(command, "-Wno-parentheses-equality");
    /* clang 14 does not know the first.  Of the user's flags it has spoken when
     * it preprocessed the file. */
    if (unit->is_clang && unit->is_pedantic)
        uk_words_add(command, "-Wno-gnu-line-marker",
                     "-Wno-unknown-warning-option", NULL);
    uk_words_add(command, "-x", "cpp-output", NULL);
    uk_words_push(command, unit->rewritten);
}

/* What -MD and its relatives say, with the names spelled out: the output of
 * this step is not the user's. */
static void push_depend(struct uk_words *command,
                        const struct uk_options *options, const char *source)
{
    const struct uk_depend *depend = &options->depend;
    if (!depend->flag)
        return;
    uk_words_add(command, depend->flag, "-MF",
                 uk_names_depend_file(options, source), NULL);
    uk_words_push_all(command, &depend->others);
    if (!depend->has_target)
        uk_words_add(command, "-MQ", uk_names_output(options, source, ".o"),
                     NULL);
}

/* As gcc decides it. */
static bool terminal_has_colour(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0;
}

/* Cilk-5's compiler had a header of its own before the first line. */
void uk_job_push_header(const struct uk_job *job, struct uk_words *command)
{
    uk_words_add(command, "-D__CILK__=1", "-include",
                 uk_format("%s/ucilk/cilk5.h", job->install.include), NULL);
}

static struct uk_words command_to_preprocess(const struct uk_job *job,
                                             const struct uk_item *input)
{
    struct uk_words command = command_for(job, UK_STAGE_PREPROCESS);
    uk_job_push_flags(job, &command);
    if (input->is_cilk5)
        uk_job_push_header(job, &command);
    return command;
}

/* Runs cc -E.  What it says on stderr is for the caller to print: a file
 * without keywords is compiled from its source, and says it again. */
static int preprocess(const struct uk_job *job, const struct uk_item *input,
                      struct uk_buffer *text, struct uk_buffer *said)
{
    struct uk_words command = command_to_preprocess(job, input);
    if (job->options.style.colour < 0 && terminal_has_colour())
        uk_words_push(&command, "-fdiagnostics-color=always");
    push_depend(&command, &job->options, input->word);
    uk_words_push(&command, "-E");
    push_input(&command, input);
    return uk_process_capture(&command, 0, text, said);
}

/* Lets the values of grainsizes be what their macros say. */
static int expand_grains(const struct uk_job *job, const struct uk_item *input,
                         struct uk_buffer *text)
{
    struct uk_buffer definitions = {0}, said = {0};
    struct uk_words values = command_to_preprocess(job, input), command = {0};
    uk_words_add(&values, "-w", "-E", NULL);
    uk_words_push_all(&command, &values);
    uk_words_push(&command, "-dD");
    push_input(&command, input);
    int status = uk_process_capture(&command, 0, &definitions, &said);
    if (status == 0)
        status = uk_grains_expand(text, &definitions, &values);
    if (status != 0)
        uk_error("%s: the value of a grainsize cannot be preprocessed",
                 input->word);
    uk_buffer_free(&definitions);
    uk_buffer_free(&said);
    return status;
}

/* <ucilk/abi.h> as the user's flags, but for macros, make it. */
static int preprocess_abi(const struct uk_job *job, struct uk_buffer *abi)
{
    struct uk_words command = {0};
    struct uk_buffer said = {0};
    unsigned both = UK_STAGE_PREPROCESS | UK_STAGE_COMPILE;
    uk_words_push_all(&command, &job->compiler);
    uk_options_push(&job->options, both, true, &command);
    push_abi_macros(job, &command);
    if (job->options.serial)
        uk_words_push(&command, "-DUCILK_SERIAL=1");
    /* -w: by itself it is no system header */
    uk_words_add(&command, "-w", "-E", "-P", "-x", "c", job->install.abi, NULL);
    int status = uk_process_capture(&command, 0, abi, &said);
    if (status != 0)
        uk_error("%s cannot be preprocessed:\n%s", job->install.abi,
                 said.bytes ? said.bytes : "");
    uk_buffer_free(&said);
    return status;
}

static int read_preprocessed(const char *path, struct uk_buffer *text)
{
    const char *from = strcmp(path, "-") == 0 ? "/dev/stdin" : path;
    if (uk_process_read_file(from, text) == 0)
        return 0;
    uk_error("%s: %s", path, strerror(errno));
    return 1;
}

/* Flags that change the language the rewriter parses. */
static bool concerns_parser(const char *flag)
{
    static const char *const names[] = {"-std=",
                                        "-ansi",
                                        "-m",
                                        "-funsigned-char",
                                        "-fsigned-char",
                                        "-fno-signed-char",
                                        "-fgnu89-inline",
                                        "-fms-extensions",
                                        "-fno-unsigned-char",
                                        "-fshort-enums",
                                        "-fshort-wchar",
                                        "-fgnu-keywords",
                                        "-fno-asm",
                                        NULL};
    return uk_starts_with_any(flag, names);
}

struct rewriting {
    const struct uk_request *request;
    struct uk_buffer *output;
    struct uk_said *said;
    enum uk_result result;
};

static void run_rewriter(void *p)
{
    struct rewriting *r = p;
    r->result = uk_rewrite(r->request, r->output, r->said);
}

static enum uk_result rewrite(const struct uk_job *job,
                              const struct uk_buffer *text,
                              struct uk_buffer *output, struct uk_said *said)
{
    const struct uk_options *options = &job->options;
    struct uk_words flags = {0};
    struct uk_buffer abi = {0};
    bool included =
        memmem(text->bytes, text->size, "struct ucilk_abi_task {", 23) != NULL;
    bool is_generated = !options->serial || options->style.pedigrees;
    if (!included && is_generated && preprocess_abi(job, &abi) != 0) {
        uk_buffer_free(&abi);
        return UK_REWRITE_ERRORS;
    }
    for (unsigned i = 0; i < job->compiler.n; i++) { /* CC="gcc -m32" */
        if (concerns_parser(job->compiler.at[i]))
            uk_words_push(&flags, job->compiler.at[i]);
    }
    for (unsigned i = 0; i < options->n_items; i++) {
        const struct uk_item *item = &options->items[i];
        if (item->kind == UK_ITEM_FLAG && !item->argument &&
            concerns_parser(item->word))
            uk_words_push(&flags, item->word);
    }
    struct uk_style style = options->style;
    if (style.colour < 0)
        style.colour = terminal_has_colour();
    /* clang counts columns in bytes. */
    style.in_order = is_in_order(options);
    style.byte_columns = style.byte_columns || uk_is_clangs(text);
    struct uk_request request = {
        .text = text->bytes,
        .size = text->size,
        .abi_text = included    ? NULL
                    : abi.bytes ? abi.bytes
                                : "",
        .abi_size = abi.size,
        .serial = !is_generated,
        .elides = options->serial && is_generated,
        .force = options->force,
        .style = &style,
        .flags = (const char *const *)flags.at,
        .n_flags = flags.n,
    };
    struct rewriting r = {.request = &request, .output = output, .said = said};
    uk_deep_call(run_rewriter, &r);
    uk_buffer_free(&abi);
    return r.result;
}

/* Lets the text begin with the first line marker of the preprocessed source:
 * gcc takes the name of the compilation unit from there. */
static void begin_with_marker(struct uk_buffer *text,
                              const struct uk_buffer *preprocessed)
{
    const char *line = preprocessed->bytes;
    if (line[0] != '#' || line[1] != ' ')
        return;
    struct uk_buffer whole = {0};
    uk_buffer_print(&whole, "%.*s\n", (int)strcspn(line, "\n"), line);
    uk_buffer_add(&whole, text->bytes, text->size);
    uk_buffer_free(text);
    *text = whole;
}

static int write_out(const char *path, const struct uk_buffer *text)
{
    if (uk_temp_write(path, text->bytes, text->size) == 0)
        return 0;
    uk_error("%s: %s", path, strerror(errno));
    return 1;
}

/* Puts the text where the compiler will read it, and a copy where the user
 * wants it. */
static int place(struct uk_unit *unit, const struct uk_job *job,
                 const struct uk_buffer *text, bool keep)
{
    const char *source = unit->input->word;
    unit->rewritten =
        uk_temp_file(uk_names_with_suffix(uk_names_base(source), ".c"),
                     text->bytes, text->size);
    if (!unit->rewritten)
        return 1;
    if (!keep)
        return 0;
    return write_out(uk_names_keep(&job->options, source), text);
}

/* A source that cannot be read a second time. */
static bool read_once(const char *path)
{
    struct stat file;
    return strcmp(path, "-") == 0 ||
           (stat(path, &file) == 0 && !S_ISREG(file.st_mode));
}

/* What -save-temps leaves; keywords and all, it can be compiled again. */
static int save(const struct uk_unit *unit, const struct uk_job *job,
                const struct uk_buffer *text)
{
    if (!job->options.save_temps)
        return 0;
    return write_out(
        uk_names_saved(&job->options, unit->input->word, unit->is_clang), text);
}

/* The unit's text is there; what the compiler said of it comes first. */
static int rewrite_text(struct uk_unit *unit, const struct uk_job *job,
                        struct uk_buffer *text, const struct uk_buffer *said)
{
    struct uk_buffer output = {0};
    struct uk_said messages = {0};
    if (unit->input->kind == UK_ITEM_C) {
        uk_align(text);
        uk_comments_restore(text);
    }
    enum uk_result result = rewrite(job, text, &output, &messages);
    bool is_changed = result == UK_REWRITE_OK || result == UK_REWRITE_FORCED;
    bool is_cilk5 = unit->input->is_cilk5;
    bool again = is_cilk5 || read_once(unit->input->word);
    if (result != UK_REWRITE_NONE || again)
        uk_report_compiler(&unit->report, said);
    uk_report_rewriter(&unit->report, &messages.now);
    unit->doubts = messages.doubts;
    unit->uses_runtime = result == UK_REWRITE_OK ||
                         memmem(text->bytes, text->size, "ucilk_", 6) != NULL;
    int status = result == UK_REWRITE_ERRORS ? 1 : 0;
    if (is_changed) {
        begin_with_marker(&output, text);
        uk_coverage_rename(job, &output);
    }
    if (is_changed || (status == 0 && again)) {
        unit->is_clang = uk_is_clangs(text);
        unit->is_pedantic = uk_options_have(&job->options, pedantic);
        status = place(unit, job, is_changed ? &output : text,
                       is_changed && job->options.keep);
        if (status == 0 && (is_changed || is_cilk5))
            status = save(unit, job, text);
    }
    uk_buffer_free(&messages.now);
    uk_buffer_free(&output);
    return status;
}

static int prepare(struct uk_unit *unit, const struct uk_job *job)
{
    const struct uk_item *input = unit->input;
    struct uk_buffer text = {0}, said = {0};
    int status = input->kind == UK_ITEM_PREPROCESSED
                     ? read_preprocessed(input->word, &text)
                     : preprocess(job, input, &text, &said);
    if (status != 0)
        uk_report_compiler(&unit->report, &said);
    else if (input->kind == UK_ITEM_C && !read_once(input->word) &&
             uk_grains_have_names(&text))
        status = expand_grains(job, input, &text);
    if (status == 0 &&
        input->kind != UK_ITEM_OTHER) /* else dependencies only */
        status = rewrite_text(unit, job, &text, &said);
    uk_buffer_free(&text);
    uk_buffer_free(&said);
    return status;
}

/* A failed compilation leaves no output, also not an older one. */
static int settle(const struct uk_unit *unit, int status)
{
    struct stat file;
    if (status != 0 && unit->output && stat(unit->output, &file) == 0 &&
        S_ISREG(file.st_mode))
        unlink(unit->output);
    return status;
}

static const char *choose_output(const struct uk_job *job, const char *source)
{
    if (job->options.mode == UK_MODE_SYNTAX)
        return NULL;
    if (job->options.mode != UK_MODE_LINK)
        return uk_names_output(&job->options, source,
                               job->options.mode == UK_MODE_ASSEMBLY ? ".s"
                                                                     : ".o");
    return uk_temp_path(uk_names_with_suffix(uk_names_base(source), ".o"));
}

static int name_output(struct uk_unit *unit, const struct uk_job *job)
{
    unit->report.is_json = job->options.style.format == UK_FORMAT_JSON;
    if (!unit->output)
        unit->output = choose_output(job, unit->input->word);
    return unit->output || job->options.mode == UK_MODE_SYNTAX ? 0 : 1;
}

int uk_unit_rewrite(struct uk_unit *unit, const struct uk_job *job)
{
    int status = name_output(unit, job);
    return status ? status : settle(unit, prepare(unit, job));
}

int uk_unit_compile(struct uk_unit *unit, const struct uk_job *job)
{
    struct uk_words command = {0};
    if (name_output(unit, job) != 0)
        return 1;
    if (unit->rewritten) {
        command = command_for(job, UK_STAGE_COMPILE);
    } else {
        command = command_for(job, UK_STAGE_PREPROCESS | UK_STAGE_COMPILE);
        uk_job_push_flags(job, &command);
        if (unit->is_plain)
            push_depend(&command, &job->options, unit->input->word);
    }
    uk_unit_push_input(unit, &command);
    static const char *const modes[] = {[UK_MODE_LINK] = "-c",
                                        [UK_MODE_COMPILE] = "-c",
                                        [UK_MODE_ASSEMBLY] = "-S",
                                        [UK_MODE_SYNTAX] = "-fsyntax-only"};
    uk_words_push(&command, modes[job->options.mode]);
    if (unit->output)
        uk_words_add(&command, "-o", unit->output, NULL);
    int status = uk_report_run(&unit->report, &command);
    if (status == 0 && unit->doubts.size) {
        uk_report_rewriter(&unit->report, &unit->doubts);
        status = 1;
    }
    return settle(unit, status);
}
