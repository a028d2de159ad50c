/*
 * The program's .data and .bss, shared by all workers; or apart (apart.c).
 *
 * Before main, every writable segment of the executable, less what becomes
 * read-only after relocation and less the runtime's own words, moves into
 * shared memory at the same address.  Pages that were never touched are not
 * copied: 1 GiB of .bss costs nothing.  (DESIGN.md 9.)
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "base/message.h"
#include "mem/malloc.h"
#include "net/worker.h"
#include "sched/views.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The runtime's words: one section of whole pages (runtime/private.ld). */
extern char uci_private_start[], uci_private_end[];

struct range {
    char *start, *end;
    char *file_end; /* below: from the executable's file; above: .bss */
    char *copy;     /* during a fork: for the child */
};

enum { MAX_RANGES = 16 };
static struct range ranges[MAX_RANGES + 1]; /* the heap, during a fork */
static unsigned n_ranges;
static unsigned n_copied; /* during a fork */

static void add(uintptr_t start, uintptr_t end, uintptr_t file_end)
{
    if (start >= end)
        return;
    if (n_ranges == MAX_RANGES)
        uci_fatal("the program has more than %d writable segments", MAX_RANGES);
    ranges[n_ranges++] =
        (struct range){(char *)start, (char *)end,
                       (char *)(file_end < end ? file_end : end), NULL};
}

static uintptr_t page_down(uintptr_t a)
{
    return a & ~(uintptr_t)(UCI_PAGE - 1);
}

static uintptr_t page_up(uintptr_t a)
{
    return page_down(a + UCI_PAGE - 1);
}

/* The first object that dl_iterate_phdr reports is the program. */
static int find_ranges(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    uintptr_t relro_start = 0, relro_end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_GNU_RELRO) {
            /* As the dynamic linker protects it: whole pages only. */
            relro_start = page_down(info->dlpi_addr + p->p_vaddr);
            relro_end = page_down(info->dlpi_addr + p->p_vaddr + p->p_memsz);
        }
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
            continue;
        uintptr_t start = page_down(info->dlpi_addr + p->p_vaddr);
        uintptr_t end = page_up(info->dlpi_addr + p->p_vaddr + p->p_memsz);
        uintptr_t file_end =
            page_up(info->dlpi_addr + p->p_vaddr + p->p_filesz);
        uintptr_t own_start = (uintptr_t)uci_private_start;
        uintptr_t own_end = (uintptr_t)uci_private_end;
        if (relro_start <= start && relro_end > start)
            start = relro_end;
        if (own_end <= start || own_start >= end) {
            add(start, end, file_end);
        } else {
            add(start, own_start, file_end);
            add(own_end, end, file_end);
        }
    }
    return 1;
}

/*
 * Which of n pages of .bss have ever been touched: bits 63 (present) and 62
 * (swapped) of /proc/self/pagemap, or, since other processes' pages of shared
 * memory do not show there, mincore.
 */
static void find_touched(int pagemap, char *from, size_t n,
                         unsigned char *touched)
{
    uint64_t entries[n];
    off_t at = (off_t)((uintptr_t)from / UCI_PAGE * sizeof entries[0]);
    if (mincore(from, n * UCI_PAGE, touched) != 0 ||
        pread(pagemap, entries, sizeof entries, at) !=
            (ssize_t)sizeof entries) {
        memset(touched, 1, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        touched[i] = (touched[i] & 1) || entries[i] >> 62;
}

static void copy_touched(char *to, const struct range *r)
{
    enum { BATCH = 512 };
    unsigned char touched[BATCH];
    char *from = r->start;
    size_t filed = from < r->file_end ? (size_t)(r->file_end - from) : 0;
    memcpy(to, from, filed);
    int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    for (from += filed, to += filed; from < r->end;) {
        size_t pages = (size_t)(r->end - from) / UCI_PAGE;
        size_t n = pages < BATCH ? pages : BATCH;
        find_touched(pagemap, from, n, touched);
        for (size_t i = 0; i < n; i++, from += UCI_PAGE, to += UCI_PAGE)
            if (touched[i])
                memcpy(to, from, UCI_PAGE);
    }
    if (pagemap >= 0)
        close(pagemap);
}

static size_t size_of(const struct range *r)
{
    return (size_t)(r->end - r->start);
}

/* A copy of the range in the given kind of memory. */
static char *copy(const struct range *r, int kind)
{
    char *to = mmap(NULL, size_of(r), PROT_READ | PROT_WRITE,
                    kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (to == MAP_FAILED)
        uci_fatal("cannot copy %lu bytes of the program's .data and .bss: %s",
                  (unsigned long)size_of(r), strerror(errno));
    copy_touched(to, r);
    return to;
}

/* Moves a copy into the range's place, at once. */
static void put(const struct range *r, char *from)
{
    size_t size = size_of(r);
    if (mremap(from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, r->start) ==
        MAP_FAILED)
        uci_fatal("cannot remap the program's .data and .bss at %p: %s",
                  (void *)r->start, strerror(errno));
}

static void share(const struct range *r)
{
    if (!uci_apart_is_on()) {
        put(r, copy(r, MAP_SHARED));
        return;
    }
    copy_touched(uci_apart_image(r->start, size_of(r)), r);
    uci_apart_put();
}

void uci_share_data(void)
{
    dl_iterate_phdr(find_ranges, NULL);
    for (unsigned i = 0; i < n_ranges; i++)
        share(&ranges[i]);
}

static bool is_shared(const char *address)
{
    for (unsigned i = 0; i < n_ranges; i++)
        if (address >= ranges[i].start && address < ranges[i].end)
            return true;
    return false;
}

/* Data of a shared library is private anyway.  What the pages hold is of no
 * account: rule R2. */
void uci_unshare_views(void)
{
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next) {
        uci_tally(views_private);
        char *view = r->view();
        if (!is_shared(view))
            continue;
        UCI_CHECK_EQ((uintptr_t)view % UCI_PAGE, 0);
        if (mmap(view, page_up(r->size), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
            uci_fatal("cannot map a worker's views of reducers: %s",
                      strerror(errno));
    }
}

void uci_copy_data(bool with_heap)
{
    uci_check_open();
    n_copied = n_ranges;
    if (with_heap) {
        struct range *heap = &ranges[n_copied++];
        uci_malloc_used(&heap->start, &heap->end);
        heap->file_end = heap->start;
    }
    for (unsigned i = 0; i < n_copied; i++)
        ranges[i].copy = copy(&ranges[i], MAP_PRIVATE);
}

void uci_drop_data_copy(void)
{
    for (unsigned i = 0; i < n_copied; i++)
        munmap(ranges[i].copy, size_of(&ranges[i]));
}

void uci_take_data_copy(void)
{
    for (unsigned i = 0; i < n_copied; i++)
        put(&ranges[i], ranges[i].copy);
    n_ranges = 0;
}
