/* Chunks of stack.  See chunk.h. */
#define _GNU_SOURCE
#include "one_machine/chunk.h"

#include "arch/x86_64/valgrind.h"
#include "base/lock.h"
#include "base/message.h"
#include "base/options.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* Linux 6.13 */
#endif

enum {
    HEADER = 128,
    COLOURS = 32,    /* places of the header, so that the tops of chunks do not
                      * all fall into the same sets of a cache */
    KEEP = 64 << 10, /* bytes that a trimmed chunk keeps */
    MANY = 64,       /* the longest pool of a worker; more go to all */
    GUARDS = 20000,  /* the most by mprotect: two mappings each, of 65,530 */
    MIN_CHUNKS = 64, /* that the reservation must have room for */
    FIRST = 16,      /* chunks that are made accessible first */
    VALGRIND_SIZE = 8 << 20,
    GUARD_PART = 4096,     /* the guard is this part of a chunk */
    TABLE = 2 << 20,       /* bytes that one page of page tables maps */
    FIBER_SIZE = 16 << 20, /* ThreadSanitizer has little address space */
    FIBERS = 8000,         /* and tells few threads apart */
    IDLE_FIBERS = 128,     /* that are free before one is used again */
    TRIMMED = 1, /* `sp' of a free chunk that was not used since it was trimmed;
                  * whoever takes the chunk writes sp */
};

static_assert(sizeof(struct uci_chunk) <= HEADER, "room for it");

/* An address below those that the system chooses for other mappings. */
#define HINT ((void *)0x080000000000)

static size_t size;       /* of a chunk */
static size_t guard_size; /* at its lower end */
static bool on_valgrind;
static char *reserved; /* the whole reservation */
static size_t reserved_size;
static char *shadow; /* half as large; or NULL */
uintptr_t uci_chunk_to_shadow;
static bool has_page;    /* of the shadow; a forked child has its parent's */
static char *low, *high; /* the part of it where chunks lie */
static char *opened;     /* the chunks from there up are accessible */
static unsigned long n_used;      /* chunks that have ever been taken */
static struct uci_chunk *for_all; /* the pool of all workers */
static struct uci_chunk **last_for_all = &for_all; /* its end; for fibers */
static unsigned long n_for_all;
static _Atomic uint32_t lock;

/* The number of the chunk that an address lies in.  Chunks are numbered, and
 * taken, from the upper end down, so that a continuation's stack mostly lies
 * below its frame, as debuggers expect. */
static unsigned long index_of(uintptr_t address)
{
    return ((uintptr_t)high - 1 - address) / size;
}

static struct uci_chunk *header(unsigned long index)
{
    char *end = high - index * size;
    return (struct uci_chunk *)(end - HEADER - index % COLOURS * HEADER);
}

/* Has the page that is for unwinders of others; if it is another library's
 * there is no shadow.  To be called before other addresses are reserved. */
static bool get_page(void)
{
    void *page = (void *)UCI_SHADOW_PAGE;
    if (!has_page)
        has_page = mmap(page, UCI_PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
                        0) == page;
    return has_page;
}

