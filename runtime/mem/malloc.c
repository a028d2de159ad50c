/* The C heap.  See malloc.h. */
#define _GNU_SOURCE
#include "mem/malloc.h"

#include "base/code.h"
#include "base/lock.h"
#include "base/message.h"
#include "mem/commit.h"
#include "mem/pages.h"
#include "mem/runs.h"
#include "mem/slabs.h"
#include "seam/worker.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = UCI_UNIT_PAGE };

/* This thread's, if it is a worker's. */
static _Thread_local struct uci_arena *mine = &uci_no_arena;

static bool started, workers_started;

static _Thread_local unsigned within_each; /* calls of uci_malloc_begin_each */

/* --- Who calls (B6) --- */

/* Where libc's code is, before there are workers; then nowhere. */
static struct {
    uintptr_t start;
    size_t size;
} libc;

/* May libc have called?  Mostly not, so that is all that is looked at. */
static inline bool near_libc(const void *caller)
{
    return (uintptr_t)caller - libc.start < libc.size;
}

/* Blocks of libc's own that all workers have: none frees them. */
static bool is_inherited(const struct uci_unit *s, const void *caller)
{
    return workers_started && (s->owner == &uci_malloc_heap->each ||
                               (s->owner == &uci_malloc_heap->libc &&
                                uci_code_is_libc((uintptr_t)caller)));
}

static struct uci_arena *arena_of_libc(const void *caller)
{
    return within_each > 0 || uci_code_is_linker((uintptr_t)caller)
               ? &uci_malloc_heap->each
               : &uci_malloc_heap->libc;
}

void uci_malloc_begin_each(void)
{
    within_each++;
}

void uci_malloc_end_each(void)
{
    within_each--;
}

/* --- Allocation --- */

static void begin(void)
{
    int saved = errno;
    uci_commit_start();
    uci_arena_start(&uci_malloc_heap->worker0);
    uci_arena_start(&uci_malloc_heap->others);
    uci_arena_start(&uci_malloc_heap->libc);
    uci_arena_start(&uci_malloc_heap->each);
    uci_code_find_libc();
    uci_code_around_libc(&libc.start, &libc.size);
    mine = &uci_malloc_heap->worker0;
    started = true;
    errno = saved;
}

static void *large(size_t size, size_t alignment, enum uci_runs_wish wish,
                   bool *zeroed)
{
    if (size > PTRDIFF_MAX) {
        errno = ENOMEM;
        return NULL;
    }
    if (!started)
        begin();
    struct uci_unit *u = uci_runs_take((size + UCI_UNIT - 1) >> UCI_UNIT_SHIFT,
                                       alignment >> UCI_UNIT_SHIFT,
                                       UCI_UNIT_LARGE, wish, zeroed);
    return u ? uci_unit_start(u) : NULL;
}

/* For threads that have no arena, and for libc before there are workers. */
static __attribute__((noinline)) void *from_locked(struct uci_arena *a,
                                                   unsigned class)
{
    uci_spin_lock(&a->lock);
    void *p = uci_slabs_pop(a, class);
    if (!p)
        p = uci_slabs_refill(a, class);
    uci_spin_unlock(&a->lock);
    return p;
}

/* The current slab had none; or libc may be asking. */
static __attribute__((noinline)) void *slowly(unsigned class,
                                              const void *caller)
{
    if (!started)
        begin();
    if (near_libc(caller) && uci_code_is_libc((uintptr_t)caller))
        return from_locked(arena_of_libc(caller), class);
    if (mine == &uci_no_arena)
        return from_locked(&uci_malloc_heap->others, class);
    void *p = uci_slabs_pop(mine, class);
    return p ? p : uci_slabs_refill(mine, class);
}

static __attribute__((noinline)) void *larger(size_t size, const void *caller)
{
    bool zeroed;
    if (size > UCI_BLOCK_MAX)
        return large(size, UCI_UNIT, UCI_RUNS_ANY, &zeroed);
    unsigned class = uci_class_of(size);
    void *p = near_libc(caller) ? NULL : uci_slabs_pop(mine, class);
    return p ? p : slowly(class, caller);
}

void *uci_malloc_by(size_t size, const void *caller)
{
    if (uci_unlikely(size > UCI_SMALL_MAX))
        return larger(size, caller);
    unsigned class = uci_class_fine[(size + 15) / 16];
    if (uci_unlikely(near_libc(caller)))
        return slowly(class, caller);
    void *p = uci_slabs_pop(mine, class);
    return uci_likely(p) ? p : slowly(class, caller);
}

