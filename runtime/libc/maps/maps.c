/* Memory that the program maps: the means.  See maps.h. */
#define _GNU_SOURCE
#include "libc/maps/maps.h"

#include "base/message.h"
#include "libc/kernel.h"
#include "libc/libc.h"
#include "mem/malloc.h"
#include "mem/pages.h"
#include "mem/region.h"
#include "sched/idle.h"

#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* For what is mapped once the workers have started. */
#define LOW_ADDRESS ((char *)0x300000000000)
#define HIGH_ADDRESS ((char *)0x500000000000)

enum {
    HUGE = 2 << 20, /* a huge page */
    PATIENCE = 5,   /* seconds until there is a descriptor */
};

static const int open_access = PROT_READ | PROT_WRITE;

struct uci_maps *uci_maps;
bool uci_maps_are_off;

static bool try_lock(void)
{
    int nobody = 0;
    return uci_cas_seqcst(&uci_maps->lock, &nobody, gettid());
}

void uci_maps_lock(void)
{
    if (!uci_maps) {
        uci_maps = uci_calloc(1, sizeof *uci_maps);
        if (!uci_maps)
            uci_fatal("no memory to note what is mapped");
        uci_maps->next_address = LOW_ADDRESS;
    }
    while (!try_lock())
        sched_yield();
    if (uci_maps->started) {
        uci_maplog_replay(uci_maps->log);
        uci_maplog_drop(uci_maps->log);
    }
}

void uci_maps_unlock(void)
{
    /* Release: with the compare-and-swap in try_lock. */
    uci_store_release(&uci_maps->lock, 0);
}

void uci_maps_refuse(const char *what, const char *remedy)
{
    uci_fatal("%s cannot be done for all workers, which are processes: "
              "%sset UCILK_NWORKERS=1",
              what, remedy);
}

void uci_maps_note(const struct uci_map_change *change)
{
    if (uci_maps->started && !uci_maplog_append(uci_maps->log, change))
        uci_fatal("no memory to note what is mapped");
}

static void add_area(struct uci_area area)
{
    if (!uci_areas_add(&uci_maps->areas, area))
        uci_fatal("no memory to note what is mapped");
}

static struct uci_area *areas_end(void)
{
    return uci_maps->areas.list + uci_maps->areas.n;
}

/* --- Pages of the heap --- */

char *uci_maps_add_pages(size_t size, bool is_anonymous)
{
    struct uci_block *block = uci_malloc(sizeof *block);
    char *p = block ? uci_malloc_pages(size) : NULL;
    if (!p) {
        uci_free(block);
        errno = ENOMEM;
        return NULL;
    }
    *block = (struct uci_block){p, size, size, false};
    add_area((struct uci_area){.start = p,
                               .end = p + size,
                               .block = block,
                               .prot = open_access,
                               .is_private = true,
                               .is_anonymous = is_anonymous});
    return p;
}

void uci_maps_clear(char *start, size_t size)
{
    if (uci_kernel_madvise(start, size, MADV_REMOVE) != 0)
        memset(start, 0, size);
}

/* A4: pages that anybody may still have protected wait for all. */
static void free_block(struct uci_block *block)
{
    struct uci_map_change change = {.op = UCI_MAP_PROTECT,
                                    .start = block->start,
                                    .size = block->size,
                                    .prot = open_access,
                                    .gives_back = true};
    if (block->protected)
        uci_kernel_mprotect(block->start, block->size, open_access);
    if (block->protected && uci_maps->started)
        uci_maps_note(&change);
    else
        uci_free_pages(block->start);
    uci_free(block);
}

/* What a piece holds goes at once, its block with the last piece. */
static void free_piece(const struct uci_area *a)
{
    size_t size = (size_t)(a->end - a->start);
    a->block->live -= size;
    if (a->block->live == 0)
        free_block(a->block);
    else
        uci_kernel_madvise(a->start, size, MADV_REMOVE);
}

int uci_maps_protect(char *start, size_t size, int prot)
{
    if (uci_kernel_mprotect(start, size, prot) != 0)
        return -1;
    for (struct uci_area *a = uci_areas_at(&uci_maps->areas, start);
         a && a < areas_end() && a->start < start + size; a++) {
        if (a->block)
            a->block->protected = true;
        a->prot = prot;
    }
    uci_areas_join(&uci_maps->areas, start, start + size);
    /* Each worker has its own stack. */
    if (!uci_region_holds((uintptr_t)start))
        uci_maps_note(&(struct uci_map_change){
            .op = UCI_MAP_PROTECT, .start = start, .size = size, .prot = prot});
    return 0;
}

