/* The file of UCILK_TRACE.  See trace_open.h. */
#define _GNU_SOURCE
#include "trace/trace_open.h"

#include "base/atomics.h"
#include "base/options.h"
#include "trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

int uci_trace_create(const char *name)
{
    struct stat status;
    if (stat(name, &status) == 0) {
        if (!S_ISREG(status.st_mode))
            return -EINVAL;
        if (access(name, W_OK) != 0 || unlink(name) != 0)
            return -errno;
    }
    int file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return file < 0 ? -errno : file;
}

void *uci_trace_map(int file, off_t offset, size_t size)
{
    struct rlimit most; /* beyond it the kernel sends SIGXFSZ */
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 &&
        (rlim_t)offset + size > most.rlim_cur) {
        errno = EFBIG;
        return NULL;
    }
    errno = posix_fallocate(file, offset, (off_t)size);
    if (errno)
        return NULL;
    void *p =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
    return p == MAP_FAILED ? NULL : p;
}

static size_t capacity(void)
{
    size_t n = 1;
    while (2 * n * sizeof(struct uci_trace_event) <= uci_options.trace_size)
        n *= 2;
    return n;
}

size_t uci_trace_ring_size(void)
{
    return sizeof(struct uci_trace_ring) +
           capacity() * sizeof(struct uci_trace_event);
}

void uci_trace_make_header(struct uci_trace_header *h, uint64_t began,
                           unsigned n_workers)
{
    h->version = UCI_TRACE_VERSION;
    h->ring_size = uci_trace_ring_size();
    h->n_workers = n_workers;
    h->pid = (uint32_t)getpid();
    h->began = uci_trace_clock(began);
    h->first = uci_trace_both_clocks();
    snprintf(h->program, sizeof h->program, "%s",
             program_invocation_short_name);
    memcpy(h->magic, UCI_TRACE_MAGIC, sizeof h->magic);
}

void uci_trace_make_ring(struct uci_trace_ring *ring)
{
    ring->start = uci_trace_both_clocks();
    ring->clocked = uci_ticks();
    ring->capacity = capacity();
}

void uci_trace_note_end(struct uci_trace_header *h, struct uci_trace_clock at)
{
    h->last = at;
    uci_store_release(&h->ended, h->last.ticks);
}
