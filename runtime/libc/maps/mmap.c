/*
 * mmap and its kin, in place of libc's.  See maps.h.
 *
 * What stands for a private copy of a file is read when it is mapped, so that
 * later changes of the file are not seen in it (C leaves that open).
 */
#define _GNU_SOURCE
#include "base/message.h"
#include "libc/kernel.h"
#include "libc/libc.h"
#include "libc/maps/maps.h"
#include "mem/malloc.h"
#include "mem/pages.h"

#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* A call of mmap. */
struct request {
    char *address;
    size_t size; /* whole pages */
    int prot, flags, fd;
    off_t offset;
};

static bool is_zero_device(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && S_ISCHR(s.st_mode) &&
           s.st_rdev == makedev(1, 5);
}

/* Before main. */
static char *map_early(const struct request *r)
{
    char *p = uci_kernel_mmap(r->address, r->size, r->prot, r->flags, r->fd,
                              r->offset);
    if (p == MAP_FAILED)
        return p;
    char *end = p + r->size;
    struct uci_area area = {.start = p,
                            .end = end,
                            .prot = r->prot,
                            .is_private = (r->flags & MAP_TYPE) == MAP_PRIVATE,
                            .is_anonymous = r->flags & MAP_ANONYMOUS};
    if (!uci_areas_split(&uci_maps->areas, p, end))
        uci_fatal("no memory to note what is mapped");
    uci_areas_remove(&uci_maps->areas, p, end);
    if (!uci_areas_add(&uci_maps->areas, area))
        uci_fatal("no memory to note what is mapped");
    return p;
}

/* Before the workers start, while the kernel can still choose: takes an address
 * of the kind that the flags ask for.  False with errno: there is none. */
static bool reserve_address(struct request *r)
{
    int kind = r->flags & (MAP_FIXED_NOREPLACE | MAP_32BIT);
    char *p = uci_kernel_mmap(r->address, r->size, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | kind, -1, 0);
    r->address = p;
    r->flags |= MAP_FIXED;
    return p != MAP_FAILED;
}

/* Makes `address' null where anything will do.  False with errno. */
static bool settle_address(struct request *r)
{
    const int fixed = MAP_FIXED | MAP_FIXED_NOREPLACE;
    if (r->flags & MAP_GROWSDOWN)
        uci_maps_refuse("mmap with MAP_GROWSDOWN", "");
    if ((r->flags & fixed) && (uintptr_t)r->address % UCI_PAGE != 0) {
        errno = EINVAL;
        return false;
    }
    bool is_special = r->flags & (MAP_FIXED_NOREPLACE | MAP_32BIT);
    if (uci_maps->started && (r->flags & (fixed | MAP_32BIT)) &&
        !uci_areas_cover(&uci_maps->areas, r->address, r->address + r->size,
                         false))
        uci_maps_refuse(r->flags & MAP_32BIT
                            ? "mmap with MAP_32BIT"
                            : "mmap with MAP_FIXED where nothing is mapped",
                        UCI_MAPS_BEFORE);
    if (uci_maps->started && (r->flags & MAP_FIXED_NOREPLACE)) {
        errno = EEXIST;
        return false;
    }
    if (!uci_maps->started && !(r->flags & MAP_FIXED) && is_special &&
        !reserve_address(r))
        return false;
    if (!(r->flags & MAP_FIXED))
        r->address = NULL;
    r->flags &= ~(fixed | MAP_32BIT);
    return true;
}

static bool read_file(const struct request *r, char *to)
{
    off_t at = r->offset;
    for (char *end = to + r->size; to < end;) {
        ssize_t n = pread(r->fd, to, (size_t)(end - to), at);
        if (n == 0)
            break;
        if (n < 0 && errno != EINTR)
            return false;
        to += n < 0 ? 0 : n;
        at += n < 0 ? 0 : n;
    }
    return true;
}

/* Into pages of the heap: new ones, or those at the address. */
static char *map_pages(const struct request *r, bool has_file)
{
    const int open_access = PROT_READ | PROT_WRITE;
    char *p = r->address;
    if (!p) {
        p = uci_maps_add_pages(r->size, !has_file);
        if (!p)
            return MAP_FAILED;
    } else {
        if (!uci_areas_split(&uci_maps->areas, p, p + r->size))
            return uci_maps_failed(ENOMEM);
        uci_maps_protect(p, r->size, open_access);
        uci_maps_clear(p, r->size);
    }
    if (has_file && !read_file(r, p)) {
        if (!r->address)
            uci_maps_remove(p, p + r->size);
        return MAP_FAILED;
    }
    if (r->prot != open_access)
        uci_maps_protect(p, r->size, r->prot);
    else if (r->flags & (MAP_POPULATE | MAP_LOCKED))
        uci_kernel_madvise(p, r->size, MADV_POPULATE_WRITE);
    return p;
}

