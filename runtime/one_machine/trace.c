/* The file of UCILK_TRACE.  See trace.h. */
#include "one_machine/pool.h"

#include "base/message.h"
#include "base/options.h"
#include "report/stats.h"
#include "trace/trace.h"
#include "trace/trace_open.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct uci_trace_header *header; /* null without a trace */
static int file = -1;
static bool forgotten;

static _Noreturn void fail(int error)
{
    uci_fatal("UCILK_TRACE=%s: cannot write the file: %s", uci_options.trace,
              strerror(error));
}

static void *append(off_t offset, size_t size)
{
    void *p = uci_trace_map(file, offset, size);
    if (!p)
        fail(errno);
    return p;
}

void uci_trace_start(void)
{
    if (!*uci_options.trace || forgotten)
        return;
    file = uci_trace_create(uci_options.trace);
    if (file == -EINVAL)
        uci_fatal("UCILK_TRACE=%s: not a regular file", uci_options.trace);
    if (file < 0)
        fail(-file);
    struct uci_trace_header *h = append(0, UCI_TRACE_PAGE);
    uci_trace_make_header(h, uci_stats_began(), (unsigned)uci_options.nworkers);
    header = h;
}

void uci_trace_add_ring(struct uci_worker *w)
{
    if (uci_likely(!header))
        return;
    off_t offset = UCI_TRACE_PAGE + (off_t)(w->id * header->ring_size);
    struct uci_trace_ring *ring = append(offset, header->ring_size);
    uci_trace_make_ring(ring);
    w->trace = ring;
    if (w->id == 0)
        header->second = uci_trace_both_clocks();
    /* Release: the ring, for who reads the file. */
    uci_store_release(&header->n_rings, w->id + 1);
}

void uci_trace_end(void)
{
    if (header)
        uci_trace_note_end(header, uci_trace_both_clocks());
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
