/* The file of UCILK_TRACE.  See trace.h. */
#define _GNU_SOURCE
#include "one_machine/trace.h"

#include "common/base/message.h"
#include "common/base/options.h"
#include "common/report/stats.h"
#include "common/trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct uci_trace_header *header; /* null without a trace */
static int file = -1;
static bool forgotten;

static struct uci_trace_clock both_clocks(void)
{
    return (struct uci_trace_clock){uci_ticks(), uci_nanoseconds()};
}

static _Noreturn void fail(int error)
{
    uci_fatal("UCILK_TRACE=%s: cannot write the file: %s", uci_options.trace,
              strerror(error));
}

/* A new file of that name.  One that is there may be mapped by the program that
 * writes it, so it is not cut off but loses its name. */
static int create(const char *name)
{
    struct stat status;
    if (stat(name, &status) == 0) {
        if (!S_ISREG(status.st_mode))
            uci_fatal("UCILK_TRACE=%s: not a regular file", name);
        if (access(name, W_OK) != 0 || unlink(name) != 0)
            fail(errno);
    }
    int new = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (new < 0)
        fail(errno);
    return new;
}

/* Appends memory to the file.  Its blocks are there before it is written: a
 * full disk is an error here, not a SIGBUS later. */
static void *append(off_t offset, size_t size)
{
    int error = posix_fallocate(file, offset, (off_t)size);
    if (error)
        fail(error);
    void *p =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
    if (p == MAP_FAILED)
        fail(errno);
    return p;
}

static size_t capacity(void)
{
    size_t n = 1;
    while (2 * n * sizeof(struct uci_trace_event) <= uci_options.trace_size)
        n *= 2;
    return n;
}

void uci_trace_start(void)
{
    if (!*uci_options.trace || forgotten)
        return;
    file = create(uci_options.trace);
    struct uci_trace_header *h = append(0, UCI_TRACE_PAGE);
    h->version = UCI_TRACE_VERSION;
    h->ring_size = sizeof(struct uci_trace_ring) +
                   capacity() * sizeof(struct uci_trace_event);
    h->n_workers = (uint32_t)uci_options.nworkers;
    h->pid = (uint32_t)getpid();
    h->began = uci_stats_began();
    h->first = both_clocks();
    snprintf(h->program, sizeof h->program, "%s",
             program_invocation_short_name);
    memcpy(h->magic, UCI_TRACE_MAGIC, sizeof h->magic);
    header = h;
}

void uci_trace_add_ring(struct uci_worker *w)
{
    if (uci_likely(!header))
        return;
    off_t offset = UCI_TRACE_PAGE + (off_t)(w->id * header->ring_size);
    struct uci_trace_ring *ring = append(offset, header->ring_size);
    ring->capacity = capacity();
    ring->clocked = uci_ticks();
    w->trace = ring;
    if (w->id == 0)
        header->second = both_clocks();
    /* Release: the ring, for who reads the file. */
    uci_store_release(&header->n_rings, w->id + 1);
}

void uci_trace_end(void)
{
    if (!header)
        return;
    header->last = both_clocks();
    uci_store_release(&header->ended, header->last.ticks);
}

void uci_trace_unmap(struct uci_worker *w)
{
    if (w->trace)
        munmap(w->trace, header->ring_size);
    w->trace = NULL;
}

void uci_trace_unmap_header(void)
{
    if (!header)
        return;
    munmap(header, UCI_TRACE_PAGE);
    close(file);
    header = NULL;
}

void uci_trace_forget(void)
{
    forgotten = true;
    header = NULL;
}
