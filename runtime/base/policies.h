/*
 * Policies to compare with those of sched/ and cluster/mem/heap.c, which call
 * them where UCI_IS_STUDY (kind.h).  study/ defines them; in other libraries
 * they are not there.
 */
#pragma once

#include "base/kind.h"
#include "base/ref.h"

#include <stdbool.h>

/*
 * UCILK_JOIN=stalling (Shiina & Taura, CLUSTER'22, figure 3; Akiyama & Taura,
 * HPDC'15, figure 7): the child that ends does not resume its parent.  A thread
 * that has to wait goes to a queue of the worker that ran it, its wait queue,
 * which nobody else looks into.  Before each attempt to steal the worker takes
 * the oldest thread of its queue, which looks again for what it waits for.
 * Rules P1-P4 in docs/policies.md.
 */
extern bool uci_stalls;

void uci_stalling_start(void);

/* P1: the calling thread waits until the word of that rank is at least `done';
 * it looks when it is resumed.  `place' as in uci_wait. */
void uci_stalling_wait(unsigned rank, const _Atomic uint64_t *word,
                       uint64_t done, const char *place);

/* P2: resumes the oldest thread of the wait queue; returns if an attempt to
 * steal is next: true if threads wait, and the worker is not idle. */
bool uci_stalling_take(void);

/* P3: the child of this record has ended, its result is in place.  Does not
 * resume the parent. */
_Noreturn void uci_stalling_child_end(uci_ref record);

/* P4: the parent, which has looked in vain before, has found the result: counts
 * for how long it was there. */
void uci_stalling_joined(uci_ref record);

/*
 * UCILK_FREE=queue: remote frees by a queue of the owner under a lock, in the
 * place of the free bit (sched/heap.h), as uni-address threads had them
 * (Akiyama & Taura, HPDC'15).  From another node a free takes four round trips:
 * lock, count, entry, unlock.  Rules P5 and P6 in docs/policies.md.
 */
extern bool uci_frees_by_queue;

/* Makes this worker's queue: the first block of its heap, so that others know
 * where it is. */
void uci_free_queue_start(void);

/* P5: frees a block of another worker's heap.  False if the queue is full. */
bool uci_free_queue_push(uci_ref block);

/* P6: gives all blocks in this worker's queue back to its heap; none if another
 * one has the lock. */
void uci_free_queue_drain(void);
