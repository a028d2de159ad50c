/* Debug information: see debug_info.h. */
#define _GNU_SOURCE
#include "race/debug_info.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

struct uci_dw uci_dw;

static bool load(void)
{
    static enum { UNTRIED, LOADED, MISSING } state;
    if (state != UNTRIED)
        return state == LOADED;
    void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    state = library ? LOADED : MISSING;
#define LOAD(name)                                                             \
    if (state == LOADED &&                                                     \
        !(uci_dw.name = (__typeof__(uci_dw.name))dlsym(library, #name)))       \
        state = MISSING;
    UCI_DW_FUNCTIONS(LOAD)
#undef LOAD
    return state == LOADED;
}

Dwarf *uci_debug_info(const char *path)
{
    static struct file {
        struct file *next;
        Dwarf *info;
        char path[];
    } *files;
    for (const struct file *f = files; f; f = f->next)
        if (strcmp(f->path, path) == 0)
            return f->info;
    if (!load())
        return NULL;
    size_t size = strlen(path) + 1;
    struct file *file = malloc(sizeof *file + size);
    if (!file)
        return NULL;
    memcpy(file->path, path, size);
    file->next = files;
    files = file;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    file->info = fd < 0 ? NULL : uci_dw.dwarf_begin(fd, DWARF_C_READ);
    return file->info; /* which goes on to read from fd */
}

bool uci_die_first(Dwarf_Die *parent, Dwarf_Die *child)
{
    return uci_dw.dwarf_child(parent, child) == 0;
}

bool uci_die_next(Dwarf_Die *child)
{
    return uci_dw.dwarf_siblingof(child, child) == 0;
}
