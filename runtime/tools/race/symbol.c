/* Names of places and of memory: see symbol.h. */
#define _GNU_SOURCE
#include "race/symbol.h"

#include "race/variables.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The file that is loaded at `base', by the linker's name for it. */
static bool set_module(struct uci_module *module, uintptr_t base,
                       const char *name)
{
    const Elf64_Ehdr *header = (const void *)base;
    Dl_info own;
    *module = (struct uci_module){.bias = header->e_type == ET_EXEC ? 0 : base};
    snprintf(module->path, sizeof module->path, "%s", name);
    if (!dladdr((void *)set_module, &own) || (uintptr_t)own.dli_fbase != base)
        return true;
    ssize_t n =
        readlink("/proc/self/exe", module->path, sizeof module->path - 1);
    module->path[n > 0 ? n : 0] = 0;
    return n > 0;
}

/* The file with the address. */
static bool find_module(uintptr_t address, struct uci_module *module)
{
    Dl_info info;
    return dladdr((void *)address, &info) && info.dli_fbase &&
           set_module(module, (uintptr_t)info.dli_fbase, info.dli_fname);
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

const char *uci_symbol_own_name(const char *name)
{
    static const char prefix[] = "__ucilk_";
    if (!name || strncmp(name, prefix, sizeof prefix - 1) != 0)
        return name ? name : "";
    for (const char *p = name; (p = strchr(p, '_')); p++) {
        size_t digits = strspn(p + 1, "0123456789");
        if (digits > 0 && p[1 + digits] == '_')
            return p + 2 + digits;
    }
    return "";
}

const char *uci_symbol_path(const char *path)
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
    struct uci_module module;
    char text[4096], *file, *colon;
    if (known[slot].pc == pc) {
        *place = known[slot].place;
        return;
    }
    *place = (struct uci_place){.line = 0};
    if (!find_module(pc - 1, &module))
        return;
    ask(module.path, pc - 1 - module.bias, text, sizeof text);
    file = strchr(text, '\n');
    if (!file)
        return;
    *file++ = 0;
    file[strcspn(file, "\n")] = 0;
    if (strcmp(text, "??") == 0)
        snprintf(place->function, sizeof place->function, "%s", module.path);
    else
        snprintf(place->function, sizeof place->function, "%s", text);
    colon = strrchr(file, ':');
    if (colon && file[0] != '?') {
        *colon = 0;
        place->line = atoi(colon + 1);
        snprintf(place->file, sizeof place->file, "%s", uci_symbol_path(file));
    }
    known[slot].pc = pc;
    known[slot].place = *place;
}

/* --- Variables --- */

/* The name of the object at the offset, from the symbol table: of a type, a
 * variable or a thread-local one. */
static bool find_object(const char *bytes, size_t size, uintptr_t offset,
                        unsigned type, struct uci_memory *memory)
{
    const Elf64_Ehdr *header = (const void *)bytes;
    if (size < sizeof *header ||
        header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size)
        return false;
    const Elf64_Shdr *sections = (const void *)(bytes + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB &&
            sections[i].sh_type != SHT_DYNSYM)
            continue;
        const Elf64_Sym *s = (const void *)(bytes + sections[i].sh_offset);
        const char *names = bytes + sections[sections[i].sh_link].sh_offset;
        for (size_t n = sections[i].sh_size / sizeof *s; n > 0; n--, s++)
            if (ELF64_ST_TYPE(s->st_info) == type && s->st_shndx != SHN_UNDEF &&
                offset - s->st_value < s->st_size) {
                const char *name = names + s->st_name, *tail;
                size_t length = strcspn(name, ".");
                /* `NAME.NUMBER' or `FUNCTION.NAME' of a static one in it. */
                tail = name + length + (name[length] == '.');
                if (tail[0] && strcspn(tail, "0123456789") > 0)
                    name = tail, length = strcspn(tail, ".");
                uintptr_t byte = offset - s->st_value;
                if (byte)
                    snprintf(memory->text, sizeof memory->text,
                             "byte %lu of `%.*s'", byte, (int)length, name);
                else
                    snprintf(memory->text, sizeof memory->text, "`%.*s'",
                             (int)length, name);
                return true;
            }
    }
    return false;
}

static bool find_symbol(const struct uci_module *module, uintptr_t offset,
                        unsigned type, struct uci_memory *memory)
{
    struct stat file;
    bool is_found = false;
    int fd = open(module->path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &file) == 0) {
        void *bytes =
            mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            is_found =
                find_object(bytes, (size_t)file.st_size, offset, type, memory);
            munmap(bytes, (size_t)file.st_size);
        }
    }
    if (fd >= 0)
        close(fd);
    return is_found;
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

static void name_local(uintptr_t address, struct uci_memory *memory)
{
    struct uci_frame frame, called;
    struct uci_module module;
    struct uci_place place = {.line = 0};
    char function[128];
    snprintf(memory->text, sizeof memory->text, "a local variable");
    if (!uci_frame_find(address, &frame, &called))
        return;
    /* An argument that lies in its caller's frame. */
    memory->pc = called.pc;
    if (find_module(called.pc, &module) &&
        uci_variables_local(address, &called, &module, memory))
        return;
    memory->pc = frame.pc;
    if (find_module(frame.pc, &module) &&
        uci_variables_local(address, &frame, &module, memory))
        return;
    snprintf(function, sizeof function, "%s", memory->text);
    if (!function[0])
        uci_symbol_place(frame.pc + 1, &place);
    snprintf(memory->text, sizeof memory->text, "a local variable of `%s'",
             function[0] ? function : uci_symbol_own_name(place.function));
}

struct thread_local_search {
    uintptr_t address;
    struct uci_module module;
    bool is_found;
};

static int look_at_module(struct dl_phdr_info *info, size_t size, void *p)
{
    struct thread_local_search *s = p;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const Elf64_Phdr *h = info->dlpi_phdr + i;
        uintptr_t begin = (uintptr_t)info->dlpi_tls_data;
        if (h->p_type == PT_TLS && begin && s->address - begin < h->p_memsz)
            s->is_found = find_module((uintptr_t)info->dlpi_phdr, &s->module);
        if (s->is_found)
            s->module.tls = begin;
    }
    return s->is_found;
}

/* In the calling thread. */
static bool name_thread_local(uintptr_t address, struct uci_memory *memory)
{
    struct thread_local_search s = {.address = address};
    dl_iterate_phdr(look_at_module, &s);
    return s.is_found &&
           (uci_variables_global(address, &s.module, memory) ||
            find_symbol(&s.module, address - s.module.tls, STT_TLS, memory));
}

static bool name_static(uintptr_t address, struct uci_memory *memory)
{
    struct uci_module module;
    return find_module(address, &module) &&
           (uci_variables_global(address, &module, memory) ||
            find_symbol(&module, address - module.bias, STT_OBJECT, memory));
}

void uci_symbol_memory(uintptr_t address, struct uci_memory *memory)
{
    *memory = (struct uci_memory){.line = 0};
    if (is_on_stack(address))
        name_local(address, memory);
    else if (!name_thread_local(address, memory) &&
             !name_static(address, memory))
        snprintf(memory->text, sizeof memory->text, "memory at %#lx", address);
}
