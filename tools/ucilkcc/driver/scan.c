#include "scan.h"

#include <ctype.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "flags.h"
#include "message.h"
#include "process.h"
#include "text.h"

/* --- where the flags say that headers are --- */

/* All directories where a name may be found, in no order: every file that may
 * be meant is read. */
struct lookup {
    struct uk_words quote; /* -iquote, and "" for the current directory */
    struct uk_words all;   /* -I, -isystem, -idirafter, CPATH, ... */
    struct uk_words files; /* -include, -imacros */
    struct uk_words texts; /* what -D defines */
    bool is_unclear;       /* a flag that may mean more than the above */
};

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

static void add_directory(struct lookup *lookup, struct uk_words *list,
                          const char *directory)
{
    if (directory[0] == '=' || uk_starts_with(directory, "$SYSROOT"))
        lookup->is_unclear = true;
    uk_words_push(list, uk_format("%s/", directory));
}

/* -Wp,A,B: dependencies and macros are understood. */
static void take_passed(struct lookup *lookup, const char *list)
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

static void take(struct lookup *lookup, const char *word, const char *argument)
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
static void take_variable(struct lookup *lookup, const char *name)
{
    const char *value = getenv(name);
    char *rest = value ? uk_format("%s", value) : NULL;
    const char *directory;
    while (rest && (directory = strsep(&rest, ":")) != NULL)
        add_directory(lookup, &lookup->all, *directory ? directory : ".");
}

