#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "flags.h"
#include "message.h"
#include "process.h"

static bool has_suffix(const char *path, const char *const *suffixes)
{
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(base, '.');
    return dot && uk_is_any(dot, suffixes);
}

static enum uk_item_kind kind_of_input(const char *path, const char *language)
{
    static const char *const c[] = {".c", ".cilk", NULL};
    static const char *const preprocessed[] = {".i", NULL};
    static const char *const other[] = {
        ".h",   ".s",   ".S",   ".sx", ".cc", ".cp",  ".cxx", ".cpp", ".CPP",
        ".c++", ".C",   ".ii",  ".m",  ".mi", ".mm",  ".M",   ".mii", ".hh",
        ".H",   ".hpp", ".hxx", ".f",  ".F",  ".f90", ".F90", ".ll",  NULL};
    if (language) {
        return strcmp(language, "c") == 0            ? UK_ITEM_C
               : strcmp(language, "cpp-output") == 0 ? UK_ITEM_PREPROCESSED
                                                     : UK_ITEM_OTHER;
    }
    return has_suffix(path, c)              ? UK_ITEM_C
           : has_suffix(path, preprocessed) ? UK_ITEM_PREPROCESSED
           : has_suffix(path, other)        ? UK_ITEM_OTHER
                                            : UK_ITEM_OBJECT;
}

/* What the compiler underneath is to be told; .cilk it does not know. */
static const char *language_of(const char *path, const char *language)
{
    static const char *const cilk[] = {".cilk", NULL};
    return !language && has_suffix(path, cilk) ? "c" : language;
}

static void add_item(struct uk_options *options, struct uk_item item)
{
    options->items[options->n_items++] = item;
    if (item.kind == UK_ITEM_FLAG)
        return;
    options->n_inputs++;
    options->n_sources += item.kind != UK_ITEM_OBJECT;
}

/* The value of a flag that has one. */
static const char *value_of(const struct uk_flag *flag, const char *word,
                            const char *argument)
{
    return argument ? argument : word + strlen(flag->name);
}

static void set_mode(struct uk_options *options, enum uk_mode mode)
{
    if (mode > options->mode)
        options->mode = mode;
}

/* Acts on one flag of the compiler's; `language` is the current -x. */
static void take_flag(struct uk_options *options, const struct uk_flag *flag,
                      const char *word, const char *argument,
                      const char **language)
{
    const char *value = value_of(flag, word, argument);
    struct uk_depend *depend = &options->depend;
    uk_style_take(&options->style, word);
    switch (flag->role) {
    case UK_ROLE_MODE:
        set_mode(options, (enum uk_mode)flag->stages);
        return;
    case UK_ROLE_OUTPUT:
        options->output = value;
        return;
    case UK_ROLE_LANGUAGE:
        *language = strcmp(value, "none") ? value : NULL;
        return;
    case UK_ROLE_AS_IS:
        options->as_is = true;
        return;
    case UK_ROLE_DEPEND:
        depend->flag = word;
        return;
    case UK_ROLE_DEPEND_FILE:
        depend->file = value;
        return;
    case UK_ROLE_DEPEND_TARGET:
        depend->has_target = true;
        uk_words_push(&depend->others, word);
        if (argument)
            uk_words_push(&depend->others, argument);
        return;
    case UK_ROLE_DEPEND_OTHER:
        uk_words_push(&depend->others, word);
        return;
    case UK_ROLE_DEFINE:
        if (strcmp(value, "UCILK_SERIAL") == 0 ||
            uk_starts_with(value, "UCILK_SERIAL="))
            options->serial = options->serial_defined = true;
        break;
    case UK_ROLE_SAVE_TEMPS:
        options->save_temps = value;
        break;
    case UK_ROLE_NO_RUNTIME:
        options->no_runtime = true;
        break;
    case UK_ROLE_SHARED:
        options->is_shared = true;
        break;
    default:
        break;
    }
    add_item(options, (struct uk_item){.kind = UK_ITEM_FLAG,
                                       .stages = flag->stages,
                                       .word = word,
                                       .argument = argument});
}

static const struct uk_tool tools[] = {
    {"scale", "ucilk/libucilk_scale.so", "measures", false, false, true},
    {"race", "libucilk_race.a", "", false, false, false},
    {"san", "libucilk_race.a", "", false, false, false}, /* OpenCilk's name */
    {"sim", "libucilk_sim.a", "simulates", true, true, true},
    {"study", "libucilk_study.a", "compares", true, false, true},
    {"child", "libucilk_child.a", "runs", true, false, false},
    {"child-sim", "libucilk_child_sim.a", "simulates", true, true, false},
};
enum { N_TOOLS = sizeof tools / sizeof tools[0] };

static const struct uk_tool *find_tool(const char *name)
{
    for (int i = 0; i < N_TOOLS; i++)
        if (strcmp(name, tools[i].name) == 0)
            return &tools[i];
    return NULL;
}

static bool is_tool(const struct uk_tool *tool, const char *name)
{
    return tool && strcmp(tool->library, find_tool(name)->library) == 0;
}

