/*
 * Stealing: a thief takes the oldest entry of a deque.  Rules D3-D5 in
 * docs/protocols/deque.md.
 */
#ifndef UCI_STEAL_H
#define UCI_STEAL_H

#include "net/worker.h"

enum uci_steal {
    UCI_STEAL_OK,
    UCI_STEAL_EMPTY,  /* nothing there */
    UCI_STEAL_LOCKED, /* another thief is at it */
    UCI_STEAL_LOST,   /* claimed, but the owner was faster; or the CAS failed */
    UCI_STEAL_NEWER,  /* in a parallel region that has not come here yet */
};

/* A stolen thread, in place in this worker's region. */
struct uci_stolen {
    uintptr_t sp, upper;
    uci_ref record; /* where it reports */
    uci_ref handle; /* the record of the child that goes on at the victim */
    uci_ref ready;  /* far, where the attempt failed: is in its ready queue */
};

/* The caller's region and deque are empty. */
enum uci_steal uci_steal_from(unsigned victim, struct uci_stolen *stolen);
/* steal_far.c: the same of another node, one-sided. */
enum uci_steal uci_steal_far(unsigned victim, struct uci_stolen *stolen);
/* steal_message.c: by message.  If there is no entry to steal but a ready
 * thread, goes on with that. */
enum uci_steal uci_steal_by_message(unsigned victim, struct uci_stolen *stolen);
/* The handlers for it; before uci_am_start. */
void uci_steal_start_messages(void);

/* The first part of a steal on this node: claims the oldest entry and leaves
 * the lock held; *entry is its slot. */
enum uci_steal uci_steal_claim(unsigned victim, struct uci_slot **entry);

/*
 * Takes the oldest entry of the own deque as a thief would, into a suspended
 * thread in the own ready queue, for others to run.  Returns when the entry
 * is gone, to whomever.  (UCILK_TEST_STEAL=always; rule F7.)
 */
void uci_steal_own(void);

#endif
