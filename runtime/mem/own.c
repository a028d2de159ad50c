/*
 * A worker's own heap.  See own.h.
 *
 * Blocks have a head of 16 bytes and come in classes of size, four to a power
 * of two; a freed one is kept for its class.  New ones are taken from the
 * window's lower end upwards, which is mapped as it is used.  Large ones are
 * given back to the kernel while they are free.
 */
#define _GNU_SOURCE
#include "mem/own.h"

#include "base/lock.h"
#include "base/message.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define WINDOWS_START 0x220000000000ul
#define WINDOWS_SIZE 0x40000000000ul /* 4 TiB */

enum {
    STEP = 1 << 20,   /* mapped at a time */
    LARGE = 64 << 10, /* its pages go back to the kernel */
    PAGE = 4096,
    N_CLASSES = 4 * 40,
};

struct head {
    union {
        struct head *next; /* of a free block */
        size_t class;
    };
    size_t offset; /* of an aligned block: back to its real head */
};
_Static_assert(sizeof(struct head) == 16, "blocks are aligned to it");

static size_t window; /* bytes of each */
static unsigned n_windows, own;
static char *next, *mapped,
    *end; /* never given out; not mapped; the window's */
static struct head *free_blocks[N_CLASSES];
static _Atomic uint32_t is_locked;

/* Of blocks of so many bytes: class 4 p + q has (4 + q) 2^p. */
static size_t class_of(size_t bytes)
{
    size_t p = 61 - (size_t)__builtin_clzl(bytes - 1);
    size_t q = ((bytes - 1) >> p) + 1 - 4;
    return q == 4 ? 4 * (p + 1) : 4 * p + q;
}

static size_t bytes_of(size_t class)
{
    return (4 + class % 4) << class / 4;
}

/* Is there room for so many bytes more?  Maps it. */
static bool extend(size_t bytes)
{
    if (bytes > (size_t)(end - next)) {
        errno = ENOMEM;
        return false;
    }
    if (next + bytes <= mapped)
        return true;
    size_t more = uci_round_up((size_t)(next + bytes - mapped), STEP);
    if (more > (size_t)(end - mapped))
        more = (size_t)(end - mapped);
    if (mmap(mapped, more, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
             0) != mapped) {
        errno = ENOMEM;
        return false;
    }
    mapped += more;
    return true;
}

/* Has it been used before?  Where not, and where it is large, all is zero but
 * parts of its first and last page. */
static struct head *take(size_t size, bool *used)
{
    if (size > window) {
        errno = ENOMEM;
        return NULL;
    }
    size_t bytes = uci_round_up(size + sizeof(struct head), 16);
    size_t class = class_of(bytes < 64 ? 64 : bytes);
    uci_spin_lock(&is_locked);
    struct head *h = free_blocks[class];
    *used = h != NULL;
    if (h) {
        free_blocks[class] = h->next;
    } else if (extend(bytes_of(class))) {
        h = (struct head *)next;
        next += bytes_of(class);
    }
    uci_spin_unlock(&is_locked);
    if (h)
        *h = (struct head){.class = class};
    return h;
}

static struct head *head_of(void *block)
{
    struct head *h = (struct head *)block - 1;
    return (struct head *)((char *)h - h->offset);
}

/* A block of another worker's heap that is freed or grown here. */
static void check_owner(void *block, const char *what)
{
    int owner = uci_own_owner(block);
    if (uci_unlikely(owner != (int)own))
        uci_fatal("worker %u %s memory of worker %d, at %p: tasks share no "
                  "memory here; free it in the strand that allocated it",
                  own, what, owner, block);
}

void *uci_own_malloc(size_t size)
{
    bool used;
    struct head *h = take(size, &used);
    return h ? h + 1 : NULL;
}

void uci_own_free(void *block)
{
    if (!block)
        return;
    check_owner(block, "frees");
    struct head *h = head_of(block);
    size_t class = h->class, bytes = bytes_of(class);
    if (bytes >= LARGE) {
        char *from = (char *)uci_round_up((uintptr_t)(h + 1), PAGE);
        char *to = (char *)(((uintptr_t)h + bytes) & -(uintptr_t)PAGE);
        madvise(from, (size_t)(to - from), MADV_DONTNEED);
    }
    uci_spin_lock(&is_locked);
    h->next = free_blocks[class];
    free_blocks[class] = h;
    uci_spin_unlock(&is_locked);
}

size_t uci_own_size(void *block)
{
    struct head *h = head_of(block);
    return (size_t)((char *)h + bytes_of(h->class) - (char *)block);
}

void *uci_own_calloc(size_t n, size_t size)
{
    size_t bytes;
    bool used;
    if (__builtin_mul_overflow(n, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    struct head *h = take(bytes, &used);
    return !h ? NULL : used ? memset(h + 1, 0, bytes) : h + 1;
}

void *uci_own_realloc(void *block, size_t size)
{
    if (!block)
        return uci_own_malloc(size);
    check_owner(block, "reallocates");
    size_t old = uci_own_size(block);
    if (size <= old && size >= old / 2)
        return block;
    void *p = uci_own_malloc(size);
    if (p) {
        memcpy(p, block, size < old ? size : old);
        uci_own_free(block);
    }
    return p;
}

void *uci_own_memalign(size_t alignment, size_t size)
{
    if (alignment <= sizeof(struct head))
        return uci_own_malloc(size);
    char *p = size < window ? uci_own_malloc(size + alignment) : NULL;
    if (!p) {
        errno = ENOMEM;
        return NULL;
    }
    char *at = (char *)uci_round_up((uintptr_t)p, alignment);
    if (at != p)
        ((struct head *)at)[-1].offset = (size_t)(at - p);
    return at;
}

static void use_window(unsigned i)
{
    own = i;
    next = mapped = (char *)(WINDOWS_START + i * window);
    end = next + window;
    memset(free_blocks, 0, sizeof free_blocks);
    uci_store_relaxed(&is_locked, 0);
}

void uci_own_start(unsigned n_workers, unsigned worker)
{
    n_windows = n_workers;
    window = WINDOWS_SIZE / n_workers & -(size_t)STEP;
    use_window(worker);
}

void uci_own_become(unsigned worker)
{
    char *start = (char *)WINDOWS_START;
    if (mapped > start)
        munmap(start, (size_t)(mapped - start));
    use_window(worker);
}

void uci_own_hold(void)
{
    uci_spin_lock(&is_locked);
}

void uci_own_release(void)
{
    uci_spin_unlock(&is_locked);
}

int uci_own_owner(const void *address)
{
    size_t offset = (size_t)((uintptr_t)address - WINDOWS_START);
    return window && offset < n_windows * window ? (int)(offset / window) : -1;
}
