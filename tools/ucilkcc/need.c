#include "need.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "flags.h"
#include "process.h"

/* Objects and archives name what they use in their symbol tables, also those
 * for -flto.  Linker scripts and thin archives name files instead. */
static bool file_needs(const char *path)
{
    struct uk_text text;
    if (uk_process_read_file(path, &text) != 0)
        return true;
    bool is_judged = text.size > 4 && (!memcmp(text.bytes, "\177ELF", 4) ||
                                       !memcmp(text.bytes, "BC\300\336", 4) ||
                                       !memcmp(text.bytes, "!<arch>", 7));
    bool needs = !is_judged || memmem(text.bytes, text.size, "ucilk_", 6);
    free(text.bytes);
    return needs;
}

static bool exists(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0;
}

/* -lNAME and -l:FILE, in one directory. */
static bool library_needs(const char *directory, const char *name)
{
    bool needs = false;
    for (int i = 0; i < 2 && !needs; i++) {
        char *path = *name == ':' ? uk_format("%s/%s", directory, name + 1)
                                  : uk_format("%s/lib%s%s", directory, name,
                                              i == 0 ? ".so" : ".a");
        needs = exists(path) && file_needs(path);
        free(path);
    }
    return needs;
}

static const char *value_of(const struct uk_item *item)
{
    return item->argument ? item->argument : item->word + 2;
}

/* The system's own libraries do not use it. */
static bool library_in_any(const struct uk_options *options, const char *name)
{
    if (library_needs("/usr/local/lib", name))
        return true;
    const char *list = getenv("LIBRARY_PATH");
    char *copy = uk_format("%s", list ? list : ""), *rest = copy;
    bool needs = false;
    const char *directory;
    while (list && !needs && (directory = strsep(&rest, ":")) != NULL)
        needs = library_needs(*directory ? directory : ".", name);
    free(copy);
    for (unsigned i = 0; i < options->n_items && !needs; i++) {
        const struct uk_item *item = &options->items[i];
        if (item->kind == UK_ITEM_FLAG && uk_starts_with(item->word, "-L"))
            needs = library_needs(value_of(item), name);
    }
    return needs;
}

/* What -Wl, and -Xlinker pass on: files, and flags that name some. */
static bool passed_needs(const char *list)
{
    char *copy = uk_format("%s", list), *rest = copy;
    const char *word;
    bool needs = false;
    while (!needs && (word = strsep(&rest, ",")) != NULL)
        needs = word[0] == '@' || uk_starts_with(word, "-l") ||
                uk_starts_with(word, "-L") ||
                (word[0] != '-' && strstr(word, ".a") && file_needs(word)) ||
                (word[0] != '-' && strstr(word, ".o") && file_needs(word));
    free(copy);
    return needs;
}

static bool flag_needs(const struct uk_options *options,
                       const struct uk_item *item)
{
    if (uk_starts_with(item->word, "-Wl,"))
        return passed_needs(item->word + 4);
    if (strcmp(item->word, "-Xlinker") == 0)
        return passed_needs(item->argument);
    if (uk_starts_with(item->word, "-l"))
        return library_in_any(options, value_of(item));
    return uk_starts_with(item->word, "-T");
}

bool uk_need_runtime(const struct uk_options *options)
{
    for (unsigned i = 0; i < options->n_items; i++) {
        const struct uk_item *item = &options->items[i];
        if (item->kind == UK_ITEM_OBJECT
                ? file_needs(item->word)
                : item->kind == UK_ITEM_FLAG && flag_needs(options, item))
            return true;
    }
    return false;
}