uintptr_t uci_chunk_start(void)
{
    size = uci_round_up(uci_options.stack_size, UCI_PAGE);
    on_valgrind = uci_valgrind(UCI_VALGRIND_IS_THERE, 0, 0) != 0;
    if (on_valgrind && size > VALGRIND_SIZE)
        size = VALGRIND_SIZE; /* valgrind keeps a state of each byte */
    if (uci_thread_sanitized() && size > FIBER_SIZE)
        size = FIBER_SIZE;
    guard_size = uci_round_up(size / GUARD_PART, UCI_PAGE);
    size_t want = (size_t)1 << (on_valgrind              ? 31
                                : uci_thread_sanitized() ? 38
                                                         : 45);
    void *p = MAP_FAILED;
    bool wants_shadow = !uci_sanitized() && get_page();
    if (uci_sanitized())
        uci_sanitizer_hide();
    for (; want >= size * MIN_CHUNKS; want /= 2) {
        p = mmap(HINT, want, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            continue;
        if (!wants_shadow)
            break;
        shadow = mmap(NULL, want / 2 + UCI_PAGE, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (shadow != MAP_FAILED)
            break;
        shadow = NULL;
        munmap(p, want);
        p = MAP_FAILED;
    }
    if (uci_sanitized())
        uci_sanitizer_show();
    if (p == MAP_FAILED)
        uci_fatal("no room for %d stacks of %lu bytes in the address space: "
                  "lower UCILK_STACK_SIZE, or raise RLIMIT_AS (ulimit -v)",
                  MIN_CHUNKS, size);
    madvise(p, want, MADV_NOHUGEPAGE);
    reserved = p;
    reserved_size = want;
    low = reserved;
    /* Chunks end in the middle of what a page of page tables maps, so that a
     * chunk's top and the guard above it, its neighbour's, share such a page.
     * One more would take as much memory as the stack of a waiting task. */
    high = (char *)(((uintptr_t)(low + want) & -(uintptr_t)TABLE) - TABLE / 2);
    opened = high;
    if (shadow) {
        uci_chunk_to_shadow = (uintptr_t)shadow - (uintptr_t)reserved / 2;
        *(uintptr_t *)UCI_SHADOW_PAGE = uci_chunk_to_shadow;
    }
    return (uintptr_t)high;
}

/* The pages of the shadow of [from, to): all that it touches, or those that are
 * only of it. */
static char *shadow_of(uintptr_t from, uintptr_t to, bool all, size_t *bytes)
{
    uintptr_t first = from / 2 + uci_chunk_to_shadow;
    uintptr_t end = to / 2 + uci_chunk_to_shadow;
    first = (all ? first : first + UCI_PAGE - 1) & ~(uintptr_t)(UCI_PAGE - 1);
    end = (all ? end + UCI_PAGE - 1 : end) & ~(uintptr_t)(UCI_PAGE - 1);
    *bytes = end > first ? end - first : 0;
    return (char *)first;
}

/* Makes the guard at the lower end of a chunk. */
static void guard(char *at)
{
    static bool by_mprotect;
    static unsigned n;
    if (!by_mprotect && madvise(at, guard_size, MADV_GUARD_INSTALL) == 0)
        return;
    by_mprotect = true;
    if (n < GUARDS && mprotect(at, guard_size, PROT_NONE) == 0)
        n++;
}

/* Makes more chunks accessible; the lock is held. */
static void open_more(void)
{
    size_t n_open = (size_t)(high - opened) / size;
    size_t n_left = (size_t)(opened - low) / size;
    size_t n = on_valgrind ? 1 : n_open / 4 < FIRST ? FIRST : n_open / 4;
    if (n > n_left)
        n = n_left;
    if (n == 0)
        uci_fatal("%zu stacks of %zu bytes are in use, and there is no room "
                  "for one more: lower UCILK_STACK_SIZE",
                  n_open, size);
    char *from = opened - n * size;
    size_t bytes;
    char *of_shadow =
        shadow_of((uintptr_t)from, (uintptr_t)opened, true, &bytes);
    if (mprotect(from, n * size, PROT_READ | PROT_WRITE) != 0 ||
        (shadow && mprotect(of_shadow, bytes, PROT_READ | PROT_WRITE) != 0))
        uci_fatal("no memory for %zu stacks of %zu bytes more: %s; lower "
                  "UCILK_STACK_SIZE, or raise RLIMIT_DATA (ulimit -d)",
                  n, size, strerror(errno));
    opened = from;
}

bool uci_chunk_has_shadow(void)
{
    return shadow != NULL;
}

/* Makes a chunk that was never used; the lock is held. */
static struct uci_chunk *make(void)
{
    if (high - n_used * size == opened)
        open_more();
    char *end = high - n_used * size;
    guard(end - size);
    if (on_valgrind)
        uci_valgrind(UCI_VALGRIND_STACK, (uintptr_t)(end - size),
                     (uintptr_t)end);
    struct uci_chunk *chunk = header(n_used++);
    if (uci_sanitized())
        uci_sanitizer_make(&chunk->stack, uci_chunk_low(chunk),
                           (uintptr_t)chunk);
    return chunk;
}

/* Takes a chunk where the own pool is empty. */
static __attribute__((noinline)) struct uci_chunk *refill(void)
{
    uci_spin_lock(&lock);
    struct uci_chunk *chunk = for_all;
    if (chunk)
        for_all = chunk->next;
    else
        chunk = make();
    uci_spin_unlock(&lock);
    return chunk;
}

/*
 * Takes a chunk under ThreadSanitizer, which believes that whatever ran on a
 * fiber earlier is ordered before what runs there now.  So the chunk that has
 * been free for longest is used again, and never one of few: a race between two
 * tasks is then missed only if a hundred others have ended between them.
 */
static struct uci_chunk *take_fiber(void)
{
    struct uci_chunk *chunk = NULL;
    uci_spin_lock(&lock);
    if (n_for_all >= IDLE_FIBERS || (n_for_all > 0 && n_used >= FIBERS)) {
        chunk = for_all;
        for_all = chunk->next;
        n_for_all--;
    } else if (n_used < FIBERS) {
        chunk = make();
    }
    uci_spin_unlock(&lock);
    if (!chunk)
        uci_fatal("more than %d tasks have begun and not ended: "
                  "ThreadSanitizer cannot tell so many apart; give the "
                  "program a smaller input",
                  FIBERS);
    return chunk;
}

static void give_fiber(struct uci_chunk *chunk)
{
    chunk->next = NULL;
    uci_spin_lock(&lock);
    if (n_for_all++ == 0)
        last_for_all = &for_all;
    *last_for_all = chunk;
    last_for_all = &chunk->next;
    uci_spin_unlock(&lock);
}

struct uci_chunk *uci_chunk_take(void)
{
    struct uci_worker *w = uci_worker_self();
    struct uci_chunk *chunk = w->chunks;
    if (uci_thread_sanitized())
        return take_fiber();
    if (uci_unlikely(!chunk)) {
        w->n_chunks = 0; /* spawn.S has taken some without counting */
        chunk = refill();
    } else {
        w->chunks = chunk->next;
        if (w->n_chunks > 0)
            w->n_chunks--;
    }
    chunk->sp = 0; /* not TRIMMED */
    return chunk;
}

void uci_chunk_give(struct uci_chunk *chunk)
{
    struct uci_worker *w = uci_worker_self();
    if (uci_thread_sanitized()) {
        /* Others could take this chunk at once, and the caller is still on it.
         * So it waits in the own pool, and the one given before goes to all. */
        struct uci_chunk *left = w->chunks;
        w->chunks = chunk;
        chunk = left;
        if (chunk)
            give_fiber(chunk);
        return;
    }
    if (uci_unlikely(w->n_chunks >= MANY)) {
        uci_spin_lock(&lock);
        chunk->next = for_all;
        for_all = chunk;
        uci_spin_unlock(&lock);
        return;
    }
    chunk->next = w->chunks;
    w->chunks = chunk;
    w->n_chunks++;
}

struct uci_chunk *uci_chunk_of(uintptr_t address)
{
    if (address < (uintptr_t)low || address >= (uintptr_t)high)
        return NULL;
    return header(index_of(address));
}

uintptr_t uci_chunk_low(const struct uci_chunk *chunk)
{
    return (uintptr_t)high - (index_of((uintptr_t)chunk) + 1) * size +
           guard_size;
}

struct uci_walk_stacks uci_chunk_all(void)
{
    return (struct uci_walk_stacks){(uintptr_t)opened, (uintptr_t)high, size};
}

size_t uci_chunk_size(void)
{
    return size;
}

bool uci_chunk_is_guard(uintptr_t address)
{
    struct uci_chunk *chunk = uci_chunk_of(address);
    return chunk && address < uci_chunk_low(chunk);
}

void uci_chunk_end(void)
{
    struct uci_worker *w = uci_worker_self();
    struct uci_chunk *chunk, *next;
    if (uci_thread_sanitized()) {
        if (w->chunks)
            give_fiber(w->chunks);
        w->chunks = NULL;
        return;
    }
    uci_spin_lock(&lock);
    for (chunk = w->chunks; chunk; chunk = next) {
        next = chunk->next;
        chunk->next = for_all;
        for_all = chunk;
    }
    uci_spin_unlock(&lock);
    w->chunks = NULL;
    w->n_chunks = 0;
}

void uci_chunk_trim(void)
{
    if (uci_thread_sanitized())
        return; /* the own pool is one chunk, whose `next' is not set */
    /* The pool has the last used chunk first, so all behind a trimmed one are
     * trimmed, too.  A worker may fall asleep thousands of times a second. */
    for (struct uci_chunk *c = uci_self.chunks; c && c->sp != TRIMMED;
         c = c->next) {
        uintptr_t from = uci_chunk_low(c);
        uintptr_t to = ((uintptr_t)c - KEEP) & ~(uintptr_t)(UCI_PAGE - 1);
        if (to > from)
            madvise((void *)from, to - from, MADV_DONTNEED);
        size_t bytes = 0;
        char *of_shadow = NULL;
        if (to > from && shadow)
            of_shadow = shadow_of(from, to, false, &bytes);
        if (bytes > 0)
            madvise(of_shadow, bytes, MADV_DONTNEED);
        c->sp = TRIMMED;
    }
}

void uci_chunk_forget(void)
{
    /* It does not unmap: the caller may be on one of the chunks. */
    low = high = opened = NULL;
    n_used = 0;
    for_all = NULL;
    n_for_all = 0;
    uci_store_relaxed(&lock, 0);
}

void uci_chunk_unmap(void)
{
    for (unsigned long i = 0; uci_sanitized() && i < n_used; i++)
        uci_sanitizer_unmake(&header(i)->stack);
    munmap(reserved, reserved_size);
    if (shadow) {
        munmap(shadow, reserved_size / 2 + UCI_PAGE);
        munmap((void *)UCI_SHADOW_PAGE, UCI_PAGE);
        shadow = NULL;
        has_page = false;
    }
    uci_chunk_forget();
}
