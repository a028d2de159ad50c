/* The C heap's memory.  See commit.h. */
#define _GNU_SOURCE
#include "mem/commit.h"

#include "base/cpus.h"
#include "base/message.h"
#include "mem/pages.h"
#include "mem/units.h"
#include "seam/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

enum { PAGE = 4096, TABLE_STEP = 64 << 10, HUGE = 2 << 20 };

static bool shared;
static size_t much; /* a quarter of the memory there is, for the program */

static char *heap_end(void)
{
    return uci_unit_start(uci_unit_row(uci_malloc_heap->runs.end));
}

static bool reserve(char *from, size_t size)
{
    return mmap(from, size, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                    MAP_FIXED_NOREPLACE,
                -1, 0) != MAP_FAILED;
}

void uci_commit_refuse(void)
{
    uci_fatal("cannot get memory for the heap: %s; raise RLIMIT_DATA (ulimit "
              "-d) or RLIMIT_AS (ulimit -v)",
              strerror(errno));
}

static size_t address_limit(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

void uci_commit_start(void)
{
    /* Where addresses are short the stacks come first: a sixteenth to begin
     * with, and more later.  The table is for all of them. */
    size_t limit = address_limit(), cover = UCI_HEAP_MAX, size = cover;
    if (limit < UCI_HEAP_MAX) {
        for (cover = 64ul << 20; cover < limit;)
            cover *= 2;
        size = cover / 16;
    }
    while (!reserve((char *)UCI_HEAP_START, size))
        if ((size /= 2) < 4ul << 20)
            uci_fatal("cannot reserve the heap, at %p: %s; keep these "
                      "addresses free, or raise RLIMIT_AS (ulimit -v)",
                      (void *)UCI_HEAP_START, strerror(errno));
    uintptr_t begin = uci_round_up(
        UCI_TABLE_START + (cover >> UCI_UNIT_SHIFT) * sizeof(struct uci_unit),
        HUGE);
    struct uci_runs *r = &uci_malloc_heap->runs;
    if (begin >= UCI_HEAP_START + size ||
        mprotect(r, UCI_UNIT, PROT_READ | PROT_WRITE) != 0)
        uci_commit_refuse();
    r->begin = r->top = (uint32_t)((begin - UCI_HEAP_START) >> UCI_UNIT_SHIFT);
    r->end = (uint32_t)(size >> UCI_UNIT_SHIFT);
    r->table_open = (uintptr_t)uci_unit_row(r->begin) / PAGE * PAGE;
}

void uci_commit_extend(void)
{
    size_t limit = address_limit();
    if (limit >= UCI_HEAP_MAX)
        return;
    char *end = heap_end();
    size_t rows = (uci_malloc_heap->runs.begin * (size_t)UCI_UNIT -
                   (UCI_TABLE_START - UCI_HEAP_START)) /
                  sizeof(struct uci_unit);
    size_t most = rows * UCI_UNIT - ((uintptr_t)end - UCI_HEAP_START);
    for (size_t size = most / UCI_UNIT * UCI_UNIT; size >= 1ul << 20;
         size = size / 2 / UCI_UNIT * UCI_UNIT) {
        if (!reserve(end, size))
            continue;
        /* For a worker's stack, in passing, for threads and files. */
        size_t rest = uci_world->region_size + (64ul << 20) + size / 4;
        void *p = mmap(NULL, rest, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED) {
            munmap(p, rest);
            uci_malloc_heap->runs.end += (uint32_t)(size >> UCI_UNIT_SHIFT);
            return;
        }
        munmap(end, size);
    }
}

/* Of this thread: how long it was off its CPU is no matter. */
static long now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/*
 * Huge pages for the whole ones in [start, end).  Shared memory mostly gets
 * them only if asked for at once (MADV_COLLAPSE, of a page that was touched):
 * as long as the heap is a quarter of all memory at most, since not all may be
 * touched, and while it takes no longer than small pages would.
 */
static void use_huge_pages(char *start, char *end)
{
    start = (char *)uci_round_up((uintptr_t)start, HUGE);
    end = (char *)((uintptr_t)end / HUGE * HUGE);
    if (start >= end)
        return;
    if (!shared) {
        madvise(start, (size_t)(end - start), MADV_HUGEPAGE);
        return;
    }
    if (uci_malloc_heap->runs.n_open * UCI_UNIT > much)
        return;
    long limit = now_us() + 20000;
    for (char *p = start; p < end && now_us() < limit; p += HUGE) {
        *(volatile char *)p = 0;
        if (madvise(p, HUGE, MADV_COLLAPSE) != 0 && errno != EAGAIN)
            return;
        limit += HUGE / PAGE * 2;
    }
}

static bool data_limit_allows(void)
{
    struct rlimit limit;
    return !shared || getrlimit(RLIMIT_DATA, &limit) != 0 ||
           uci_malloc_heap->runs.n_open * UCI_UNIT <= limit.rlim_cur;
}

bool uci_commit_open(char *start, size_t size, bool huge)
{
    if (!data_limit_allows() ||
        (!shared && mprotect(start, size, PROT_READ | PROT_WRITE) != 0)) {
        errno = ENOMEM;
        return false;
    }
    int saved = errno;
    if (huge)
        use_huge_pages(start, start + size);
    errno = saved;
    return true;
}

bool uci_commit_open_table(const void *end)
{
    struct uci_runs *r = &uci_malloc_heap->runs;
    if (shared || (uintptr_t)end <= r->table_open)
        return true;
    size_t more = uci_round_up((uintptr_t)end - r->table_open, TABLE_STEP);
    if (mprotect((void *)r->table_open, more, PROT_READ | PROT_WRITE) != 0) {
        errno = ENOMEM;
        return false;
    }
    r->table_open += more;
    return true;
}

void uci_commit_close(char *start, size_t size)
{
    int saved = errno;
    if (madvise(start, size, shared ? MADV_REMOVE : MADV_DONTNEED) != 0)
        memset(start, 0, size); /* locked in memory */
    if (!shared)
        mprotect(start, size, PROT_NONE);
    errno = saved;
}

bool uci_commit_allows(size_t size)
{
    /* As the kernel's heuristic, which sees only the reservation. */
    struct sysinfo info;
    return size < 1ul << 30 || sysinfo(&info) != 0 ||
           size / info.mem_unit <= info.totalram + info.totalswap;
}

/* --- Between private and shared memory --- */

/* The memory cgroup's limit or the machine's memory; not later, since it
 * allocates. */
static void find_memory_size(void)
{
    struct sysinfo info;
    size_t size = ~0ul;
    if (sysinfo(&info) == 0)
        size = info.totalram * info.mem_unit;
    unsigned long limit = uci_cgroup_memory_limit();
    much = (limit && limit < size ? limit : size) / 4;
}

static char *map_shared(size_t size)
{
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        uci_commit_refuse();
    return p;
}

/* New memory; less than asked for where the system counts all of it
 * (overcommit_memory 2).  Returns the end. */
static char *map_rest(char *start, char *end, int access, int kind)
{
    size_t size = (size_t)(end - start);
    while (size && mmap(start, size, access,
                        kind | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                        0) == MAP_FAILED)
        size = size / 2 / UCI_UNIT * UCI_UNIT;
    if (start + size < end)
        munmap(start + size, (size_t)(end - start) - size);
    return start + size;
}

/* Of the runs that are in use, and room up to `end'. */
static char *copy_units(char *begin, char *top, char *end)
{
    char *copy = map_shared((size_t)(end - begin));
    for (char *p = begin; p < top;) {
        const struct uci_unit *u = uci_unit_of(p);
        char *next = p + (size_t)u->n_units * UCI_UNIT;
        if (u->kind != UCI_UNIT_CLEAN && u->kind != UCI_UNIT_OPEN)
            uci_pages_copy_touched(copy + (p - begin), p, next);
        p = next;
    }
    return copy;
}

void uci_commit_share(void)
{
    struct uci_runs *r = &uci_malloc_heap->runs;
    char *start = (char *)UCI_HEAP_START, *end = heap_end();
    find_memory_size();
    char *begin = uci_unit_start(uci_unit_row(r->begin));
    char *top = uci_unit_start(uci_unit_row(r->top));
    /* Huge pages are aligned in the mapping, too. */
    char *rest = (char *)uci_round_up((uintptr_t)top, HUGE);
    if (rest > end)
        rest = end;
    char *rows =
        (char *)uci_round_up((uintptr_t)uci_unit_row(r->top + 1), PAGE);
    char *units = copy_units(begin, top, rest);
    char *head = map_shared((size_t)(rows - start));
    uci_pages_copy_touched(head, start, rows);
    uci_pages_put(start, (size_t)(rows - start), head);
    uci_pages_put(begin, (size_t)(rest - begin), units);
    int access = PROT_READ | PROT_WRITE;
    if (map_rest(rows, begin, access, MAP_SHARED) < begin)
        uci_commit_refuse();
    end = map_rest(rest, end, access, MAP_SHARED);
    r->end = (uint32_t)((size_t)(end - start) >> UCI_UNIT_SHIFT);
    shared = true;
    /* A dump would fetch all of it. */
    madvise(start, (size_t)(end - start), MADV_DONTDUMP);
}

void uci_commit_unshare(void)
{
    struct uci_runs *r = &uci_malloc_heap->runs;
    char *top = uci_unit_start(uci_unit_row(r->top));
    char *end = map_rest(top, heap_end(), PROT_NONE, MAP_PRIVATE);
    r->end = (uint32_t)((uintptr_t)(end - UCI_HEAP_START) >> UCI_UNIT_SHIFT);
    r->table_open = (uintptr_t)uci_unit_row(r->begin) / PAGE * PAGE;
    shared = false;
}

void uci_commit_freeze(void)
{
    mprotect((void *)UCI_HEAP_START, (size_t)heap_end() - UCI_HEAP_START,
             PROT_READ);
}