static void set_tool(struct uk_options *options, const struct uk_tool *tool)
{
    options->tool = tool;
    options->scale = is_tool(tool, "scale");
    options->style.race = is_tool(tool, "race");
}

static int take_tool(struct uk_options *options, const char *word,
                     const char *name)
{
    const struct uk_tool *tool = find_tool(name);
    if (tool && (!options->tool || is_tool(options->tool, name))) {
        set_tool(options, tool);
        return 0;
    }
    uk_error(tool ? "%s: a program has one tool, and another one was asked for"
                  : "%s: there are no such tools but scale, race, sim, study, "
                    "child and child-sim",
             word);
    return -1;
}

/* Acts on one flag of the tool's own; -1 after a message. */
static int take_own_flag(struct uk_options *options, const struct uk_flag *flag,
                         const char *word, const char *argument)
{
    switch (flag->role) {
    case UK_ROLE_OWN_COMPILER:
        options->compiler = value_of(flag, word, argument);
        if (*options->compiler)
            return 0;
        uk_error("%s needs the name of a compiler", word);
        return -1;
    case UK_ROLE_OWN_PREFIX:
        options->prefix = value_of(flag, word, argument);
        if (*options->prefix)
            return 0;
        uk_error("%s needs a folder", word);
        return -1;
    case UK_ROLE_OWN_SWITCH:
        *(bool *)((char *)options + flag->stages) = true;
        return 0;
    case UK_ROLE_OWN_SHOW:
        options->show = (enum uk_show)flag->stages;
        return 0;
    case UK_ROLE_OWN_TOOL:
        return take_tool(options, word, value_of(flag, word, argument));
    case UK_ROLE_OWN_WARNING:
        return uk_style_take_warning(&options->style, word);
    case UK_ROLE_OWN_FORMAT:
        return uk_style_take_format(&options->style,
                                    value_of(flag, word, argument));
    case UK_ROLE_OWN_HELP_WARNINGS:
        options->help = options->help_warnings = true;
        return 0;
    case UK_ROLE_OWN_DROPPED:
        return 0;
    default:
        uk_error("unknown flag '%s'; see ucilkcc --help", word);
        return -1;
    }
}

/* Replaces @file by the words of the file; a file that cannot be read stands
 * for itself, as with gcc. */
static void expand(struct uk_words *words, const char *word, int depth)
{
    struct uk_buffer text;
    if (word[0] != '@' || depth > 100 ||
        uk_process_read_file(word + 1, &text) != 0) {
        uk_words_push(words, word);
        return;
    }
    struct uk_words inner = {0};
    uk_words_split(&inner, text.bytes);
    for (unsigned i = 0; i < inner.n; i++)
        expand(words, inner.at[i], depth + 1);
    uk_buffer_free(&text);
}

/* UCILK_PROFILE: a tool for what is linked, unless it has another one; -1 after
 * a message. */
static int take_profile(struct uk_options *options)
{
    const char *profile = getenv("UCILK_PROFILE");
    if (!profile || !*profile || options->self_test)
        return 0;
    const struct uk_tool *tool = find_tool(profile);
    if (!tool || !tool->is_profile) {
        uk_error("UCILK_PROFILE=%s: there are no such tools but scale, sim and "
                 "study",
                 profile);
        return -1;
    }
    if (options->mode == UK_MODE_LINK && !options->serial && !options->tool)
        set_tool(options, tool);
    return 0;
}

/* Flags of compilers with which a task's code does not run on the stacks that
 * it gets; true after a message. */
static bool has_refused_flag(const struct uk_options *options)
{
    static const char floats[] =
        "the library passes floating point in registers";
    static const char structs[] =
        "the library returns small structs in registers";
    static const char saved[] = "calls of tasks change this register";
    static const struct {
        const char *begin, *part, *why;
    } refused[] = {
        {"-fsplit-stack", "", "tasks have stacks of one piece"},
        {"-fsanitize=", "safe-stack",
         "a thread's second stack does not go with "
         "the tasks that it runs"},
        {"-fpcc-struct-return", "", structs},
        {"-fno-reg-struct-return", "", structs},
        {"-mabi=ms", "", "tasks are called as System V's ABI has it"},
        {"-fpack-struct", "", "the library's structs are not packed"},
        {"-msoft-float", "", floats},
        {"-mno-80387", "", floats},
        {"-mgeneral-regs-only", "", floats},
        {"-fcall-saved-", "di", saved},
        {"-fcall-saved-", "si", saved},
        {"-fcall-saved-", "ax", saved},
        {"-fcall-saved-", "cx", saved},
        {"-fcall-saved-", "dx", saved},
        {"-fcall-saved-", "xmm", saved},
        {"-fcall-saved-", "r8", saved},
        {"-fcall-saved-", "r9", saved},
        {"-fcall-saved-", "r10", saved},
        {"-fgnu-tm", "", "no transaction can hold a spawn"},
        {"-fno-gnu-inline-asm", "", "spawns are written in assembly"},
    };
    for (unsigned i = 0; i < options->n_items && !options->serial; i++) {
        const struct uk_item *item = &options->items[i];
        for (unsigned k = 0; k < sizeof refused / sizeof refused[0]; k++) {
            if (item->kind != UK_ITEM_FLAG ||
                !uk_starts_with(item->word, refused[k].begin) ||
                strstr(item->word, refused[k].part) == NULL)
                continue;
            uk_error("%s: %s: leave it out", item->word, refused[k].why);
            return true;
        }
    }
    return false;
}

