/*
 * A worker's own heap, where workers share no memory: in programs for
 * clusters, and where UCILK_CHECK_MEMORY is set.
 *
 * Each worker has a window of addresses for it, in which the others have
 * nothing: who follows a pointer into it faults, and the address says whose
 * memory it is.  libc/malloc.c serves the program from it.
 */
#ifndef UCI_OWN_H
#define UCI_OWN_H

#include <stdbool.h>
#include <stddef.h>

/* As in C; any thread of the worker may call them. */
void *uci_own_malloc(size_t size);
void *uci_own_calloc(size_t n, size_t size);
void *uci_own_realloc(void *block, size_t size);
void *uci_own_memalign(size_t alignment, size_t size); /* a power of two */
void uci_own_free(void *block);
size_t uci_own_size(void *block); /* bytes that may be used */

/* Before main: splits the addresses among so many, of whom we are one. */
void uci_own_start(unsigned n_workers, unsigned worker);
/* Another worker: drops what it has inherited, and begins a heap of its own. */
void uci_own_become(unsigned worker);

/* While the process forks: no other thread is inside. */
void uci_own_hold(void);
void uci_own_release(void);

/* The worker whose memory this would be, or -1. */
int uci_own_owner(const void *address);

#endif
