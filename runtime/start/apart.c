/*
 * Workers that share no memory: programs that are built for clusters
 * (ucilkcc --ucilk-cluster), and UCILK_CHECK_MEMORY.
 *
 * What the program's .data and .bss held when the parallel region began is
 * the image, a file in memory that nobody sees.  Every worker has it mapped
 * privately in the place of the data: what a task writes stays in the worker
 * that runs it.  At the first spawn of a region worker 0 copies the pages it
 * has written into the image; the others drop what they wrote when they next
 * get a strand.  So tasks see what main wrote before the region, and main
 * never sees what tasks wrote: as on separate machines.
 *
 * The kernel knows which pages a process has written: they are its own, not
 * the file's (bit 61 of /proc/PID/pagemap).  No page is protected for it, so
 * system calls may write there, too.
 */
#define _GNU_SOURCE
#include "start/apart.h"

#include "base/message.h"
#include "base/options.h"
#include "libc/kernel.h"
#include "libc/libc.h"
#include "mem/own.h"
#include "mem/pages.h"
#include "sched/sched.h"
#include "seam/views.h"
#include "start/start.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Defined in files that are compiled for clusters: see abi.h. */
extern const char ucilk_abi_cluster __attribute__((weak));

enum { MAX_PIECES = 1 << 16 };

static bool is_on;
static struct uci_piece *pieces;
static unsigned n_pieces;
static int image_file;              /* of the newest */
static uint32_t own_region;         /* whose data this worker has */
static uint32_t libc_caught_up;     /* what libc's part has seen to */
static void (*libc_catch_up)(void); /* libc's part of a change */

/* In shared memory. */
static struct apart {
    _Atomic uint32_t region; /* how many have begun */
    _Atomic uint32_t has[];  /* of each worker: own_region */
} * all;

static _Noreturn void fail(size_t size)
{
    uci_fatal("cannot give every worker its own copy of %lu bytes of the "
              "program's .data and .bss: %s; raise RLIMIT_FSIZE (ulimit -f), "
              "RLIMIT_DATA (ulimit -d) or RLIMIT_AS (ulimit -v), or set "
              "UCILK_NWORKERS=1",
              (unsigned long)size, strerror(errno));
}

static void add(char *start, char *end, char *image)
{
    UCI_CHECK_EQ(n_pieces < MAX_PIECES, true);
    pieces[n_pieces++] = (struct uci_piece){start, end, image, 0};
}

void uci_apart_decide(void)
{
    is_on = uci_launch_is_cluster() ||
            (uci_options.nworkers > 1 &&
             (uci_options.check_memory || &ucilk_abi_cluster));
    if (!is_on)
        return;
    pieces = uci_kernel_mmap(
        NULL, MAX_PIECES * sizeof *pieces, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pieces == MAP_FAILED)
        fail(MAX_PIECES * sizeof *pieces);
}

bool uci_apart_is_on(void)
{
    return is_on;
}

char *uci_apart_image(char *start, size_t size)
{
    image_file = uci_pages_file("ucilk-data", size);
    if (image_file < 0)
        fail(size);
    char *image = uci_kernel_mmap(NULL, size, PROT_READ | PROT_WRITE,
                                  MAP_SHARED, image_file, 0);
    if (image == MAP_FAILED)
        fail(size);
    uci_kernel_madvise(image, size, MADV_DONTDUMP);
    add(start, start + size, image);
    return image;
}

void uci_apart_put(void)
{
    struct uci_piece *p = &pieces[n_pieces - 1];
    size_t size = (size_t)(p->end - p->start);
    if (uci_kernel_mmap(p->start, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, image_file,
                        0) == MAP_FAILED)
        fail(size);
    close(image_file);
}