void *uci_calloc_by(size_t n, size_t size, const void *caller)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    bool zeroed = false;
    void *p = bytes > UCI_BLOCK_MAX
                  ? large(bytes, UCI_UNIT, UCI_RUNS_ANY, &zeroed)
                  : uci_malloc_by(bytes, caller);
    return p && !zeroed ? memset(p, 0, bytes) : p;
}

void *uci_memalign(size_t alignment, size_t size)
{
    bool zeroed;
    if (size > UCI_BLOCK_MAX || alignment > UCI_BLOCK_MAX)
        return large(size ? size : 1,
                     alignment < UCI_UNIT ? UCI_UNIT : alignment, UCI_RUNS_ANY,
                     &zeroed);
    /* A slab begins at a unit, so blocks are aligned as their size is. */
    unsigned class = uci_class_of(size < alignment ? alignment : size);
    while (uci_class_size[class] & (alignment - 1))
        class ++;
    void *p = uci_slabs_pop(mine, class);
    return p ? p : slowly(class, NULL);
}

/* --- The way back --- */

static __attribute__((noinline, cold)) void refuse(const char *what,
                                                   const void *block)
{
    uci_message("%s: %p is no block of the heap", what, block);
    abort();
}

/* The slab's or large block's row. */
static struct uci_unit *row_of(void *block, const char *what)
{
    struct uci_unit *u = uci_unit_of(block);
    if (u->kind == UCI_UNIT_INSIDE)
        u = u->first;
    if (u->kind != UCI_UNIT_SLAB && u->kind != UCI_UNIT_LARGE)
        refuse(what, block);
    return u;
}

static __attribute__((noinline)) void free_slowly(void *block,
                                                  const void *caller)
{
    struct uci_unit *u = row_of(block, "free()");
    if (u->kind == UCI_UNIT_LARGE) {
        if (block != uci_unit_start(u))
            refuse("free()", block);
        uci_runs_give(u);
    } else if (u->owner == mine) {
        uci_slabs_push(mine, u, block);
    } else if (!is_inherited(u, caller)) {
        uci_slabs_push_remote(u, block);
    }
}

void uci_free_by(void *block, const void *caller)
{
    struct uci_unit *u = uci_unit_of(block);
    struct uci_arena *a = mine;
    if (uci_likely(u->owner == a))
        uci_slabs_push(a, u, block);
    else
        free_slowly(block, caller);
}

static size_t size_of(const struct uci_unit *u)
{
    return u->kind == UCI_UNIT_SLAB ? uci_class_size[u->class]
                                    : (size_t)u->n_units << UCI_UNIT_SHIFT;
}

size_t uci_malloc_size(void *block)
{
    return size_of(row_of(block, "malloc_usable_size()"));
}

/* Can the block have this size where it is? */
static bool resize(struct uci_unit *u, size_t size)
{
    size_t old = size_of(u);
    if (u->kind == UCI_UNIT_SLAB)
        return size <= old && (size > old / 2 || old <= 64);
    if (size <= UCI_BLOCK_MAX || size > PTRDIFF_MAX)
        return false;
    size_t n = (size + UCI_UNIT - 1) >> UCI_UNIT_SHIFT;
    if (n < u->n_units)
        uci_runs_shrink(u, n);
    return n <= u->n_units || uci_runs_grow(u, n);
}

/* Elsewhere: what has grown is likely to grow on. */
static void *move_to(size_t size, const void *caller)
{
    bool zeroed;
    return size > UCI_BLOCK_MAX ? large(size, UCI_UNIT, UCI_RUNS_ROOM, &zeroed)
                                : uci_malloc_by(size, caller);
}

void *uci_realloc_by(void *block, size_t size, const void *caller)
{
    if (size == 0) {
        uci_free_by(block, caller);
        return NULL;
    }
    struct uci_unit *u = row_of(block, "realloc()");
    bool inherited = u->kind == UCI_UNIT_SLAB && is_inherited(u, caller);
    size_t old = size_of(u);
    if (!inherited && resize(u, size))
        return block;
    void *p = move_to(size, caller);
    if (!p)
        return NULL;
    memcpy(p, block, old < size ? old : size);
    uci_free_by(block, caller);
    return p;
}

/* --- Pages --- */

