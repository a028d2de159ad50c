#include "include_paths.h"

#include <stdlib.h>
#include <string.h>

#include "flags.h"

/* Flags that look like those below, and bring no text. */
static const char *const harmless[] = {
    "--param",   "--coverage",   "--sysroot", "--std=",
    "--target",  "--save-temps", "--rtlib=",  "--gcc-toolchain=",
    "-isysroot", "-imultilib",   NULL};

/* Flags that may bring text or directories in ways that are not followed. */
static const char *const unclear[] = {"--",
                                      "-i",
                                      "-I-",
                                      "-Xpreprocessor",
                                      "-specs",
                                      "-traditional",
                                      "-finput-charset",
                                      "-fms-compatibility",
                                      "-fmodule",
                                      "-working-directory",
                                      NULL};

static void add_directory(struct uk_lookup *lookup, struct uk_words *list,
                          const char *directory)
{
    if (directory[0] == '=' || uk_starts_with(directory, "$SYSROOT"))
        lookup->is_unclear = true;
    uk_words_push(list, uk_format("%s/", directory));
}

/* -Wp,A,B: dependencies and macros are understood. */
static void take_passed(struct uk_lookup *lookup, const char *list)
{
    static const char *const with_argument[] = {"-MD", "-MMD", "-MF",
                                                "-MT", "-MQ",  NULL};
    char *rest = uk_format("%s", list);
    const char *word, *previous = "";
    while ((word = strsep(&rest, ",")) != NULL) {
        if (uk_starts_with(word, "-D") && word[2])
            uk_words_push(&lookup->texts, word + 2);
        else if (strcmp(word, "-MP") != 0 && !uk_is_any(word, with_argument) &&
                 !uk_is_any(previous, with_argument) &&
                 !uk_starts_with(word, "-U"))
            lookup->is_unclear = true;
        previous = word;
    }
}

static void take(struct uk_lookup *lookup, const char *word,
                 const char *argument)
{
    static const char *const all[] = {"-I", "-isystem", "-idirafter", NULL};
    static const char *const files[] = {"-include", "-imacros", NULL};
    const char *name = uk_flag_find(word)->name;
    const char *value = argument ? argument : word + strlen(name);
    if (strcmp(word, "-I-") == 0)
        lookup->is_unclear = true;
    else if (uk_is_any(name, all))
        add_directory(lookup, &lookup->all, value);
    else if (strcmp(name, "-iquote") == 0)
        add_directory(lookup, &lookup->quote, value);
    else if (uk_is_any(name, files))
        uk_words_push(&lookup->files, value);
    else if (strcmp(name, "-D") == 0)
        uk_words_push(&lookup->texts, value);
    else if (strcmp(name, "-Wp,") == 0)
        take_passed(lookup, value);
    else if (strcmp(name, "-Xclang") == 0)
        lookup->is_unclear |= argument && strncmp(argument, "-f", 2) != 0;
    else if (uk_starts_with_any(word, unclear) &&
             !uk_starts_with_any(word, harmless))
        lookup->is_unclear = true;
}

/* A list of directories in the environment, "" being the current one. */
static void take_variable(struct uk_lookup *lookup, const char *name)
{
    const char *value = getenv(name);
    char *rest = value ? uk_format("%s", value) : NULL;
    const char *directory;
    while (rest && (directory = strsep(&rest, ":")) != NULL)
        add_directory(lookup, &lookup->all, *directory ? directory : ".");
}

void uk_lookup_read(struct uk_lookup *lookup, const struct uk_job *job)
{
    *lookup = (struct uk_lookup){.is_unclear =
                                     getenv("CCC_OVERRIDE_OPTIONS") != NULL};
    uk_words_push(&lookup->quote, "");
    for (unsigned i = 1; i < job->compiler.n; i++) { /* CC="gcc -I x" */
        const char *word = job->compiler.at[i], *argument = NULL;
        if (uk_flag_takes_next(uk_flag_find(word), word) &&
            i + 1 < job->compiler.n)
            argument = job->compiler.at[++i];
        take(lookup, word, argument);
    }
    for (unsigned i = 0; i < job->options.n_items; i++) {
        const struct uk_item *item = &job->options.items[i];
        if (item->kind == UK_ITEM_FLAG)
            take(lookup, item->word, item->argument);
    }
    take_variable(lookup, "CPATH");
    take_variable(lookup, "C_INCLUDE_PATH");
    add_directory(lookup, &lookup->all, "/usr/local/include");
}