int uci_apart_open_pagemap(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/pagemap", (int)pid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

size_t uci_apart_find_written(int pagemap, const char *start, size_t n,
                              bool *written)
{
    const uint64_t present = 3ul << 62 /* or swapped */, of_file = 1ul << 61;
    uint64_t entries[UCI_PAGEMAP_BATCH];
    size_t size = n * sizeof entries[0], found = 0;
    off_t at = (off_t)((uintptr_t)start / UCI_PAGE * sizeof entries[0]);
    if (pread(pagemap, entries, size, at) != (ssize_t)size)
        return 0;
    for (size_t i = 0; i < n; i++)
        found += written[i] = (entries[i] & present) && !(entries[i] & of_file);
    return found;
}

/* Copies what was written of these pages into the image. */
static void publish_batch(int pagemap, char *start, char *image, size_t n,
                          uci_apart_changed *changed)
{
    bool written[UCI_PAGEMAP_BATCH];
    if (uci_apart_find_written(pagemap, start, n, written) == 0)
        return;
    /* What another thread of the program writes meanwhile would be lost: it
     * faults, and waits (uci_check_takes). */
    uci_kernel_mprotect(start, n * UCI_PAGE, PROT_READ);
    uci_apart_find_written(pagemap, start, n, written);
    for (size_t i = 0, j; i < n; i = j + 1) {
        for (j = i; j < n && written[j]; j++)
            ;
        if (j == i)
            continue;
        char *from = start + i * UCI_PAGE;
        memcpy(image + i * UCI_PAGE, from, (j - i) * UCI_PAGE);
        if (changed)
            changed(from, image + i * UCI_PAGE, (j - i) * UCI_PAGE);
        uci_kernel_madvise(from, (j - i) * UCI_PAGE, MADV_DONTNEED);
    }
    uci_kernel_mprotect(start, n * UCI_PAGE, PROT_READ | PROT_WRITE);
}

void uci_apart_publish(uci_apart_changed *changed)
{
    int pagemap = uci_apart_open_pagemap(getpid());
    if (pagemap < 0)
        uci_fatal("cannot read /proc/self/pagemap: %s; it shows what main has "
                  "written, which tasks are to see; set UCILK_NWORKERS=1",
                  strerror(errno));
    for (unsigned k = 0; k < n_pieces; k++) {
        struct uci_piece *p = &pieces[k];
        char *image = p->image;
        for (char *at = p->start; at < p->end;) {
            size_t n = (size_t)(p->end - at) / UCI_PAGE;
            n = n < UCI_PAGEMAP_BATCH ? n : UCI_PAGEMAP_BATCH;
            publish_batch(pagemap, at, image, n, changed);
            at += n * UCI_PAGE;
            image += n * UCI_PAGE;
        }
    }
    close(pagemap);
}

/* Whatever this worker's tasks have written in earlier regions. */
void uci_apart_drop(void)
{
    for (unsigned k = 0; k < n_pieces; k++)
        uci_kernel_madvise(pieces[k].start,
                           (size_t)(pieces[k].end - pieces[k].start),
                           MADV_DONTNEED);
}

bool uci_apart_apply(const char *start, const char *bytes, size_t size)
{
    for (unsigned k = 0; k < n_pieces; k++) {
        struct uci_piece *p = &pieces[k];
        if (start < p->start || start >= p->end)
            continue;
        if (size > (size_t)(p->end - start))
            return false;
        memcpy(p->image + (start - p->start), bytes, size);
        return true;
    }
    return false;
}

static void catch_up(void)
{
    uint32_t changes = uci_sched_caught_up;
    if (libc_caught_up != changes) {
        libc_caught_up = changes;
        libc_catch_up();
    }
    if (n_pieces == 0)
        return;
    /* Acquire: with the release in uci_apart_open_region; the image. */
    uint32_t now = uci_load_acquire(&all->region);
    if (own_region != now) {
        uci_check_open();
        uci_apart_drop();
        own_region = now;
        /* Release: with the acquire in uci_apart_is_current. */
        uci_store_release(&all->has[uci_id], now);
    }
    if (uci_options.check_memory) {
        uci_check_begin();
        uci_sched_caught_up--; /* to be called each time */
    }
}

bool uci_apart_is_current(unsigned i)
{
    /* Acquire: with the release in catch_up, or of worker 0. */
    return uci_load_acquire(&all->has[i]) == own_region;
}

/* Cuts the pages of a reducer's view out of the piece that holds them. */
static void cut_out(const char *view, size_t size)
{
    for (unsigned k = 0; k < n_pieces; k++) {
        struct uci_piece *p = &pieces[k];
        if (view < p->start || view >= p->end)
            continue;
        char *from = p->start + (view - p->start);
        char *to = from + uci_round_up(size, UCI_PAGE);
        add(to, p->end, p->image + (to - p->start));
        p->end = from;
        return;
    }
}

/* Libraries that the program has closed again. */
static void forget_closed(void)
{
    unsigned n = 0;
    for (unsigned k = 0; k < n_pieces; k++)
        if (uci_share_holds(pieces[k].start))
            pieces[n++] = pieces[k];
    n_pieces = n;
}

void uci_apart_except_views(void)
{
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next)
        cut_out(r->variable, r->size);
}

void uci_apart_start_workers(void)
{
    if (!is_on)
        return;
    forget_closed();
    uci_apart_except_views();
    size_t n_pages = 0;
    for (unsigned k = 0; k < n_pieces; k++) {
        pieces[k].first = n_pages;
        n_pages += (size_t)(pieces[k].end - pieces[k].start) / UCI_PAGE;
    }
    all = uci_libc_shared(sizeof *all +
                          uci_world->n_workers * sizeof all->has[0]);
    libc_catch_up = uci_sched_catch_up;
    libc_caught_up = uci_sched_caught_up;
    uci_sched_catch_up = catch_up;
    if (uci_options.check_memory)
        uci_check_start(pieces, n_pieces);
}

void uci_apart_start_worker(void)
{
    if (!is_on)
        return;
    own_region = 0;
    uci_own_become(uci_id);
}

void uci_apart_open_region(void)
{
    if (!is_on)
        return;
    uci_check_note_lost();
    uci_check_open();
    uci_apart_publish(NULL);
    own_region = uci_load_relaxed(&all->region) + 1;
    uci_store_release(&all->has[0], own_region);
    /* Release: with the acquires in catch_up; the image is complete. */
    uci_store_release(&all->region, own_region);
    uci_libc_announce_change();
}

bool uci_apart_takes(int signal, siginfo_t *info, void *context)
{
    if (n_pieces == 0 || (signal == SIGSEGV && info->si_code != SEGV_ACCERR) ||
        (signal != SIGSEGV && signal != SIGTRAP))
        return false;
    if (uci_options.check_memory)
        return uci_check_takes(signal, info, context);
    for (unsigned k = 0; k < n_pieces; k++)
        if ((char *)info->si_addr >= pieces[k].start &&
            (char *)info->si_addr < pieces[k].end)
            return true; /* while main's thread publishes the page */
    return false;
}

void uci_apart_forget(void)
{
    is_on = false;
    n_pieces = 0;
    uci_check_stop();
}