static void read_lookup(struct lookup *lookup, const struct uk_job *job)
{
    *lookup =
        (struct lookup){.is_unclear = getenv("CCC_OVERRIDE_OPTIONS") != NULL};
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

/* --- the files --- */

struct scan {
    struct lookup lookup;
    struct uk_words paths; /* read or to be read; some do not exist */
    void *known;           /* the same as a tree of tsearch() */
    bool is_unclear, mentions;
};

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void add_path(struct scan *scan, const char *directory, size_t length,
                     const char *name)
{
    char *path, **node;
    if (asprintf(&path, "%.*s%s", (int)length, directory, name) < 0 ||
        !(node = tsearch(path, &scan->known, compare)))
        uk_die_no_memory();
    if (*node == path)
        uk_words_push(&scan->paths, path);
    else
        free(path);
}

/* Every file that an #include in the file `from' may mean. */
static void add_included(struct scan *scan, const char *from, const char *name,
                         bool quoted)
{
    const struct lookup *lookup = &scan->lookup;
    if (name[0] == '/') {
        add_path(scan, "", 0, name);
        return;
    }
    const char *slash = strrchr(from, '/');
    if (quoted)
        add_path(scan, from, slash ? (size_t)(slash - from) + 1 : 0, name);
    for (unsigned i = 0; quoted && i < lookup->quote.n; i++)
        add_path(scan, lookup->quote.at[i], strlen(lookup->quote.at[i]), name);
    for (unsigned i = 0; i < lookup->all.n; i++)
        add_path(scan, lookup->all.at[i], strlen(lookup->all.at[i]), name);
}

/* Exact names of keywords, what may be pasted into one, and the macros of
 * <ucilk/reducers.h>, which hold one. */
static bool is_keyword(const char *name, size_t length)
{
    static const char *const words[] = {"spawn", "sync", "SYNCHED"};
    for (int i = 0; i < 3; i++) {
        if (length == strlen(words[i]) && !memcmp(name, words[i], length))
            return true;
    }
    return (length >= 4 && !memcmp(name, "cilk", 4)) ||
           (length >= 5 && !memcmp(name, "_Cilk", 5)) ||
           (length >= 6 && !memcmp(name, "__cilk", 6)) ||
           (length >= 6 && !memcmp(name, "_Hyper", 6)) ||
           (length >= 6 && !memcmp(name, "UCILK_", 6));
}

static bool contains(const struct uk_buffer *text, const char *word)
{
    return memmem(text->bytes, text->size, word, strlen(word)) != NULL;
}

/* Can there be a keyword, comments and strings included? */
static bool may_hold_word(const struct uk_buffer *text)
{
    return contains(text, "spawn") || contains(text, "sync") ||
           contains(text, "cilk") || contains(text, "Cilk") ||
           contains(text, "SYNCHED") || contains(text, "_Hyper") ||
           contains(text, "UCILK_");
}

/* A line that goes on where it must not: in the middle of something. */
static bool has_odd_splice(const struct uk_buffer *text)
{
    const char *begin = text->bytes, *end = begin + text->size;
    for (const char *p = begin; (p = memchr(p, '\\', (size_t)(end - p))); p++) {
        const char *next = p + 1;
        while (*next == ' ' || *next == '\t' || *next == '\r')
            next++;
        if (*next == '\n' && p > begin && !isspace((unsigned char)p[-1]) &&
            next + 1 < end && !isspace((unsigned char)next[1]))
            return true;
    }
    return false;
}

/* Spellings that would need a real preprocessor. */
static bool is_odd(const struct uk_buffer *text)
{
    return has_odd_splice(text) || contains(text, "\?\?/") ||
           contains(text, "\?\?=") || contains(text, "%:");
}

/* Is there a keyword outside of comments and literals? */
static bool has_word(const char *p, const char *end)
{
    while (p < end) {
        if (*p == '/' && p + 1 < end && (p[1] == '/' || p[1] == '*')) {
            p = uk_skip_comment(p, end);
        } else if (*p == '"' || *p == '\'') {
            p = uk_skip_quoted(p, end);
        } else if (uk_continues_name(*p)) {
            const char *start = p;
            while (p < end && uk_continues_name(*p))
                p++;
            if (is_keyword(start, (size_t)(p - start)) ||
                (p < end && *p == '"' && p[-1] == 'R')) /* a raw string */
                return true;
        } else {
            p++;
        }
    }
    return false;
}

static const char *skip_blanks(const char *p, const char *end)
{
    for (;;) {
        if (p < end && *p == '\\' && memchr("\n\r \t", p[1], 4))
            p++;
        else if (p + 1 < end && p[0] == '/' && p[1] == '*')
            p = uk_skip_comment(p, end);
        else if (p < end && isspace((unsigned char)*p))
            p++;
        else
            return p;
    }
}

static const char *back_over_blanks(const char *begin, const char *p)
{
    while (p > begin && (p[-1] == ' ' || p[-1] == '\t' || p[-1] == '\r'))
        p--;
    return p;
}

/* May the word at p be a directive's?  Behind a comment it may. */
static bool follows_hash(const char *begin, const char *p)
{
    p = back_over_blanks(begin, p);
    while (p > begin && p[-1] == '\n') {
        p = back_over_blanks(begin, p - 1);
        if (p == begin || p[-1] != '\\')
            return false;
        p = back_over_blanks(begin, p - 1);
    }
    return p > begin &&
           (p[-1] == '#' || (p[-1] == '/' && p - begin > 1 && p[-2] == '*'));
}

/* The file that the directive names, its word ending at p. */
static void take_include(struct scan *scan, const char *from, const char *p,
                         const char *end)
{
    if (end - p > 5 && !memcmp(p, "_next", 5))
        p += 5;
    if (p < end && uk_continues_name(*p)) /* another word */
        return;
    p = skip_blanks(p, end);
    char quote = p < end ? *p : 0;
    size_t length = 0;
    if (quote == '"' || quote == '<')
        length = strcspn(p + 1, quote == '"' ? "\"\n" : ">\n");
    if (length == 0 || p[1 + length] == '\n') {
        scan->is_unclear = true; /* #include MACRO */
        return;
    }
    add_included(scan, from, uk_format("%.*s", (int)length, p + 1),
                 quote == '"');
}

static void find_includes(struct scan *scan, const char *path,
                          const struct uk_buffer *text, const char *word)
{
    const char *p = text->bytes, *end = p + text->size;
    size_t length = strlen(word);
    while ((p = memmem(p, (size_t)(end - p), word, length)) != NULL) {
        bool is_directive = follows_hash(text->bytes, p);
        p += length;
        if (is_directive)
            take_include(scan, path, p, end);
    }
}

/* One file; one that does not exist is no part of the program. */
static void scan_file(struct scan *scan, const char *path)
{
    struct stat file;
    struct uk_buffer text;
    if (stat(path, &file) != 0 || S_ISDIR(file.st_mode))
        return;
    if (!S_ISREG(file.st_mode) || uk_process_read_file(path, &text) != 0) {
        scan->is_unclear = true;
        return;
    }
    scan->mentions |= contains(&text, "ucilk");
    scan->is_unclear |=
        is_odd(&text) ||
        (may_hold_word(&text) && has_word(text.bytes, text.bytes + text.size));
    if (!scan->is_unclear) {
        find_includes(scan, path, &text, "include");
        find_includes(scan, path, &text, "import");
    }
    uk_buffer_free(&text);
}

static void start(struct scan *scan, const struct uk_job *job,
                  const struct uk_item *input)
{
    struct lookup *lookup = &scan->lookup;
    struct stat file;
    read_lookup(lookup, job);
    scan->is_unclear = lookup->is_unclear || input->is_cilk5 ||
                       stat(input->word, &file) != 0 || !S_ISREG(file.st_mode);
    for (unsigned i = 0; i < lookup->texts.n; i++) {
        const char *text = lookup->texts.at[i];
        scan->is_unclear |= has_word(text, text + strlen(text));
    }
    add_path(scan, "", 0, input->word);
    for (unsigned i = 0; i < lookup->files.n; i++)
        add_included(scan, input->word, lookup->files.at[i], true);
}

enum uk_scan uk_scan(const struct uk_job *job, const struct uk_item *input)
{
    struct scan scan = {0};
    start(&scan, job, input);
    for (unsigned i = 0; i < scan.paths.n && !scan.is_unclear; i++)
        scan_file(&scan, scan.paths.at[i]);
    tdestroy(scan.known, free);
    return scan.is_unclear ? UK_SCAN_UNCLEAR
           : scan.mentions ? UK_SCAN_MENTIONS
                           : UK_SCAN_PLAIN;
}
