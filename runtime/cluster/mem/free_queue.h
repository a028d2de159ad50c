/*
 * Remote frees by a queue of the owner under a lock, for comparison with the
 * free bit (seam/heap.h): what uni-address threads had (Akiyama & Taura,
 * HPDC'15).  From another node a free takes four round trips: lock, count,
 * entry, unlock.  Rules P5 and P6 in docs/policies.md.
 *
 * Only where UCI_IS_STUDY (seam/kind.h): UCILK_FREE=queue.
 */
#ifndef UCI_FREE_QUEUE_H
#define UCI_FREE_QUEUE_H

#include "words/worker.h"

extern bool uci_frees_by_queue; /* UCILK_FREE; read only where UCI_IS_STUDY */

/* Makes this worker's queue: the first block of its heap, so that others know
 * where it is. */
void uci_free_queue_start(void);

/* P5: frees a block of another worker's heap.  False if the queue is full. */
bool uci_free_queue_push(uci_ref block);

/* P6: gives all blocks in this worker's queue back to its heap; none if another
 * one has the lock. */
void uci_free_queue_drain(void);

#endif
