/* What lies at an address: the names of the program's variables, from the
 * symbol table of their file, for the last message of a program; and whether
 * code is libc's. */
#define _GNU_SOURCE
#include "cluster/check/memory_checks.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
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

/* --- The code of libc and of the dynamic linker --- */

enum { MAX_RANGES = 8 };
static struct {
    uintptr_t start, size;
} ranges[MAX_RANGES];
static unsigned n_ranges;

/* Notes the object's code if it holds the address `inside'. */
static int note_code(struct dl_phdr_info *info, size_t size, void *inside)
{
    (void)size;
    bool holds = false;
    unsigned found = n_ranges;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + p->p_vaddr;
        if (p->p_type != PT_LOAD)
            continue;
        holds |= (uintptr_t)inside - start < p->p_memsz;
        if ((p->p_flags & PF_X) && found < MAX_RANGES) {
            ranges[found].start = start;
            ranges[found++].size = p->p_memsz;
        }
    }
    if (holds)
        n_ranges = found;
    return holds;
}

void uci_code_find_libc(void)
{
    if (n_ranges > 0)
        return;
    /* A string that lies in libc. */
    dl_iterate_phdr(note_code, (void *)(uintptr_t)gnu_get_libc_version());
    dl_iterate_phdr(note_code, (void *)getauxval(AT_BASE));
}

bool uci_code_is_libc(uintptr_t pc)
{
    for (unsigned i = 0; i < n_ranges; i++)
        if (pc - ranges[i].start < ranges[i].size)
            return true;
    return false;
}