/* Private memory that can be written: with a file's contents, or zeros. */
static char *map_private(const struct request *r, bool has_file)
{
    bool on_heap = !r->address || uci_areas_cover(&uci_maps->areas, r->address,
                                                  r->address + r->size, true);
    char *file = NULL;
    if (has_file) { /* with the kernel's errors */
        file = uci_kernel_mmap(NULL, r->size, PROT_READ, MAP_PRIVATE, r->fd,
                               r->offset);
        if (file == MAP_FAILED)
            return file;
    }
    /* Where little of it may ever be touched the heap would give too much. */
    if (!r->address && !has_file &&
        (r->prot == PROT_NONE || r->flags & MAP_NORESERVE))
        on_heap = false;
    char *p = on_heap ? map_pages(r, has_file)
                      : uci_maps_add_nameless(r->address, r->size, r->prot,
                                              true, file);
    if (file) {
        int error = errno;
        uci_kernel_munmap(file, r->size);
        errno = error;
    }
    return p;
}

static char *map_shared(struct request *r)
{
    if (!settle_address(r))
        return MAP_FAILED;
    bool is_private = (r->flags & MAP_TYPE) == MAP_PRIVATE;
    bool has_file = !(r->flags & MAP_ANONYMOUS) && !is_zero_device(r->fd);
    if (is_private && (!has_file || r->prot & PROT_WRITE))
        return map_private(r, has_file);
    if (!has_file)
        return uci_maps_add_nameless(r->address, r->size, r->prot, is_private,
                                     NULL);
    struct uci_area kind = {.prot = r->prot, .is_private = is_private};
    return uci_maps_add(r->address, r->size, &kind, r->flags, r->fd, r->offset);
}

__attribute__((weak)) void *mmap(void *address, size_t size, int prot,
                                 int flags, int fd, off_t offset)
{
    if (uci_maps_are_kernels() || size == 0 || size > PTRDIFF_MAX - UCI_PAGE)
        return uci_kernel_mmap(address, size, prot, flags, fd, offset);
    struct request r = {address, uci_round_up(size, UCI_PAGE), prot, flags, fd,
                        offset};
    uci_maps_lock();
    char *p = uci_libc_is_shared() ? map_shared(&r) : map_early(&r);
    uci_maps_unlock();
    return p;
}

void *mmap64(void *, size_t, int, int, int, off_t)
    __attribute__((weak, alias("mmap")));

/* Is [address, address + *size) what the kernel would take?  The size becomes
 * one of whole pages. */
static bool is_sensible(void *address, size_t *size)
{
    uintptr_t start = (uintptr_t)address;
    if (start % UCI_PAGE != 0 || *size == 0 || *size > PTRDIFF_MAX - start)
        return false;
    *size = uci_round_up(*size, UCI_PAGE);
    return true;
}

/* What was not mapped by a call here is this process's business. */
static void unmap_rest(char *start, char *end)
{
    while (start < end) {
        struct uci_area *a = uci_areas_at(&uci_maps->areas, start);
        bool is_last = !a || a->start >= end;
        char *gap_end = is_last ? end : a->start;
        if (gap_end > start && !uci_malloc_holds(start))
            uci_kernel_munmap(start, (size_t)(gap_end - start));
        start = is_last ? end : a->end;
    }
}

__attribute__((weak)) int munmap(void *address, size_t size)
{
    if (uci_maps_are_kernels() || !is_sensible(address, &size))
        return uci_kernel_munmap(address, size);
    char *start = address, *end = start + size;
    uci_maps_lock();
    unmap_rest(start, end);
    int result = uci_maps_remove(start, end);
    uci_maps_unlock();
    return result;
}

/* A private view of a file, in [start, end), becomes memory that can be
 * written, and that all see. */
static int make_writable(char *start, char *end, int prot)
{
    for (struct uci_area *a; start < end; start = a->end) {
        a = uci_areas_at(&uci_maps->areas, start);
        if (!a || a->start >= end)
            break;
        if (a->block || !a->is_private || a->is_anonymous)
            continue;
        char *from = a->start;
        size_t size = (size_t)(a->end - from);
        uci_kernel_mprotect(from, size, PROT_READ);
        if (uci_maps_add_nameless(from, size, prot, true, from) == MAP_FAILED)
            return -1;
        a = uci_areas_at(&uci_maps->areas, from);
    }
    return 0;
}

