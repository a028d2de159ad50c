/*
 * The program's .data and .bss; each worker has its own copy.
 *
 * The *image*, a memfd, is what they held when the parallel region began.
 * Every worker maps it privately in the place of the data, so what a task
 * writes stays in the worker that runs it.  At the first spawn of a region
 * worker 0 copies the pages that it has written into the image.  The others
 * drop what they have written when they next get a strand.  So tasks see what
 * main wrote before the region, and main never sees what tasks wrote on other
 * workers: as on separate machines.
 *
 * The kernel knows which pages a process has written: they are the process's
 * own, not the file's (bit 61 of /proc/PID/pagemap).  No page is
 * write-protected to find them, so system calls may write to the data, too.
 */
#define _GNU_SOURCE
#include "cluster/data/data.h"

#include "base/message.h"
#include "cluster/mem/pages.h"
#include "sched/sched.h"
#include "sched/strand_views.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_PIECES = 1 << 16 };

static struct uci_piece *pieces; /* null with one worker */
static unsigned n_pieces;
static int image_file;              /* of the newest piece */
static uint32_t own_region;         /* the region whose data this worker has */
static unsigned long long n_closed; /* libraries closed when pieces were made */

/* In memory that the workers share. */
static struct uci_data_regions {
    _Atomic uint32_t region; /* how many have begun */
    _Atomic uint32_t has[];  /* by worker: its own_region */
} *all;

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
    pieces[n_pieces++] = (struct uci_piece){start, end, image, 0, NULL};
}

char *uci_data_image(char *start, size_t size)
{
    image_file = uci_pages_file("ucilk-data", size);
    if (image_file < 0)
        fail(size);
    char *image =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, image_file, 0);
    if (image == MAP_FAILED)
        fail(size);
    madvise(image, size, MADV_DONTDUMP);
    add(start, start + size, image);
    return image;
}

void uci_data_put(void)
{
    struct uci_piece *p = &pieces[n_pieces - 1];
    size_t size = (size_t)(p->end - p->start);
    if (mmap(p->start, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, image_file,
             0) == MAP_FAILED)
        fail(size);
    close(image_file);
}

/* The piece that holds an address; NULL if there is none. */
static struct uci_piece *piece_of(const char *address)
{
    for (unsigned k = 0; k < n_pieces; k++)
        if (address >= pieces[k].start && address < pieces[k].end)
            return &pieces[k];
    return NULL;
}

void uci_data_start(void)
{
    if (!pieces) {
        size_t size = MAX_PIECES * sizeof *pieces;
        pieces = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pieces == MAP_FAILED)
            fail(size);
    }
    const struct uci_segment *list;
    n_closed = uci_segments_n_closed();
    for (unsigned n = uci_segments_find(&list), i = 0; i < n; i++) {
        size_t size = (size_t)(list[i].end - list[i].start);
        if (piece_of(list[i].start))
            continue;
        uci_pages_fill(uci_data_image(list[i].start, size), list[i].start,
                       list[i].end, list[i].file_end);
        uci_data_put();
    }
}

