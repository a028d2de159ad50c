/*
 * The C heap: what malloc gives out, at one address in every worker.
 *
 * It exists from the first call on, which comes before main and even before
 * the dynamic linker is done; until uci_malloc_share it is private memory.
 * Where there is one worker it stays so.  libc/malloc.c has the names that
 * programs call, and tells from where they were called: what libc allocated
 * for itself before there were workers, all of them have inherited, and none
 * may free (docs/protocols/heap.md, B6).
 */
#ifndef UCI_MALLOC_H
#define UCI_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* As in C: NULL with errno ENOMEM where there is not enough.  Aligned to 16.
 * Any thread of any worker may call them, and free what any other got.  The
 * caller is an address in its code; a block is not null. */
void *uci_malloc_by(size_t size, const void *caller);
void *uci_calloc_by(size_t n, size_t size, const void *caller);
void *uci_realloc_by(void *block, size_t size, const void *caller);
void *uci_memalign(size_t alignment, size_t size); /* a power of two */
void uci_free_by(void *block, const void *caller);
size_t uci_malloc_size(void *block); /* bytes that may be used */

/* The runtime's own calls. */
static inline void *uci_malloc(size_t size)
{
    return uci_malloc_by(size, NULL);
}

static inline void *uci_calloc(size_t n, size_t size)
{
    return uci_calloc_by(n, size, NULL);
}

static inline void *uci_realloc(void *block, size_t size)
{
    return block ? uci_realloc_by(block, size, NULL) : uci_malloc(size);
}

static inline void uci_free(void *block)
{
    if (block)
        uci_free_by(block, NULL);
}

/* Whole pages, zeroed, that take memory as they are touched, and give it back
 * at once; NULL with errno ENOMEM. */
void *uci_malloc_pages(size_t size);
void uci_free_pages(void *start);

/* Is the address in the part of the address space that is the heap's?  Above
 * the largest stack region, and free under valgrind and ASan, too. */
#define UCI_MALLOC_START 0x290000000000ul
static inline bool uci_malloc_holds(const void *address)
{
    return (unsigned long)address - UCI_MALLOC_START < 1ul << 40;
}

/* Before main: first, if nobody has called malloc yet; then, when what the
 * runtime needs has been reserved, also. */
void uci_malloc_start(void);
void uci_malloc_extend(void);
/* After that, where there is more than one worker: what has been allocated moves
 * into memory that workers to be started will share. */
void uci_malloc_share(unsigned n_workers);
/* In worker 0, just before the others are made; and first in each of those. */
void uci_malloc_start_workers(void);
void uci_malloc_become(unsigned worker);

/* In between, what libc allocates in this thread it changes later for itself:
 * before there are workers, for each of them gets a copy (B9). */
void uci_malloc_begin_each(void);
void uci_malloc_end_each(void);

/* A worker that has nothing to do puts its part in order. */
void uci_malloc_collect(void);

/* Around a fork where the heap is not shared, and around the copy that is made
 * for one: no other thread is in the middle of a change.  Frees from elsewhere
 * go on; in a copy made from low addresses to high their lists are whole. */
void uci_malloc_hold(void);
void uci_malloc_release(void);

/* A fork where the heap is shared.  Before: the part that was ever used, of which the child
 * gets a copy in its place. */
void uci_malloc_used(char **start, char **end);
/* The child: with that copy it owns the heap, as the only worker of a program;
 * or without, where it can only read what is its parent's. */
void uci_malloc_unshare(void);
void uci_malloc_freeze(void);

#endif