__attribute__((weak)) int mprotect(void *address, size_t size, int prot)
{
    if (uci_maps_are_kernels() || !is_sensible(address, &size))
        return uci_kernel_mprotect(address, size, prot);
    char *start = address, *end = start + size;
    uci_maps_lock();
    int result = -1;
    if (uci_areas_split(&uci_maps->areas, start, end) &&
        (!(prot & PROT_WRITE) || !uci_libc_is_shared() ||
         make_writable(start, end, prot) == 0))
        result = uci_maps_protect(start, size, prot);
    uci_maps_unlock();
    return result;
}

/* Of memory that stands for private memory the contents are to be zeros, not
 * merely out of this worker's sight. */
static bool drops_contents(char *start, int advice)
{
    if (advice != MADV_DONTNEED && advice != MADV_FREE)
        return false;
    if (uci_malloc_holds(start))
        return true;
    uci_maps_lock();
    struct uci_area *a = uci_areas_at(&uci_maps->areas, start);
    bool drops = a && a->start <= start && a->is_anonymous;
    uci_maps_unlock();
    return drops;
}

__attribute__((weak)) int madvise(void *address, size_t size, int advice)
{
    if (uci_maps_are_kernels() || !uci_libc_is_shared())
        return uci_kernel_madvise(address, size, advice);
    if (advice == MADV_DONTFORK || advice == MADV_DOFORK)
        return 0; /* workers are no forked children */
    if (drops_contents(address, advice))
        advice = MADV_REMOVE;
    return uci_kernel_madvise(address, size, advice);
}

/* Memory without a file: the contents move. */
static char *move_contents(const struct uci_area *old, char *start, size_t size,
                           size_t new_size)
{
    const int open_access = PROT_READ | PROT_WRITE;
    struct uci_area area = *old;
    char *to = area.block ? uci_maps_add_pages(new_size, area.is_anonymous)
                          : uci_maps_add_nameless(NULL, new_size, open_access,
                                                  area.is_private, NULL);
    if (!to || to == MAP_FAILED)
        return MAP_FAILED;
    if (!(area.prot & PROT_READ))
        uci_kernel_mprotect(start, size, PROT_READ);
    uci_pages_copy_touched(to, start, start + size);
    if (area.prot != open_access)
        uci_maps_protect(to, new_size, area.prot);
    uci_maps_remove(start, start + size);
    return to;
}

static char *move_mapping(const struct uci_area *old, char *start, size_t size,
                          size_t new_size)
{
    struct uci_map_change change = {
        .op = UCI_MAP_MOVE, .start = start, .size = size, .new_size = new_size};
    struct uci_area area = *old;
    char *at = uci_maps_new_address(new_size);
    if (!at)
        return at;
    change.to = uci_kernel_mremap(start, size, new_size,
                                  MREMAP_MAYMOVE | MREMAP_FIXED, at);
    if (change.to == MAP_FAILED)
        return change.to;
    uci_areas_remove(&uci_maps->areas, start, start + size);
    area.start = at;
    area.end = at + new_size;
    uci_areas_add(&uci_maps->areas, area); /* in the place of the old one */
    uci_maps_note(&change);
    return at;
}

static char *resize(char *start, size_t size, size_t new_size, int flags)
{
    struct uci_areas *areas = &uci_maps->areas;
    if (flags & ~MREMAP_MAYMOVE)
        uci_maps_refuse("mremap to a given address", "");
    if (!uci_areas_split(areas, start, start + size))
        return uci_maps_failed(ENOMEM);
    struct uci_area *a = uci_areas_at(areas, start);
    if (!a || a->start != start || a->end != start + size)
        return uci_maps_failed(EFAULT);
    if (new_size <= size)
        return uci_maps_remove(start + new_size, start + size) == 0
                   ? start
                   : MAP_FAILED;
    if (!(flags & MREMAP_MAYMOVE))
        return uci_maps_failed(ENOMEM);
    return a->block || a->is_anonymous ? move_contents(a, start, size, new_size)
                                       : move_mapping(a, start, size, new_size);
}

__attribute__((weak)) void *mremap(void *address, size_t size, size_t new_size,
                                   int flags, ...)
{
    void *to = NULL;
    if (flags & MREMAP_FIXED) {
        va_list rest;
        va_start(rest, flags);
        to = va_arg(rest, void *);
        va_end(rest);
    }
    if (uci_maps_are_kernels() || !uci_libc_is_shared() ||
        !is_sensible(address, &size) || new_size == 0 ||
        new_size > PTRDIFF_MAX - UCI_PAGE)
        return uci_kernel_mremap(address, size, new_size, flags, to);
    uci_maps_lock();
    char *p = resize(address, size, uci_round_up(new_size, UCI_PAGE), flags);
    uci_maps_unlock();
    return p;
}