int uci_data_open_pagemap(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/pagemap", (int)pid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

size_t uci_data_find_written(int pagemap, const char *start, size_t n,
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

/* Copies those of these pages that were written into the image. */
static void publish_batch(int pagemap, char *start, char *image, size_t n,
                          uci_data_changed *changed)
{
    bool written[UCI_PAGEMAP_BATCH];
    if (uci_data_find_written(pagemap, start, n, written) == 0)
        return;
    /* A write of another thread of the program would be lost.  The thread
     * faults, and tries again until the pages are writable (uci_data_takes). */
    mprotect(start, n * UCI_PAGE, PROT_READ);
    uci_data_find_written(pagemap, start, n, written);
    for (size_t i = 0, j; i < n; i = j + 1) {
        for (j = i; j < n && written[j]; j++)
            ;
        if (j == i)
            continue;
        char *from = start + i * UCI_PAGE;
        memcpy(image + i * UCI_PAGE, from, (j - i) * UCI_PAGE);
        if (changed)
            changed(from, image + i * UCI_PAGE, (j - i) * UCI_PAGE);
        madvise(from, (j - i) * UCI_PAGE, MADV_DONTNEED);
    }
    mprotect(start, n * UCI_PAGE, PROT_READ | PROT_WRITE);
}

void uci_data_publish(uci_data_changed *changed)
{
    int pagemap = uci_data_open_pagemap(getpid());
    if (pagemap < 0 && errno == EACCES)
        uci_fatal("cannot read /proc/self/pagemap, which shows what main has "
                  "written and tasks are to see: the kernel hides it, since "
                  "this user cannot read the program's file, or that is "
                  "set-user-id; make it readable (chmod +r), or set "
                  "UCILK_NWORKERS=1");
    if (pagemap < 0)
        uci_fatal("cannot read /proc/self/pagemap: %s; it shows what main has "
                  "written, which tasks are to see; mount the /proc of this "
                  "PID namespace, or set UCILK_NWORKERS=1",
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

void uci_data_drop(void)
{
    for (unsigned k = 0; k < n_pieces; k++)
        madvise(pieces[k].start, (size_t)(pieces[k].end - pieces[k].start),
                MADV_DONTNEED);
}

bool uci_data_apply(const char *start, const char *bytes, size_t size)
{
    struct uci_piece *p = piece_of(start);
    if (!p || size > (size_t)(p->end - start))
        return false;
    memcpy(p->image + (start - p->start), bytes, size);
    return true;
}

/* `environ' may be a word of the program's data (a copy relocation), but what
 * it points to is libc's and each worker's own. */
static char **kept_environment;

void uci_data_keep_environment(void)
{
    kept_environment = environ;
}

void uci_data_put_back_environment(void)
{
    if (environ != kept_environment)
        environ = kept_environment;
}

static void catch_up(void)
{
    /* Acquire: the image; with the release in uci_data_begin_region. */
    uint32_t now = uci_load_acquire(&all->region);
    if (own_region != now) {
        if (uci_checks)
            uci_checks->open_data();
        uci_data_keep_environment();
        uci_data_drop();
        uci_data_put_back_environment();
        own_region = now;
        /* Release: with the acquire in uci_data_is_current. */
        uci_store_release(&all->has[uci_id], now);
    }
    if (uci_checks) {
        uci_checks->begin_strand();
        uci_sched_caught_up--; /* so that this is called for each strand */
    }
}

bool uci_data_is_current(unsigned i)
{
    /* Acquire: with the releases in catch_up and uci_data_begin_region. */
    return uci_load_acquire(&all->has[i]) == own_region;
}

/* R1: cuts the pages of a reducer's variable out of the piece that holds
 * them. */
static void cut_out(const char *view, size_t size)
{
    struct uci_piece *p = piece_of(view);
    if (!p)
        return;
    char *from = p->start + (view - p->start);
    char *to = from + uci_round_up(size, UCI_PAGE);
    add(to, p->end, p->image + (to - p->start));
    p->end = from;
}

/* Empties the pieces of libraries that the program has closed: anything may lie
 * at their addresses now. */
static void forget_closed(void)
{
    unsigned long long n = uci_segments_n_closed();
    if (n == n_closed)
        return;
    n_closed = n;
    const struct uci_segment *list;
    unsigned n_open = uci_segments_find(&list);
    for (unsigned k = 0; k < n_pieces; k++) {
        bool is_open = false;
        for (unsigned i = 0; i < n_open; i++)
            is_open |= pieces[k].start >= list[i].start &&
                       pieces[k].end <= list[i].end;
        if (!is_open)
            pieces[k].end = pieces[k].start;
    }
}

void uci_data_except_views(void)
{
    for (struct ucilk_abi_reducer *r = uci_reducers; r; r = r->next) {
        uci_tally(views_private);
        cut_out(r->variable, r->size);
    }
}

void uci_data_start_workers(void)
{
    forget_closed();
    uci_data_start();
    uci_data_except_views();
    size_t n_pages = 0;
    for (unsigned k = 0; k < n_pieces; k++) {
        pieces[k].first = n_pages;
        n_pages += (size_t)(pieces[k].end - pieces[k].start) / UCI_PAGE;
    }
    size_t size = sizeof *all + uci_world->n_workers * sizeof all->has[0];
    all = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
               -1, 0);
    if (all == MAP_FAILED)
        fail(size);
    uci_sched_catch_up = catch_up;
    if (uci_checks)
        uci_checks->watch_data(pieces, n_pieces);
}

void uci_data_start_worker(void)
{
    own_region = 0;
}

void uci_data_begin_region(void)
{
    if (uci_checks)
        uci_checks->begin_region();
    forget_closed();
    uci_data_publish(NULL);
    own_region = uci_load_relaxed(&all->region) + 1;
    uci_store_release(&all->has[0], own_region);
    /* Release: the image; with the acquire in catch_up. */
    uci_store_release(&all->region, own_region);
    /* Release: with the acquire in uci_sched_see_changes. */
    uci_fetch_add_acqrel(&uci_world->changes, 1);
}

const struct uci_checks *uci_checks;

bool uci_data_takes(int signal, siginfo_t *info, void *context)
{
    if (n_pieces == 0 || (signal == SIGSEGV && info->si_code != SEGV_ACCERR) ||
        (signal != SIGSEGV && signal != SIGTRAP))
        return false;
    if (uci_checks)
        return uci_checks->takes_data(signal, info, context);
    /* If so, main's thread publishes the page: try again. */
    return piece_of(info->si_addr);
}

/* Without a copy the pages that the child has not written would change with its
 * parent's image. */
void uci_data_copy(void)
{
    if (uci_checks)
        uci_checks->open_data();
    for (unsigned k = 0; k < n_pieces; k++)
        pieces[k].copy = uci_pages_copy(pieces[k].start, pieces[k].end);
}

void uci_data_drop_copy(void)
{
    for (unsigned k = 0; k < n_pieces; k++)
        munmap(pieces[k].copy, (size_t)(pieces[k].end - pieces[k].start));
}

void uci_data_take_copy(void)
{
    for (unsigned k = 0; k < n_pieces; k++) {
        size_t size = (size_t)(pieces[k].end - pieces[k].start);
        if (size > 0 &&
            mremap(pieces[k].copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED,
                   pieces[k].start) == MAP_FAILED)
            uci_fatal("fork: cannot remap the program's data at %p: %s",
                      (void *)pieces[k].start, strerror(errno));
    }
    n_pieces = 0;
}
