/*
 * Memory of records, suspended threads, views, and of the entries and results
 * of futures.
 *
 * In one process it is malloc's.  In programs for clusters it is the evacuation
 * heap, memory of a worker that others read and write.  Only the owner
 * allocates. Anybody frees: another worker sets the block's free bit, and the
 * owner finds the block in a walk over all its blocks when it runs short (local
 * collection; Shiina & Taura, CLUSTER'22, III-B).  Rules H1-H3 in
 * docs/protocols/join.md.
 */
#pragma once

#include "sched/worker.h"

/* Takes over this worker's part of the shared memory. */
void uci_heap_start(void);

/* Allocates size bytes, aligned to 16.  Ends the program if there is no
 * memory. */
void *uci_heap_alloc(size_t size);

/* Frees a block of any worker's heap.  The caller does not touch it any
 * more. */
void uci_heap_free(uci_ref block);

/* Allocates memory for the entries of futures, UCI_ENTRIES_HEADER bytes behind
 * a multiple of a cache line.  In one process it is never freed, so that a
 * stale handle is found out.  All entries that loads and stores reach lie in
 * [*low, *high), which can be read. */
enum { UCI_ENTRIES_HEADER = 16 };
void *uci_heap_alloc_entries(size_t size);
void uci_heap_entries_range(uintptr_t *low, uintptr_t *high);

/* The worker is about to steal.  In one process it takes a block in hand for
 * the record, and writes to it: its cache lines are in another CPU's cache, and
 * fetching them takes a third of a steal's time. */
void uci_heap_prepare(void);

/* Called when the worker is about to sleep. */
void uci_heap_idle(void);

/* --- In one process --- */
/* Frees the block that worker w has in hand. */
void uci_heap_end(struct uci_worker *w);
/* Unmaps the entries; no future is left. */
void uci_heap_unmap(void);

/* --- In programs for clusters --- */
/* Frees a block of this node by its free bit, for any thread: a message handler
 * must not touch the free lists, which are the worker's (N10). */
void uci_heap_free_by_bit(uci_ref block);

/* The same for a block of any node: it goes by message if the block is far. */
void uci_heap_free_by_message(uci_ref block);

/* The number of blocks in use, after a collection of the own heap; for
 * tests. */
size_t uci_heap_live(void);