/* --- Mappings of their own --- */

char *uci_maps_new_address(size_t size)
{
    size_t unit = size < HUGE ? UCI_PAGE : HUGE;
    char *at = (char *)uci_round_up((uintptr_t)uci_maps->next_address, unit);
    if (size > (size_t)(HIGH_ADDRESS - at)) {
        errno = ENOMEM;
        return NULL;
    }
    uci_maps->next_address = at + size + UCI_PAGE; /* a gap */
    return at;
}

/* What [start, end) between pieces was is no more; pages of the heap go back to
 * it unless something else lies there now. */
static void forget(char *start, char *end, bool is_replaced)
{
    struct uci_area *a = uci_areas_at(&uci_maps->areas, start);
    for (; a && a < areas_end() && a->start < end; a++)
        if (a->block && !is_replaced)
            free_piece(a);
    uci_areas_remove(&uci_maps->areas, start, end);
}

static char *place(char *at, size_t size, const struct uci_area *kind,
                   int flags, int fd, off_t offset)
{
    if (kind->is_segment)
        return (char *)syscall(SYS_shmat, fd, at, flags);
    return uci_kernel_mmap(at, size, kind->prot, flags, fd, offset);
}

/* A3: a descriptor that stays until all have mapped the file; where there are
 * too many, once others have.  -1 with errno. */
static int hold(int fd)
{
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (;;) {
        int own = uci_maplog_hold(uci_maps->log, fd);
        if (own >= 0 || errno != EMFILE || uci_maps->log->n_files == 0)
            return own;
        uci_maps_unlock();
        uci_idle_wake_all();
        sched_yield();
        clock_gettime(CLOCK_MONOTONIC, &now);
        uci_maps_lock();
        if (now.tv_sec - start.tv_sec > PATIENCE)
            return uci_maps_error(ENFILE);
    }
}

char *uci_maps_add(char *at, size_t size, const struct uci_area *kind,
                   int flags, int fd, off_t offset)
{
    struct uci_map_change change = {.op = kind->is_segment ? UCI_MAP_SEGMENT
                                                           : UCI_MAP_FILE,
                                    .prot = kind->prot,
                                    .flags = flags,
                                    .fd = fd,
                                    .size = size,
                                    .offset = offset};
    bool replaces = at != NULL;
    if (replaces) {
        change.flags |= MAP_FIXED;
        if (!uci_areas_split(&uci_maps->areas, at, at + size))
            return uci_maps_failed(ENOMEM);
    } else if (uci_maps->started) {
        at = uci_maps_new_address(size);
        if (!at)
            return MAP_FAILED;
        if (!kind->is_segment)
            change.flags |= MAP_FIXED_NOREPLACE;
    }
    if (uci_maps->started && !kind->is_segment) {
        change.fd = hold(fd);
        if (change.fd < 0)
            return MAP_FAILED;
    }
    char *p = place(at, size, kind, change.flags, fd, offset);
    if (p == MAP_FAILED) {
        if (uci_maps->started && !kind->is_segment)
            uci_maplog_let_go(uci_maps->log, change.fd);
        return p;
    }
    forget(p, p + size, true);
    struct uci_area area = *kind;
    area.start = change.start = p;
    area.end = p + size;
    add_area(area);
    uci_maps_note(&change);
    return p;
}