/* What does not go together; true after a message. */
static bool is_refused(const struct uk_options *options)
{
    if (has_refused_flag(options))
        return true;
    bool serial = options->serial, cluster = options->style.cluster;
    const struct uk_tool *tool = options->tool;
    const struct {
        bool is_there;
        const char *begin, *of, *end; /* of the message */
    } refused[] = {
        {options->self_test && (options->n_inputs > 0 || options->output ||
                                options->mode != UK_MODE_LINK),
         "--ucilk-self-test makes programs of its own: give it flags to "
         "compile them with, no files, no -o and no -c",
         "", ""},
        {options->self_test && (serial || tool),
         "--ucilk-self-test runs its programs on workers: leave "
         "--ucilk-serial and --ucilk-tool out",
         "", ""},
        {cluster && options->style.pedigrees,
         "--ucilk-pedigrees needs workers that share memory: not with "
         "--ucilk-cluster",
         "", ""},
        {options->groups && cluster,
         "--ucilk-groups is for tasks that share their node's memory: not "
         "with --ucilk-cluster or --ucilk-tool=sim",
         "", ""},
        {options->groups && options->is_shared && !options->no_runtime,
         "--ucilk-groups is for programs: leave it out where a shared library "
         "is linked",
         "", ""},
        {options->scale && cluster,
         "--ucilk-tool=scale measures programs of one process: leave "
         "--ucilk-cluster out",
         "", ""},
        {serial && tool && *tool->does, "--ucilk-tool=",
         tool ? uk_format("%s %s", tool->name, tool->does) : "",
         " spawns: the serial elision has none"},
        {options->style.race && (cluster || serial),
         "--ucilk-tool=race checks the spawns of programs of one process: "
         "leave ",
         serial ? "--ucilk-serial" : "--ucilk-cluster", " out"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (refused[i].is_there) {
            uk_error("%s%s%s", refused[i].begin, refused[i].of, refused[i].end);
            return true;
        }
    return false;
}

int uk_options_parse(struct uk_options *options, int argc, char **argv)
{
    *options = (struct uk_options){.style.colour = -1};
    struct uk_words *all = &options->all;
    const char *language = NULL;
    bool is_cilk5 = false; /* -x cilk */
    const char *more = getenv("UCILK_FLAGS");
    if (more)
        uk_words_split(all, more);
    for (int i = 1; i < argc; i++)
        expand(all, argv[i], 0);
    options->items = uk_lasting((all->n + 1) * sizeof options->items[0]);
    for (unsigned i = 0; i < all->n; i++) {
        const char *word = all->at[i], *argument = NULL;
        const struct uk_flag *flag = uk_flag_find(word);
        if (uk_flag_takes_next(flag, word) && i + 1 < all->n)
            argument = all->at[++i];
        if (uk_flag_is_own(flag)) {
            if (take_own_flag(options, flag, word, argument) != 0)
                return -1;
            continue;
        }
        if (flag && flag->role == UK_ROLE_LANGUAGE) {
            is_cilk5 = strcmp(value_of(flag, word, argument), "cilk") == 0;
            if (is_cilk5) {
                word = "-xc";
                argument = NULL;
            }
        }
        const char *told =
            word[0] == '-' ? language : language_of(word, language);
        if (told != language)
            uk_words_add(&options->words, "-x", told, word, "-x", "none", NULL);
        else
            uk_words_push(&options->words, word);
        if (argument)
            uk_words_push(&options->words, argument);
        else if (uk_flag_takes_next(flag, word))
            options->as_is = true;
        if (word[0] == '-' && word[1])
            take_flag(options, flag, word, argument, &language);
        else
            add_item(options, (struct uk_item){
                                  .kind = kind_of_input(word, language),
                                  .word = word,
                                  .language = told,
                                  .is_cilk5 = is_cilk5 || told != language});
    }
    if (take_profile(options) != 0)
        return -1;
    options->style.cluster |= options->tool && options->tool->is_cluster;
    return is_refused(options) ? -1 : 0;
}

void uk_options_push(const struct uk_options *options, unsigned stages,
                     bool all, struct uk_words *command)
{
    for (unsigned i = 0; i < options->n_items; i++) {
        const struct uk_item *item = &options->items[i];
        unsigned these = item->stages & stages;
        if (item->kind == UK_ITEM_FLAG && (all ? these == stages : these != 0))
            uk_words_add(command, item->word, item->argument, NULL);
    }
}

bool uk_options_have(const struct uk_options *options, const char *const *flags)
{
    for (unsigned i = 0; i < options->n_items; i++)
        if (options->items[i].kind == UK_ITEM_FLAG &&
            uk_is_any(options->items[i].word, flags))
            return true;
    return false;
}
