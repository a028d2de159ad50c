/* The log of mappings.  See maplog.h. */
#define _GNU_SOURCE
#include "libc/maps/maplog.h"

#include "base/message.h"
#include "libc/libc.h"
#include "mem/malloc.h"
#include "sched/idle.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    HIGH_FD = 900, /* the log's descriptors: above the program's */
    MANY = 32,     /* files: those who sleep are to map them and let them go */
};

struct uci_maplog *uci_maplog_make(unsigned n_workers)
{
    struct uci_maplog *log =
        uci_libc_shared(sizeof *log + n_workers * sizeof log->seen[0]);
    log->n_workers = n_workers;
    return log;
}

int uci_maplog_hold(struct uci_maplog *log, int fd)
{
    struct rlimit limit;
    int high = HIGH_FD;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1024)
        high = (int)(limit.rlim_cur - limit.rlim_cur / 8);
    int own = fcntl(fd, F_DUPFD_CLOEXEC, high);
    if (own < 0)
        own = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (own >= 0 && ++log->n_files % MANY == 0)
        uci_idle_wake_all();
    return own;
}

void uci_maplog_let_go(struct uci_maplog *log, int fd)
{
    close(fd);
    log->n_files--;
}

static bool is_new(const struct uci_map_change *c)
{
    return c->op == UCI_MAP_FILE || c->op == UCI_MAP_SEGMENT;
}

static void settle(struct uci_maplog *log, struct uci_map_change *c)
{
    if (c->op == UCI_MAP_FILE)
        uci_maplog_let_go(log, c->fd);
    if (c->gives_back)
        uci_free_pages(c->start);
    *c = (struct uci_map_change){.op = UCI_MAP_NOTHING};
}

static uint64_t next_version(const struct uci_maplog *log)
{
    return log->first + log->n;
}

/* Versions from here on no other worker has looked at. */
static uint64_t unseen(const struct uci_maplog *log)
{
    uint64_t version = log->first;
    for (unsigned i = 0; i < log->n_workers; i++)
        if (i != uci_id && log->seen[i] > version)
            version = log->seen[i];
    return version;
}

/* A5: what is removed nobody needs to map any more, and what nobody else has
 * mapped nobody needs to remove.  True if that is all of it, and has not
 * replaced anything. */
static bool cancel(struct uci_maplog *log, const char *start, size_t size)
{
    uint64_t from = unseen(log);
    bool all = false;
    for (size_t i = 0; i < log->n; i++) {
        struct uci_map_change *c = &log->changes[i];
        if (is_new(c) && c->start >= start &&
            c->start + c->size <= start + size) {
            all |= log->first + i >= from && c->size == size &&
                   !(c->flags & MAP_FIXED);
            settle(log, c);
        }
    }
    while (log->n > (size_t)(from - log->first) &&
           log->changes[log->n - 1].op == UCI_MAP_NOTHING)
        log->n--;
    log->seen[uci_id] = next_version(log);
    return all;
}

bool uci_maplog_append(struct uci_maplog *log,
                       const struct uci_map_change *change)
{
    UCI_CHECK_EQ(log->seen[uci_id], next_version(log));
    if (change->op == UCI_MAP_REMOVE &&
        cancel(log, change->start, change->size))
        return true;
    if (log->n == log->room) {
        size_t room = log->room ? 2 * log->room : 32;
        struct uci_map_change *changes =
            uci_realloc(log->changes, room * sizeof *changes);
        if (!changes)
            return false;
        log->changes = changes;
        log->room = room;
    }
    log->changes[log->n++] = *change;
    log->seen[uci_id] = next_version(log);
    uci_libc_announce_change();
    return true;
}

static void redo(const struct uci_map_change *c)
{
    void *p = c->start;
    switch (c->op) {
    case UCI_MAP_NOTHING:
        return;
    case UCI_MAP_FILE:
        p = mmap(c->start, c->size, c->prot,
                 (c->flags & ~MAP_FIXED_NOREPLACE) | MAP_FIXED, c->fd,
                 c->offset);
        break;
    case UCI_MAP_SEGMENT:
        p = (void *)syscall(SYS_shmat, c->fd, c->start, c->flags | SHM_REMAP);
        break;
    case UCI_MAP_REMOVE:
        munmap(c->start, c->size);
        break;
    case UCI_MAP_PROTECT: /* some of it may be gone: A5 */
        mprotect(c->start, c->size, c->prot);
        break;
    case UCI_MAP_MOVE:
        p = mremap(c->start, c->size, c->new_size,
                   MREMAP_MAYMOVE | MREMAP_FIXED, c->to);
        break;
    }
    if (p == MAP_FAILED)
        uci_fatal("worker %u cannot map what another worker has mapped at %p: "
                  "%s; raise the limit on mappings (vm.max_map_count, ulimit "
                  "-v), or map it before the first spawn",
                  uci_id, (void *)c->start, strerror(errno));
}

bool uci_maplog_is_behind(const struct uci_maplog *log)
{
    return log->seen[uci_id] < next_version(log);
}

void uci_maplog_replay(struct uci_maplog *log)
{
    uint64_t end = next_version(log);
    uint64_t *seen = &log->seen[uci_id];
    for (; *seen < end; ++*seen)
        redo(&log->changes[*seen - log->first]);
}

void uci_maplog_drop(struct uci_maplog *log)
{
    uint64_t least = next_version(log);
    for (unsigned i = 0; i < log->n_workers; i++)
        if (log->seen[i] < least)
            least = log->seen[i];
    size_t n = (size_t)(least - log->first);
    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++)
        settle(log, &log->changes[i]);
    log->first = least;
    log->n -= n;
    memmove(log->changes, log->changes + n, log->n * sizeof *log->changes);
}
