/*
 * Memory of records and suspended threads, which is malloc's, and of futures'
 * entries.  cluster/seam/heap.h has the same names.
 */
#ifndef UCI_HEAP_H
#define UCI_HEAP_H

#include "words/worker.h"

static inline void uci_heap_start(void)
{
}
/* Allocates a block, aligned to 16; ends the program if there is no memory. */
void *uci_heap_alloc(size_t size);
void uci_heap_free(uci_ref block);

/* The worker is about to steal: takes a block in hand for the record, and
 * writes to it.  Its cache lines are in another CPU's cache, and fetching them
 * takes a third of a steal's time. */
void uci_heap_prepare(void);
/* Frees the block that worker w has in hand. */
void uci_heap_end(struct uci_worker *w);

/* Allocates memory for the entries of futures, UCI_ENTRIES_HEADER bytes behind
 * a multiple of a cache line.  It is never freed, so that a stale handle is
 * found out.  All of it is in one reservation, of which [*low, *high) can be
 * read. */
enum { UCI_ENTRIES_HEADER = 16 };
void *uci_heap_alloc_entries(size_t size);
void uci_heap_entries_range(uintptr_t *low, uintptr_t *high);

/* Unmaps it; no future is left. */
void uci_heap_unmap(void);

/* Called when the worker is about to sleep. */
void uci_heap_idle(void);

#endif
