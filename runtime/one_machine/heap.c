/*
 * Memory of records and of futures' entries, in programs of one process.  See
 * sched/heap.h.  Records are malloc's.  Entries lie in one reservation, which
 * only grows; the lock is for it.
 */
#define _GNU_SOURCE
#include "sched/heap.h"

#include "arch/x86_64/valgrind.h"
#include "base/lock.h"
#include "base/message.h"
#include "one_machine/chunk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* READY_BLOCK: bytes that a worker keeps ready for a record; a result of up to
 * some 64 bytes fits in. */
enum { LINE = 64, READY_BLOCK = 224 };
static const size_t RESERVED = (size_t)1 << 38, STEP = (size_t)1 << 20;

static _Atomic uint32_t lock;
/* The reservation is [low, end), of which [low, top) are entries and [low,
 * opened) is accessible. */
static char *low, *top, *opened, *end;

static void *allocate(size_t size)
{
    if (uci_sanitized())
        uci_sanitizer_hide();
    void *p = malloc(size);
    if (uci_sanitized())
        uci_sanitizer_show();
    if (uci_unlikely(!p))
        uci_fatal("no memory: malloc of %zu bytes failed", size);
    return p;
}

void uci_heap_start(void)
{
}

void uci_heap_prepare(void)
{
    if (!uci_self.ready_block)
        uci_self.ready_block = memset(allocate(READY_BLOCK), 0, READY_BLOCK);
}

void *uci_heap_alloc(size_t size)
{
    void *block = uci_self.ready_block;
    if (!block || size > READY_BLOCK)
        return allocate(size);
    uci_self.ready_block = NULL;
    return block;
}

void uci_heap_end(struct uci_worker *w)
{
    if (w->ready_block)
        uci_heap_free((uci_ref)w->ready_block);
    w->ready_block = NULL;
}

void uci_heap_free(uci_ref block)
{
    if (uci_sanitized())
        uci_sanitizer_hide();
    free(uci_ref_pointer(block));
    if (uci_sanitized())
        uci_sanitizer_show();
}

static void reserve(void)
{
    /* Valgrind keeps a state of each byte. */
    size_t size =
        uci_valgrind(UCI_VALGRIND_IS_THERE, 0, 0) ? RESERVED >> 12 : RESERVED;
    void *p;
    if (uci_sanitized())
        uci_sanitizer_hide();
    while ((p = mmap(NULL, size, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) ==
               MAP_FAILED &&
           size > STEP)
        size /= 2;
    if (uci_sanitized())
        uci_sanitizer_show();
    if (p == MAP_FAILED)
        uci_fatal("no room for futures in the address space: raise RLIMIT_AS "
                  "(ulimit -v)");
    low = top = opened = p;
    end = low + size;
}

void *uci_heap_alloc_entries(size_t size)
{
    size = uci_round_up(size, LINE);
    uci_spin_lock(&lock);
    if (!low)
        reserve();
    char *p = top;
    if ((size_t)(end - top) < size)
        uci_fatal("too many futures at a time: %zu bytes of them; get each as "
                  "often as it has consumers, which frees it, or raise "
                  "RLIMIT_AS (ulimit -v)",
                  (size_t)(top - low));
    top += size;
    if (top > opened) {
        size_t more = uci_round_up((size_t)(top - opened), STEP);
        if (more > (size_t)(end - opened))
            more = (size_t)(end - opened);
        if (mprotect(opened, more, PROT_READ | PROT_WRITE) != 0)
            uci_fatal("no memory for futures: raise RLIMIT_DATA (ulimit -d)");
        if (uci_sanitized())
            uci_sanitizer_add_roots(opened, more);
        opened += more;
    }
    uci_spin_unlock(&lock);
    return p + UCI_ENTRIES_HEADER;
}

void uci_heap_entries_range(uintptr_t *first, uintptr_t *last)
{
    *first = (uintptr_t)low;
    *last = (uintptr_t)opened;
}

void uci_heap_unmap(void)
{
    if (low)
        munmap(low, (size_t)(end - low));
    low = top = opened = end = NULL;
}

void uci_heap_idle(void)
{
    uci_chunk_trim();
}
