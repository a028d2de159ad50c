/* Names of places and of memory: see symbol.h. */
#define _GNU_SOURCE
#include "race/symbol.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The file with the address, and the address in it. */
static int find_module(uintptr_t address, char path[4096], uintptr_t *offset)
{
    Dl_info info;
    if (!dladdr((void *)address, &info) || !info.dli_fbase)
        return -1;
    const Elf64_Ehdr *header = info.dli_fbase;
    Dl_info own;
    bool is_programs =
        dladdr((void *)find_module, &own) && own.dli_fbase == info.dli_fbase;
    snprintf(path, 4096, "%s", is_programs ? "/proc/self/exe" : info.dli_fname);
    if (is_programs) {
        ssize_t n = readlink("/proc/self/exe", path, 4095);
        if (n <= 0)
            return -1;
        path[n] = 0;
    }
    *offset = header->e_type == ET_EXEC ? address
                                        : address - (uintptr_t)info.dli_fbase;
    return 0;
}

/* The output of addr2line: the function, then file:line. */
static void ask(const char *module, uintptr_t offset, char *text, size_t size)
{
    int ends[2];
    char number[32];
    size_t n = 0;
    ssize_t got;
    snprintf(number, sizeof number, "0x%lx", offset);
    text[0] = 0;
    if (pipe(ends) != 0)
        return;
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        dup2(null, 2);
        dup2(ends[1], 1);
        close(ends[0]);
        unsetenv("LD_PRELOAD");
        execlp("addr2line", "addr2line", "-f", "-e", module, number,
               (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    while (n + 1 < size && (got = read(ends[0], text + n, size - 1 - n)) > 0)
        n += (size_t)got;
    text[n] = 0;
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
}

/* The path below the working directory, if it is there. */
static const char *below_here(const char *path)
{
    char here[4096];
    size_t n;
    if (!getcwd(here, sizeof here))
        return path;
    n = strlen(here);
    return strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

void uci_symbol_place(uintptr_t pc, struct uci_place *place)
{
    enum { KNOWN = 256 };
    static struct {
        uintptr_t pc;
        struct uci_place place;
    } known[KNOWN];
    unsigned slot = pc % KNOWN;
    char module[4096], text[4096], *file, *colon;
    uintptr_t offset;
    if (known[slot].pc == pc) {
        *place = known[slot].place;
        return;
    }
    *place = (struct uci_place){.line = 0};
    if (find_module(pc - 1, module, &offset) != 0)
        return;
    ask(module, offset, text, sizeof text);
    file = strchr(text, '\n');
    if (!file)
        return;
    *file++ = 0;
    file[strcspn(file, "\n")] = 0;
    if (strcmp(text, "??") == 0)
        snprintf(place->function, sizeof place->function, "%s", module);
    else
        snprintf(place->function, sizeof place->function, "%s", text);
    colon = strrchr(file, ':');
    if (colon && file[0] != '?') {
        *colon = 0;
        place->line = atoi(colon + 1);
        snprintf(place->file, sizeof place->file, "%s", below_here(file));
    }
    known[slot].pc = pc;
    known[slot].place = *place;
}

/* --- Variables --- */

/* The name of the object at the offset, from the symbol table. */
static void find_object(const char *bytes, size_t size, uintptr_t offset,
                        char *text, size_t room)
{
    const Elf64_Ehdr *header = (const void *)bytes;
    if (size < sizeof *header ||
        header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size)
        return;
    const Elf64_Shdr *sections = (const void *)(bytes + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB &&
            sections[i].sh_type != SHT_DYNSYM)
            continue;
        const Elf64_Sym *s = (const void *)(bytes + sections[i].sh_offset);
        const char *names = bytes + sections[sections[i].sh_link].sh_offset;
        for (size_t n = sections[i].sh_size / sizeof *s; n > 0; n--, s++)
            if (ELF64_ST_TYPE(s->st_info) == STT_OBJECT &&
                offset - s->st_value < s->st_size) {
                const char *name = names + s->st_name;
                size_t length = strcspn(name, ".");
                uintptr_t byte = offset - s->st_value;
                if (byte)
                    snprintf(text, room, "`%.*s', from byte %lu on",
                             (int)length, name, byte);
                else
                    snprintf(text, room, "`%.*s'", (int)length, name);
                return;
            }
    }
}

static bool is_on_stack(uintptr_t address)
{
    pthread_attr_t attributes;
    void *begin;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return false;
    pthread_attr_getstack(&attributes, &begin, &size);
    pthread_attr_destroy(&attributes);
    return address - (uintptr_t)begin < size;
}

void uci_symbol_memory(uintptr_t address, char *text, size_t size)
{
    char module[4096];
    uintptr_t offset;
    struct stat file;
    snprintf(text, size, "memory at %#lx", address);
    if (is_on_stack(address)) {
        snprintf(text, size, "a local variable");
        return;
    }
    if (find_module(address, module, &offset) != 0)
        return;
    int fd = open(module, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &file) == 0) {
        void *bytes =
            mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            find_object(bytes, (size_t)file.st_size, offset, text, size);
            munmap(bytes, (size_t)file.st_size);
        }
    }
    close(fd);
}
