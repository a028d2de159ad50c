/*
 * An executable file, read but not run.  A runtime that is linked in says what
 * it is by a text (UCI_IDENTITY in runtime/base/options.c), which stays
 * if the file is stripped.  Of a shared one the loader says which file it is.
 */
#include "program.h"

#include "command.h"

#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *find_in_path(const char *name)
{
    const char *path = getenv("PATH");
    char *found = uk_alloc(PATH_MAX, 1);
    while (path && *path) {
        int length = (int)strcspn(path, ":");
        snprintf(found, PATH_MAX, "%.*s/%s", length, path, name);
        if (length > 0 && access(found, X_OK) == 0)
            return found;
        path += length + (path[length] == ':');
    }
    uk_fail("%s: no such program in PATH; ./%s is one of this folder", name,
            name);
}

/* The text of a runtime in a file: "@(#)ucilk VERSION, KIND, ABI N". */
static bool read_identity(struct uk_program *p, const struct uk_bytes *file)
{
    static const char mark[] = "@(#)ucilk ";
    const char *at = file->at, *end = at + file->size;
    while ((at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1))) {
        char text[128] = "";
        at += sizeof mark - 1;
        for (size_t i = 0; i < sizeof text - 1 && at + i < end && at[i]; i++)
            text[i] = at[i];
        if (sscanf(text, "%31[^,], %31[^,], ABI %d", p->version, p->kind,
                   &p->abi) == 3)
            return true;
    }
    return false;
}

/* The place of [offset, offset + size) in the file, or null. */
static const void *part(const struct uk_bytes *file, uint64_t offset,
                        uint64_t size)
{
    return offset <= file->size && size <= file->size - offset
               ? file->at + offset
               : NULL;
}

/* The offset of an address. */
static uint64_t offset_of(const struct uk_bytes *file,
                          const Elf64_Phdr *segments, unsigned n,
                          uint64_t address)
{
    for (unsigned i = 0; i < n; i++)
        if (segments[i].p_type == PT_LOAD && address >= segments[i].p_vaddr &&
            address - segments[i].p_vaddr < segments[i].p_filesz)
            return segments[i].p_offset + (address - segments[i].p_vaddr);
    return file->size;
}

static const char *const libraries[] = {"libucilk_scale.so", "libucilk.so"};

/* Looks for the shared libraries of ucilk among those that the file names. */
static void read_needed(struct uk_program *p, const struct uk_bytes *file,
                        const Elf64_Phdr *segments, unsigned n,
                        const Elf64_Phdr *dynamic)
{
    const Elf64_Dyn *d = part(file, dynamic->p_offset, dynamic->p_filesz);
    size_t n_entries = d ? dynamic->p_filesz / sizeof *d : 0, best = 2;
    uint64_t strings = file->size;
    for (size_t i = 0; i < n_entries; i++)
        if (d[i].d_tag == DT_STRTAB)
            strings = offset_of(file, segments, n, d[i].d_un.d_ptr);
    for (size_t i = 0; i < n_entries && d[i].d_tag != DT_NULL; i++) {
        if (d[i].d_tag != DT_NEEDED || strings + d[i].d_un.d_val >= file->size)
            continue;
        const char *name = file->at + strings + d[i].d_un.d_val;
        size_t room = file->size - (strings + d[i].d_un.d_val);
        for (size_t k = 0; k < best; k++)
            if (strnlen(name, room) < room &&
                strncmp(name, libraries[k], strlen(libraries[k])) == 0) {
                best = k;
                p->library = name;
            }
    }
}

/* Asks the loader, which lists the libraries in place of running the program.
 */
static void find_library(struct uk_program *p)
{
    char line[PATH_MAX + 256], real[PATH_MAX];
    int ends[2];
    if (!realpath(p->path, real) || pipe(ends) != 0)
        return;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
        execl(real, p->path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    while (said && fgets(line, sizeof line, said)) {
        char name[256], path[PATH_MAX];
        if (sscanf(line, " %255s => %4095s (", name, path) == 2 &&
            strcmp(name, p->library) == 0 && *path == '/')
            p->library_path = strdup(path);
    }
    if (said)
        fclose(said);
}

static void read_elf(struct uk_program *p, const struct uk_bytes *file)
{
    const Elf64_Ehdr *head = part(file, 0, sizeof *head);
    if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_machine != EM_X86_64)
        return;
    p->is_elf = true;
    unsigned n = head->e_phnum;
    const Elf64_Phdr *segments =
        part(file, head->e_phoff, n * sizeof *segments);
    for (unsigned i = 0; segments && i < n; i++) {
        if (segments[i].p_type == PT_INTERP)
            p->is_dynamic = true;
        else if (segments[i].p_type == PT_DYNAMIC)
            read_needed(p, file, segments, n, &segments[i]);
    }
}

void uk_program_read(struct uk_program *p, const char *name)
{
    struct uk_bytes file, library;
    *p = (struct uk_program){0};
    p->path = strchr(name, '/') ? strdup(name) : find_in_path(name);
    if (!p->path || access(p->path, X_OK) != 0 || !uk_map(&file, p->path))
        uk_fail("%s: %s", name, errno ? strerror(errno) : "it is no program");
    read_elf(p,
             &file); /* p->library points into the file, which stays mapped */
    if (!p->is_elf || read_identity(p, &file) || !p->library)
        return;
    snprintf(p->kind, sizeof p->kind, "%s",
             strstr(p->library, "scale") ? "scale" : "one machine");
    if (p->is_dynamic)
        find_library(p);
    if (p->library_path && uk_map(&library, p->library_path))
        read_identity(p, &library);
}
