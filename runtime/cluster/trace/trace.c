/* The file of UCILK_TRACE.  See trace.h. */
#define _GNU_SOURCE
#include "cluster/trace/trace_parts.h"

#include "cluster/far/am.h"
#include "net/transport.h"
#include "base/message.h"
#include "base/options.h"
#include "report/stats.h"
#include "trace/trace.h"
#include "trace/trace_open.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

static struct uci_trace_header *header; /* in worker 0: the whole file */
static size_t file_size;
static const char *part; /* the name of this rank's part; null if it has none */
static struct uci_trace_ring *own;
static _Atomic uint64_t n_received;
static uint64_t began; /* time stamp of the run's begin */

static struct uci_trace_ring *ring_of(unsigned i)
{
    return (void *)((char *)header + UCI_TRACE_PAGE + i * header->ring_size);
}

/* --- Failures --- */

/* What went wrong in a rank: errno, 0 if nothing did; and the bytes that there
 * is no room for, or 0 if the file could not be made. */
struct failure {
    int error;
    size_t size;
};

static _Noreturn void fail(const struct failure *failure, const char *name)
{
    char size[32];
    if (failure->size)
        uci_fatal("UCILK_TRACE=%s: no room for %s in the file %s of worker %u: "
                  "%s; lower UCILK_TRACE_SIZE",
                  uci_options.trace, uci_size_text(size, failure->size), name,
                  uci_id, strerror(failure->error));
    uci_fatal("UCILK_TRACE=%s: worker %u cannot write the file %s: %s",
              uci_options.trace, uci_id, name,
              failure->error == EINVAL ? "not a regular file"
                                       : strerror(failure->error));
}

/* --- Making files --- */

/* Makes a file with so many rings, and maps it. */
static struct uci_trace_header *make(const char *name, unsigned n_rings,
                                     struct failure *failure)
{
    int file = uci_trace_create(name);
    if (file < 0) {
        *failure = (struct failure){-file, 0};
        return NULL;
    }
    size_t size = UCI_TRACE_PAGE + n_rings * uci_trace_ring_size();
    struct uci_trace_header *h = uci_trace_map(file, 0, size);
    if (!h) {
        *failure = (struct failure){errno, size};
        unlink(name);
    } else {
        uci_trace_make_header(h, began, uci_world->n_workers);
        h->n_rings = uci_world->n_workers;
    }
    close(file);
    return h;
}

static struct uci_trace_header *make_whole(struct failure *failure)
{
    struct uci_trace_header *h =
        make(uci_options.trace, uci_world->n_workers, failure);
    if (!h)
        return NULL;
    file_size = UCI_TRACE_PAGE + uci_world->n_workers * h->ring_size;
    if (getrandom(&h->run, sizeof h->run, GRND_NONBLOCK) != sizeof h->run)
        h->run = uci_nanoseconds() ^ (uint64_t)getpid() << 32;
    h->run |= 1; /* not 0 */
    return h;
}

static void begin(struct uci_trace_ring *ring)
{
    own = ring;
    uci_store_release(&uci_self.trace, ring);
    if (uci_id == 0)
        uci_trace_at(began, begin, 2);
    else
        uci_trace(begin, 0);
}

void uci_trace_start_workers(void)
{
    struct failure failure = {0, 0};
    if (!*uci_options.trace)
        return;
    began = uci_stats_began();
    header = make_whole(&failure);
    if (!header)
        fail(&failure, uci_options.trace);
    for (unsigned i = 0; i < uci_world->n_workers; i++) {
        struct uci_trace_ring *ring = ring_of(i);
        uci_trace_make_ring(ring);
        gethostname(ring->host, sizeof ring->host - 1);
        uci_store_relaxed(&uci_peer(i)->trace, ring);
    }
    header->second = uci_trace_both_clocks();
    begin(ring_of(0));
}

/* --- Ranks --- */

