/*
 * The evacuation heap: memory of a worker that others read and write, for
 * child records and the segments of suspended threads.
 *
 * Only its owner allocates.  Anybody frees: another worker by one write of the
 * block's free bit; the owner finds such blocks again when it next runs short,
 * in a walk over its blocks (local collection; Shiina & Taura, CLUSTER'22,
 * III-B).  Rules H1-H3 in docs/protocols/join.md.
 */
#ifndef UCI_HEAP_H
#define UCI_HEAP_H

#include "words/worker.h"

/* Takes over this worker's part of the shared memory. */
void uci_heap_start(void);

/* At least size bytes, aligned to 16; ends the program when the heap is full,
 * saying which option to raise. */
void *uci_heap_alloc(size_t size);

/* Frees a block of any worker's heap.  The caller touches it no more. */
void uci_heap_free(uci_ref block);

/* For the entries of futures, which begin UCI_ENTRIES_HEADER bytes before a
 * cache line; and where all entries that loads and stores reach lie. */
enum { UCI_ENTRIES_HEADER = 16 };
void *uci_heap_alloc_entries(size_t size);
void uci_heap_entries_range(uintptr_t *low, uintptr_t *high);

/* The worker is about to steal. */
static inline void uci_heap_prepare(void)
{
}

/* The worker is about to sleep. */
void uci_heap_idle(void);

/* The same from a thread of this process that is not the worker. */
void uci_heap_free_by_bit(uci_ref block);

/* Blocks given out and not freed, after a collection of the own heap. */
size_t uci_heap_live(void);

#endif
