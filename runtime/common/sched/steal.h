/*
 * Stealing: a thief takes the oldest entry of a deque.  Rules D3-D5 in
 * docs/protocols/deque.md.
 */
#ifndef UCI_STEAL_H
#define UCI_STEAL_H

#include "seam/thread.h"

enum uci_steal {
    UCI_STEAL_OK,
    UCI_STEAL_EMPTY,  /* nothing there */
    UCI_STEAL_LOCKED, /* another thief is at it */
    UCI_STEAL_LOST,   /* claimed, but the owner was faster; or the CAS failed */
    UCI_STEAL_NEWER,  /* in a parallel region that has not come here yet */
};

/* The caller has no thread, and its deque is empty. */
enum uci_steal uci_steal_from(unsigned victim, struct uci_stolen *stolen);
/* The same of another node: one-sided, or by message.  If there is no entry to
 * steal but a ready thread, the latter goes on with that. */
enum uci_steal uci_steal_far(unsigned victim, struct uci_stolen *stolen);
enum uci_steal uci_steal_by_message(unsigned victim, struct uci_stolen *stolen);
/* The handlers for it; before uci_am_start. */
void uci_steal_start_messages(void);

/* The first part of a steal on this node: claims the oldest entry and leaves
 * the lock held; *entry is its slot. */
enum uci_steal uci_steal_claim(unsigned victim, struct uci_slot **entry);

/* UCILK_TEST_STEAL=always: lets an idle worker steal the entry that was just
 * pushed, or moves it into the ready queue, unless that is long, where no worker
 * comes for it. */
void uci_steal_migrate(void);

/*
 * Takes the oldest entry of the own deque as a thief would, into a suspended
 * thread in the own ready queue, for others to run.  Returns when the entry
 * is gone, to whomever.  (UCILK_TEST_STEAL=always; rule F7.)
 */
void uci_steal_own(void);

#endif