/* Maps the own ring of rank 0's file; null if that is not to be had here. */
static struct uci_trace_ring *open_whole(uint64_t run)
{
    struct uci_trace_header h;
    size_t ring_size = uci_trace_ring_size();
    int file = open(uci_options.trace, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return NULL;
    void *p = MAP_FAILED;
    if (read(file, &h, sizeof h) == sizeof h && h.run == run)
        p = mmap(NULL, ring_size, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                 UCI_TRACE_PAGE + (off_t)(uci_id * ring_size));
    close(file);
    return p == MAP_FAILED ? NULL : p;
}

static struct uci_trace_ring *make_part(uint64_t run, struct failure *failure)
{
    static char name[4096];
    part = name;
    if (snprintf(name, sizeof name, "%s.%u", uci_options.trace, uci_id) >=
        (int)sizeof name) {
        failure->error = ENAMETOOLONG;
        return NULL;
    }
    struct uci_trace_header *h = make(part, 1, failure);
    if (!h)
        return NULL;
    h->run = run;
    h->part = 1 + uci_id;
    return (void *)((char *)h + UCI_TRACE_PAGE);
}

/* The events of another rank: from `at' of the ring on.  What comes last is the
 * ring's own number of them, and its capacity. */
static void take(unsigned from, uint64_t token, const char *bytes, size_t size)
{
    (void)token;
    uint64_t at;
    UCI_CHECK_OP(size, >=, sizeof at);
    memcpy(&at, bytes, sizeof at);
    size -= sizeof at;
    UCI_CHECK_OP(at + size, <=, header->ring_size);
    memcpy((char *)ring_of(from) + at, bytes + sizeof at, size);
    uci_fetch_add_acqrel(&n_received, 1);
}

uint64_t uci_trace_n_received(void)
{
    return uci_load_acquire(&n_received);
}

static uint64_t n_sent; /* messages with own events */

static void send(uint64_t at, const void *bytes, size_t size)
{
    n_sent++;
    uci_am_send(0, UCI_AM_TRACE, &at, sizeof at, bytes, size);
}

uint64_t uci_trace_send(void)
{
    enum { PIECE = 1 << 20 };
    uci_store_relaxed(&uci_self.trace, NULL); /* no more events */
    if (!part)
        return 0;
    uint64_t n = uci_load_acquire(&own->n);
    uint64_t n_kept = n < own->capacity ? n : own->capacity;
    size_t end = UCI_TRACE_PAGE + n_kept * sizeof *own->events;
    for (size_t at = UCI_TRACE_PAGE; at < end; at += PIECE)
        send(at, (char *)own + at, end - at < PIECE ? end - at : PIECE);
    own->last = *uci_clocks_found(true);
    send(offsetof(struct uci_trace_ring, last), &own->last, sizeof own->last);
    /* The worker may just have added an event that it began before: it is not
     * among those that are sent. */
    char head[offsetof(struct uci_trace_ring, clocked)];
    memcpy(head, own, sizeof head);
    memcpy(head + offsetof(struct uci_trace_ring, n), &n, sizeof n);
    send(0, head, sizeof head);
    return n_sent;
}

void uci_trace_remove_part(void)
{
    if (part)
        unlink(part);
}

/* What a rank tells rank 0 at the start. */
struct rank {
    uint32_t node, pid;
    char host[sizeof((struct uci_trace_ring *)0)->host];
    struct uci_trace_clock start;
};

/* The first rank that has failed ends the program; others wait for that. */
static void refuse_if_failed(const struct failure *failure)
{
    uint64_t first = uci_transport->least(failure->error ? uci_id : UINT64_MAX);
    if (first == UINT64_MAX)
        return;
    if (part)
        unlink(part);
    if (header)
        unlink(uci_options.trace);
    uci_transport->least(0); /* nothing is left */
    if (first == uci_id)
        fail(failure, part ? part : uci_options.trace);
    for (;;)
        pause();
}

static void *table(unsigned n, size_t size)
{
    void *rows = calloc(n, size);
    if (!rows)
        uci_fatal("no memory for a table of %u ranks", n);
    return rows;
}

/* In rank 0: what the ranks have told goes into their rings. */
static void note_ranks(const struct rank *ranks)
{
    for (unsigned i = 1; i < uci_world->n_workers; i++) {
        struct uci_trace_ring *other = ring_of(i);
        other->node = ranks[i].node;
        other->pid = ranks[i].pid;
        other->start = ranks[i].start;
        memcpy(other->host, ranks[i].host, sizeof other->host);
    }
}

/* Collective: compares the clocks of the nodes; in rank 0, which has made the
 * rings, what is found goes there. */
static void compare_clocks(void)
{
    unsigned n = uci_world->n_workers;
    struct uci_clocks_children own_children, *children = NULL;
    struct uci_trace_sync *found = NULL;
    if (uci_id == 0) {
        uint32_t *node = table(n, sizeof *node);
        children = table(n, sizeof *children);
        found = table(n, sizeof *found);
        for (unsigned i = 0; i < n; i++)
            node[i] = ring_of(i)->node;
        uci_clocks_plan(node, n, children);
        for (unsigned i = 0; i < n; i++)
            for (unsigned k = 0; k < children[i].n; k++)
                ring_of(children[i].ranks[k])->above = i;
        free(node);
    }
    uci_transport->scatter(children, &own_children, sizeof own_children);
    uci_clocks_compare(&own_children);
    uci_transport->gather(uci_clocks_found(false), found, sizeof *found);
    for (unsigned i = 1; found && i < n; i++)
        ring_of(i)->first = found[i];
    free(children);
    free(found);
}

void uci_trace_start_ranks(const char *host)
{
    if (!*uci_options.trace)
        return;
    uci_clocks_start_messages();
    uci_am_handle(UCI_AM_TRACE, take);
    unsigned n = uci_world->n_workers;
    struct rank mine = {.node = uci_near_first, .pid = (uint32_t)getpid()};
    snprintf(mine.host, sizeof mine.host, "%s", host);
    struct rank *ranks = uci_id == 0 ? table(n, sizeof *ranks) : NULL;
    struct failure failure = {0, 0};
    struct uci_trace_ring *ring = NULL;
    struct {
        uint64_t run; /* 0 if rank 0 has failed */
        uint64_t ticks;
    } zero = {0, uci_ticks()};
    if (uci_id == 0 && (header = make_whole(&failure)) != NULL) {
        zero.run = header->run;
        ring = ring_of(0);
    }
    uci_transport->broadcast(&zero, sizeof zero);
    uci_trace_shift_clock(uci_near_first, zero.ticks);
    if (uci_id != 0 && zero.run) {
        ring = uci_near_first == 0 ? open_whole(zero.run) : NULL;
        if (!ring)
            ring = make_part(zero.run, &failure);
    }
    if (ring) {
        uci_trace_make_ring(ring);
        ring->node = mine.node;
        ring->pid = mine.pid;
        memcpy(ring->host, mine.host, sizeof ring->host);
        mine.start = ring->start;
    }
    refuse_if_failed(&failure);
    uci_transport->gather(&mine, ranks, sizeof mine);
    if (uci_id == 0)
        note_ranks(ranks);
    free(ranks);
    compare_clocks();
    if (uci_id == 0) {
        header->second = uci_trace_both_clocks();
        began = uci_ticks(); /* what came before was MPI's and ours */
        header->began = uci_trace_clock(began);
    }
    begin(ring);
}

/* --- The end --- */

static struct uci_trace_clock ended;

enum { PATIENCE_MS = 3000 }; /* for the nodes' clocks */

void uci_trace_end(void)
{
    if (!header)
        return;
    ended = uci_trace_both_clocks();
    if (uci_transport)
        uci_clocks_compare_again(PATIENCE_MS);
}

void uci_trace_complete(void)
{
    if (header)
        uci_trace_note_end(header, ended);
}

void uci_trace_forget(void)
{
    if (header)
        munmap(header, file_size);
    header = NULL;
    own = NULL;
    part = NULL;
    uci_store_relaxed(&uci_self.trace, NULL);
}
