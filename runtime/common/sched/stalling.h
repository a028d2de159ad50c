/*
 * Stalling joins, for comparison with the greedy ones of join.h (Shiina &
 * Taura, CLUSTER'22, figure 3; Akiyama & Taura, HPDC'15, figure 7): the child
 * that ends does not resume its parent.  A thread that has to wait goes to a
 * queue of the worker that ran it, its wait queue, which nobody else looks
 * into.  Before each attempt to steal the worker takes the oldest thread of its
 * queue, which looks again for what it waits for.  Rules P1-P4 in
 * docs/policies.md.
 *
 * Only where UCI_IS_STUDY (seam/kind.h): UCILK_JOIN=stalling.
 */
#ifndef UCI_STALLING_H
#define UCI_STALLING_H

#include "seam/kind.h"
#include "seam/thread.h"

struct uci_record;

extern bool uci_stalls; /* UCILK_JOIN; read only where UCI_IS_STUDY */

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

#endif
