/* Where the code of libc and of the dynamic linker is.  See libc_code.h. */
#define _GNU_SOURCE
#include "cluster/check/libc_code.h"

#include <gnu/libc-version.h>
#include <link.h>
#include <sys/auxv.h>

enum { MAX_RANGES = 8 };
static struct {
    uintptr_t start, size;
} ranges[MAX_RANGES];
static unsigned n_ranges;

/* Notes the object's code if it holds the address `inside'. */
static int find(struct dl_phdr_info *info, size_t size, void *inside)
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
    dl_iterate_phdr(find, (void *)(uintptr_t)gnu_get_libc_version());
    dl_iterate_phdr(find, (void *)getauxval(AT_BASE));
}

bool uci_code_is_libc(uintptr_t pc)
{
    for (unsigned i = 0; i < n_ranges; i++)
        if (pc - ranges[i].start < ranges[i].size)
            return true;
    return false;
}
