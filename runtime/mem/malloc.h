/*
 * The C heap: what malloc gives out, at one address in every worker.
 *
 * It exists from the first call on, which comes before main and even before
 * the dynamic linker is done; until uci_malloc_share it is private memory.
 * Where there is one worker it stays so.  libc/malloc.c has the names that
 * programs call.
 */
#ifndef UCI_MALLOC_H
#define UCI_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* As in C: NULL with errno ENOMEM where there is not enough.  Aligned to 16.
 * Any thread of any worker may call them, and free what any other got. */
void *uci_malloc(size_t size);
void *uci_calloc(size_t n, size_t size);
void *uci_realloc(void *block, size_t size);
void *uci_memalign(size_t alignment, size_t size); /* a power of two */
void uci_free(void *block);
size_t uci_malloc_size(void *block); /* bytes that may be used */

/* Is the address in the part of the address space that is the heap's? */
bool uci_malloc_holds(const void *address);

/* Before main, where there is more than one worker: what has been allocated
 * moves into memory that workers to be started will share. */
void uci_malloc_share(unsigned n_workers);
/* In worker 0, just before the others are made; and first in each of those. */
void uci_malloc_start_workers(void);
void uci_malloc_become(unsigned worker);

/* A fork where the heap is shared.  Before: the part that was ever used, of
 * which the child gets a copy in its place. */
void uci_malloc_used(char **start, char **end);
/* The child: with that copy it owns the heap, as the only worker of a program;
 * or without, where it can only read what is its parent's. */
void uci_malloc_unshare(void);
void uci_malloc_freeze(void);

#endif
