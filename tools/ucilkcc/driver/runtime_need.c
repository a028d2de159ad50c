#include "runtime_need.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Is there a name of the runtime's?  The serial elision has others. */
static bool mentions(const void *bytes, size_t size)
{
    static const char *const names[] = {
        "ucilk_abi_",     "ucilk_work",   "ucilk_nworkers", "ucilk_random",
        "ucilk_pedigree", "ucilk_scale_", "ucilk_node",     "ucilk_nnodes",
        "__cilkrts_",     "Cilk_rand",    "Cilk_srand"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (memmem(bytes, size, names[i], strlen(names[i])) != NULL)
            return true;
    return false;
}

/* Objects and archives name what they use in their symbol tables, also those
 * for -flto.  Linker scripts and thin archives name files instead. */
static bool file_needs(const char *path)
{
    struct stat file;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return true;
    size_t size = fstat(fd, &file) == 0 ? (size_t)file.st_size : 0;
    void *bytes =
        size > 8 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (bytes == MAP_FAILED)
        return true;
    bool is_judged = !memcmp(bytes, "\177ELF", 4) ||
                     !memcmp(bytes, "BC\300\336", 4) ||
                     !memcmp(bytes, "!<arch>", 7);
    bool needs = !is_judged || mentions(bytes, size);
    munmap(bytes, size);
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
    char *rest = list ? uk_format("%s", list) : NULL;
    bool needs = false;
    const char *directory;
    while (rest && !needs && (directory = strsep(&rest, ":")) != NULL)
        needs = library_needs(*directory ? directory : ".", name);
    for (unsigned i = 0; i < options->n_items && !needs; i++) {
        const struct uk_item *item = &options->items[i];
        if (item->kind == UK_ITEM_FLAG && uk_starts_with(item->word, "-L"))
            needs = library_needs(value_of(item), name);
    }
    return needs;
}

static bool is_object(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot &&
           (!strcmp(dot, ".a") || !strcmp(dot, ".o") || strstr(path, ".so"));
}

/* What -Wl, and -Xlinker pass on: files, and flags that name some. */
static bool passed_needs(const char *list)
{
    char *rest = uk_format("%s", list);
    const char *word;
    bool needs = false;
    while (!needs && (word = strsep(&rest, ",")) != NULL)
        needs = word[0] == '@' || uk_starts_with(word, "-l") ||
                uk_starts_with(word, "-L") ||
                (word[0] != '-' && is_object(word) && file_needs(word));
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
