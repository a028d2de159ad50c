/* Names of the program's variables, from the symbol table of their file, for
 * the last message of a program. */
#define _GNU_SOURCE
#include "cluster/check/memory_checks.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct name {
    const char *name;
    uintptr_t offset;
};

/* The variable at address `at' of the file's symbol table. */
static struct name look_up(const char *file, size_t size, uintptr_t at)
{
    struct name none = {0};
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)file;
    if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_shoff + head->e_shnum * sizeof(Elf64_Shdr) > size)
        return none;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + head->e_shoff);
    for (unsigned i = 0; i < head->e_shnum; i++) {
        const Elf64_Shdr *s = &sections[i];
        if (s->sh_type != SHT_SYMTAB || s->sh_link >= head->e_shnum)
            continue;
        const Elf64_Sym *symbols = (const Elf64_Sym *)(file + s->sh_offset);
        const char *names = file + sections[s->sh_link].sh_offset;
        for (size_t k = 0; k < s->sh_size / sizeof *symbols; k++)
            if (ELF64_ST_TYPE(symbols[k].st_info) == STT_OBJECT &&
                at - symbols[k].st_value < symbols[k].st_size)
                return (struct name){names + symbols[k].st_name,
                                     at - symbols[k].st_value};
    }
    return none;
}

static struct name find(const Dl_info *object, uintptr_t address)
{
    struct name none = {0};
    extern char __executable_start[] __attribute__((weak));
    bool is_program = object->dli_fbase == (void *)__executable_start;
    int fd = open(is_program ? "/proc/self/exe" : object->dli_fname,
                  O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        return none;
    size_t size = (size_t)status.st_size;
    const char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (file == MAP_FAILED)
        return none;
    bool moves = ((const Elf64_Ehdr *)file)->e_type == ET_DYN;
    uintptr_t base = moves ? (uintptr_t)object->dli_fbase : 0;
    return look_up(file, size, address - base); /* the name is in the mapping */
}

const char *uci_symbol_text(uintptr_t address, char buffer[128])
{
    Dl_info object;
    struct name n = {0};
    if (dladdr((void *)address, &object) && object.dli_fname)
        n = find(&object, address);
    if (!n.name)
        snprintf(buffer, 128, "address %#lx", address);
    else if (n.offset)
        snprintf(buffer, 128, "`%.80s'+%lu at %#lx", n.name, n.offset, address);
    else
        snprintf(buffer, 128, "`%.80s' at %#lx", n.name, address);
    return buffer;
}
