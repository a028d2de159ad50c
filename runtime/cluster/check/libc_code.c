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
static unsigned n_ranges, linkers; /* index of the linker's first range */

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
    linkers = n_ranges;
    dl_iterate_phdr(find, (void *)getauxval(AT_BASE));
}

void uci_code_around_libc(uintptr_t *start, size_t *size)
{
    uintptr_t low = n_ranges ? ranges[0].start : 0, high = low;
    for (unsigned i = 0; i < n_ranges; i++) {
        uintptr_t end = ranges[i].start + ranges[i].size;
        low = ranges[i].start < low ? ranges[i].start : low;
        high = end > high ? end : high;
    }
    *start = low;
    *size = high - low;
}

static bool is_in(uintptr_t pc, unsigned first)
{
    for (unsigned i = first; i < n_ranges; i++)
        if (pc - ranges[i].start < ranges[i].size)
            return true;
    return false;
}

bool uci_code_is_libc(uintptr_t pc)
{
    return is_in(pc, 0);
}

bool uci_code_is_linker(uintptr_t pc)
{
    return is_in(pc, linkers);
}
