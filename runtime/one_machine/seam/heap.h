/* Memory of records and suspended threads: malloc's. */
#ifndef UCI_HEAP_H
#define UCI_HEAP_H

#include "words/worker.h"

static inline void uci_heap_start(void)
{
}
/* Aligned to 16; ends the program when there is none. */
void *uci_heap_alloc(size_t size);
void uci_heap_free(uci_ref block);

/* The worker is about to steal: keeps a block for the record.  Whoever freed it last
 * had its lines, and fetching them is a third of a steal's time. */
void uci_heap_prepare(void);
/* Worker w keeps none. */
void uci_heap_end(struct uci_worker *w);

/* For the entries of futures, which begin UCI_ENTRIES_HEADER bytes before a
 * cache line; never given back, so that a stale handle can be found out.  All
 * lie in one reservation. */
enum { UCI_ENTRIES_HEADER = 16 };
void *uci_heap_alloc_entries(size_t size);
void uci_heap_entries_range(uintptr_t *low, uintptr_t *high);

/* With no future left. */
void uci_heap_unmap(void);

/* The worker is about to sleep. */
void uci_heap_idle(void);

#endif