/* Writes as much as can be read, for past a file's end there is nothing. */
static void fill(int fd, const char *from, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(fd, from + done, size - done, (off_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        done += (size_t)n;
    }
}

char *uci_maps_add_nameless(char *at, size_t size, int prot, bool is_private,
                            const char *copy)
{
    struct uci_area kind = {
        .prot = prot, .is_private = is_private, .is_anonymous = true};
    struct rlimit limit;
    if (!uci_maps->started && !copy)
        return uci_maps_add(at, size, &kind, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && size > limit.rlim_cur)
        return uci_maps_failed(ENOMEM); /* a signal would come */
    int fd = memfd_create("mmap", MFD_CLOEXEC);
    char *p = MAP_FAILED;
    if (fd < 0)
        return p;
    if (ftruncate(fd, (off_t)size) == 0) {
        if (copy)
            fill(fd, copy, size);
        p = uci_maps_add(at, size, &kind, MAP_SHARED, fd, 0);
    }
    close(fd);
    return p;
}

/* The first piece from `from' on that is no page of the heap, and the next such
 * ones that follow without a gap, up to `end'. */
static bool find_run(char **from, char *end, char **run_end)
{
    struct uci_area *a = uci_areas_at(&uci_maps->areas, *from);
    while (a && a < areas_end() && a->start < end && a->block)
        a++;
    if (!a || a >= areas_end() || a->start >= end)
        return false;
    *from = a->start;
    for (*run_end = a->end; ++a < areas_end() && a->start == *run_end &&
                            a->start < end && !a->block;)
        *run_end = a->end;
    return true;
}

int uci_maps_remove(char *start, char *end)
{
    char *run_end;
    if (!uci_areas_split(&uci_maps->areas, start, end))
        return uci_maps_error(ENOMEM);
    for (char *run = start; find_run(&run, end, &run_end); run = run_end) {
        size_t size = (size_t)(run_end - run);
        uci_kernel_munmap(run, size);
        uci_maps_note(&(struct uci_map_change){
            .op = UCI_MAP_REMOVE, .start = run, .size = size});
    }
    forget(start, end, false);
    return 0;
}

/* --- The program's life --- */

/* Private memory from before the start moves into shared memory. */
static void share(struct uci_area *a)
{
    size_t size = (size_t)(a->end - a->start);
    uci_kernel_mprotect(a->start, size, open_access);
    uci_pages_put(a->start, size,
                  uci_pages_copy(a->start, a->end,
                                 a->is_anonymous ? a->start : a->end,
                                 MAP_SHARED));
    uci_kernel_mprotect(a->start, size, a->prot);
    a->is_anonymous = true;
}

void uci_maps_start(void)
{
    if (!uci_libc_is_shared()) {
        uci_maps_are_off = true;
        return;
    }
    uci_maps_lock();
    for (struct uci_area *a = uci_maps->areas.list; a < areas_end(); a++)
        if (a->is_private && (a->is_anonymous || a->prot & PROT_WRITE))
            share(a);
    uci_maps_unlock();
}

void uci_maps_start_workers(void)
{
    if (uci_maps_are_kernels())
        return;
    uci_maps_lock();
    uci_maps->log = uci_maplog_make(uci_world->n_workers);
    uci_maps->started = true;
    uci_maps_unlock();
}

void uci_maps_catch_up(void)
{
    if (uci_maps_are_kernels() || !uci_maps->started)
        return;
    uci_maps_lock();
    uci_maps_unlock();
}

static bool is_protected(const struct uci_area *a)
{
    return a->is_private && (a->block || a->is_anonymous) &&
           a->prot != open_access;
}

void uci_maps_open(void (*visit)(char *start, char *end))
{
    if (uci_maps_are_kernels())
        return;
    uci_maps_lock();
    for (struct uci_area *a = uci_maps->areas.list; a < areas_end(); a++) {
        if (is_protected(a))
            uci_kernel_mprotect(a->start, (size_t)(a->end - a->start),
                                open_access);
        if (!a->block && a->is_private && a->is_anonymous)
            visit(a->start, a->end);
    }
    uci_maps_unlock();
}

void uci_maps_close(void)
{
    if (uci_maps_are_kernels())
        return;
    for (struct uci_area *a = uci_maps->areas.list; a < areas_end(); a++)
        if (is_protected(a))
            uci_kernel_mprotect(a->start, (size_t)(a->end - a->start), a->prot);
}

void uci_maps_trim_dump(void)
{
    if (uci_maps_are_kernels() || !uci_maps)
        return;
    for (struct uci_area *a = uci_maps->areas.list; a < areas_end(); a++)
        if (a->is_anonymous && !a->block)
            uci_kernel_madvise(a->start, (size_t)(a->end - a->start),
                               MADV_DONTDUMP);
}

void uci_maps_fork_child(void)
{
    uci_maps_are_off = true;
}

bool uci_maps_catch_up_on_fault(void)
{
    if (uci_maps_are_kernels() || !uci_maps || !uci_maps->started ||
        uci_load_relaxed(&uci_maps->lock) == gettid())
        return false;
    int error = errno;
    while (!try_lock())
        sched_yield();
    bool behind = uci_maplog_is_behind(uci_maps->log);
    uci_maplog_replay(uci_maps->log);
    uci_maps_unlock();
    errno = error;
    return behind;
}