void *uci_malloc_pages(size_t size)
{
    bool zeroed;
    if (size == 0 || size > PTRDIFF_MAX) {
        errno = ENOMEM;
        return NULL;
    }
    if (!started)
        begin();
    size_t pages = (size + PAGE - 1) / PAGE;
    size_t each = UCI_UNIT / PAGE, n = (pages + each - 1) / each;
    /* Small ones come from what is open, as malloc's. */
    bool small = n < UCI_HUGE_UNITS;
    struct uci_unit *u =
        uci_runs_take(n, small ? 1 : UCI_HUGE_UNITS, UCI_UNIT_LARGE,
                      small ? UCI_RUNS_ANY : UCI_RUNS_ZERO, &zeroed);
    if (!u)
        return NULL;
    if (!zeroed)
        memset(uci_unit_start(u), 0, pages * PAGE);
    return uci_unit_start(u);
}

void uci_free_pages(void *start)
{
    uci_runs_give_back(uci_unit_of(start));
}

/* --- Life --- */

void uci_malloc_start(void)
{
    if (!started)
        begin();
}

void uci_malloc_extend(void)
{
    uci_commit_extend();
    if (uci_world->n_forked == 1)
        libc.size = 0; /* nobody will inherit anything */
}

void uci_malloc_share(unsigned n_workers)
{
    struct uci_malloc_words *h = uci_malloc_heap;
    size_t size = (n_workers - 1) * sizeof(struct uci_arena);
    h->workers = uci_malloc_pages(size);
    if (!h->workers)
        uci_commit_refuse();
    h->n_workers = n_workers;
    for (unsigned i = 0; i < n_workers - 1; i++)
        uci_arena_start(&h->workers[i]);
    uci_commit_share();
}

/* B9.  Their rows are nobody's any more: they are one stack. */
static struct uci_unit *each_slabs;

static void copy_for_each(struct uci_unit *s)
{
    size_t size = (size_t)s->n_units * UCI_UNIT;
    char *copy = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED)
        uci_commit_refuse();
    memcpy(copy, uci_unit_start(s),
           (size_t)s->carved * uci_class_size[s->class]);
    uci_pages_put(uci_unit_start(s), size, copy);
    s->returned = each_slabs;
    each_slabs = s;
}

void uci_malloc_start_workers(void)
{
    struct uci_malloc_words *h = uci_malloc_heap;
    struct uci_unit *u;
    uci_spin_lock(&h->runs.lock);
    for (size_t i = h->runs.begin; i < h->runs.top; i += u->n_units) {
        u = uci_unit_row(i);
        if (u->kind == UCI_UNIT_SLAB && u->owner == &h->each)
            copy_for_each(u);
    }
    uci_spin_unlock(&h->runs.lock);
    /* What libc allocates from now on is one worker's. */
    workers_started = true;
    libc.size = 0;
}

void uci_malloc_become(unsigned worker)
{
    mine = &uci_malloc_heap->workers[worker - 1];
}

void uci_malloc_collect(void)
{
    if (mine != &uci_no_arena)
        uci_slabs_collect(mine);
}

void uci_malloc_hold(void)
{
    struct uci_malloc_words *h = uci_malloc_heap;
    uci_spin_lock(&h->others.lock);
    uci_spin_lock(&h->libc.lock);
    uci_spin_lock(&h->each.lock);
    uci_spin_lock(&h->runs.lock);
}

void uci_malloc_release(void)
{
    struct uci_malloc_words *h = uci_malloc_heap;
    uci_spin_unlock(&h->runs.lock);
    uci_spin_unlock(&h->each.lock);
    uci_spin_unlock(&h->libc.lock);
    uci_spin_unlock(&h->others.lock);
}

void uci_malloc_used(char **start, char **end)
{
    *start = (char *)UCI_HEAP_START;
    *end = uci_unit_start(uci_unit_row(uci_malloc_heap->runs.top));
}

void uci_malloc_unshare(void)
{
    struct uci_malloc_words *h = uci_malloc_heap;
    uci_commit_unshare();
    /* Held when the copy was made. */
    uci_store_relaxed(&h->others.lock, 0);
    uci_store_relaxed(&h->libc.lock, 0);
    uci_store_relaxed(&h->each.lock, 0);
    uci_store_relaxed(&h->runs.lock, 0);
    libc.size = 0;
}

void uci_malloc_freeze(void)
{
    uci_commit_freeze();
    for (struct uci_unit *s = each_slabs; s; s = s->returned)
        mprotect(uci_unit_start(s), (size_t)s->n_units * UCI_UNIT,
                 PROT_READ | PROT_WRITE);
}
