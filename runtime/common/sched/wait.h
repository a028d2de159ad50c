/*
 * Waiting: a thread gives up its worker until something has happened.  The one
 * way in which threads do that, at a sync and at a get.  Rule F3 in
 * docs/protocols/future.md.
 */
#ifndef UCI_WAIT_H
#define UCI_WAIT_H

#include "seam/thread.h"

/* Registers the suspended thread with what it waits for; false if that has
 * happened already.  Once it is registered anybody may resume it: the caller
 * touches it no more. */
typedef bool uci_enlist(struct uci_suspended *s, uci_ref what);

/*
 * Suspends the calling thread and returns when it is resumed, perhaps in
 * another worker, or at once where enlist returns false.  `place' is where in
 * the program it waits, for messages, or NULL.
 */
void uci_wait(uci_enlist *enlist, uci_ref what, const char *place);

/*
 * The same for a thread whose context is saved already, which leaves the stack
 * that it is on: it goes on where `leaves' says (seam/thread.h), on its own
 * stack where enlist returns false.
 */
_Noreturn void uci_wait_leaving(uci_enlist *enlist, uci_ref what,
                                struct uci_leave *leaves);

#endif
