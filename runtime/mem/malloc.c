/* The C heap.  See malloc.h.  One lock, powers of two. */
#define _GNU_SOURCE
#include "mem/malloc.h"

#include "base/atomics.h"
#include "base/message.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define HEAP_START 0x200000000000ul

enum { N_CLASSES = 48, STEP = 4 << 20 };

struct heap {
    _Atomic uint32_t lock;
    char *next, *open, *end;
    struct head *free[N_CLASSES];
};

struct head {
    union {
        struct head *next;
        size_t class;
    };
    size_t offset; /* of an aligned block: to its real head */
};
_Static_assert(sizeof(struct head) == 16, "blocks are aligned to it");

static struct heap *heap;
static bool shared;

static void start(void)
{
    size_t size = 1ul << 40;
    for (;; size /= 2) {
        char *p = mmap((void *)HEAP_START, size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                           MAP_FIXED_NOREPLACE,
                       -1, 0);
        if (p != MAP_FAILED)
            break;
        if (size < 64ul << 20)
            uci_fatal("cannot reserve the heap: %s", strerror(errno));
    }
    mprotect((void *)HEAP_START, STEP, PROT_READ | PROT_WRITE);
    heap = (struct heap *)HEAP_START;
    heap->next = (char *)(HEAP_START + 4096);
    heap->open = (char *)(HEAP_START + STEP);
    heap->end = (char *)(HEAP_START + size);
}

static void lock(void)
{
    uint32_t no = 0;
    if (!heap)
        start();
    while (!uci_cas_seqcst(&heap->lock, &no, 1)) {
        no = 0;
        sched_yield();
    }
}

static void unlock(void)
{
    uci_store_release(&heap->lock, 0);
}

void *uci_malloc(size_t size)
{
    if (size > 1ul << 39) {
        errno = ENOMEM;
        return NULL;
    }
    size_t class = 64 - (size_t)__builtin_clzl(size + 16 - 1 + 16);
    lock();
    struct head *h = heap->free[class];
    if (h) {
        heap->free[class] = h->next;
    } else {
        size_t bytes = 1ul << class;
        if (heap->next + bytes > heap->end) {
            unlock();
            errno = ENOMEM;
            return NULL;
        }
        h = (struct head *)heap->next;
        heap->next += bytes;
        if (heap->next > heap->open && !shared) {
            size_t more =
                (size_t)(heap->next - heap->open + STEP - 1) / STEP * STEP;
            mprotect(heap->open, more, PROT_READ | PROT_WRITE);
            heap->open += more;
        }
    }
    h->class = class;
    h->offset = 0;
    unlock();
    return h + 1;
}

static struct head *head_of(void *block)
{
    struct head *h = (struct head *)block - 1;
    return (struct head *)((char *)h - h->offset);
}

void uci_free(void *block)
{
    if (!block)
        return;
    struct head *h = head_of(block);
    size_t class = h->class;
    lock();
    h->next = heap->free[class];
    heap->free[class] = h;
    unlock();
}

size_t uci_malloc_size(void *block)
{
    struct head *h = head_of(block);
    return block ? (size_t)((char *)h + (1ul << h->class) - (char *)block) : 0;
}

void *uci_calloc(size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    void *p = uci_malloc(bytes);
    if (p)
        memset(p, 0, bytes);
    return p;
}

void *uci_realloc(void *block, size_t size)
{
    if (!block)
        return uci_malloc(size);
    size_t old = uci_malloc_size(block);
    if (size <= old)
        return block;
    void *p = uci_malloc(size);
    if (p) {
        memcpy(p, block, old);
        uci_free(block);
    }
    return p;
}

void *uci_memalign(size_t alignment, size_t size)
{
    if (alignment <= 16)
        return uci_malloc(size);
    char *p = uci_malloc(size + alignment);
    if (!p)
        return NULL;
    struct head *real = (struct head *)p - 1;
    char *at = (char *)(((uintptr_t)p + alignment - 1) & ~(alignment - 1));
    if (at != p)
        ((struct head *)at)[-1].offset =
            (size_t)((char *)((struct head *)at - 1) - (char *)real);
    return at;
}

bool uci_malloc_holds(const void *address)
{
    return (uintptr_t)address - HEAP_START < 1ul << 40;
}

void uci_malloc_share(unsigned n_workers)
{
    (void)n_workers;
    if (!heap)
        start();
    size_t size = (size_t)(heap->end - (char *)heap);
    char *to = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (to == MAP_FAILED)
        uci_fatal("cannot share the heap: %s", strerror(errno));
    memcpy(to, heap, (size_t)(heap->next - (char *)heap));
    if (mremap(to, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, heap) ==
        MAP_FAILED)
        uci_fatal("cannot remap the heap: %s", strerror(errno));
    madvise(heap, size, MADV_DONTDUMP);
    shared = true;
}

void uci_malloc_start_workers(void)
{
}

void uci_malloc_used(char **start, char **end)
{
    *start = (char *)heap;
    *end = (char *)(((uintptr_t)heap->next + 4095) & ~4095ul);
}

void uci_malloc_unshare(void)
{
    char *start, *end;
    uci_malloc_used(&start, &end);
    if (mmap(end, (size_t)(heap->end - end), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0) == MAP_FAILED)
        uci_fatal("fork: cannot map the child's heap: %s", strerror(errno));
    heap->lock = 0;
}

void uci_malloc_freeze(void)
{
    mprotect(heap, (size_t)(heap->end - (char *)heap), PROT_READ);
}

void uci_malloc_become(unsigned worker)
{
    (void)worker;
}
