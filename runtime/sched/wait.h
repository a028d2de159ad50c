/*
 * Waiting: a thread gives up its worker until a child or a future is done, or
 * to make way for main.  Every wait at a sync or a get comes here; main's at
 * the end of its region is in home.c.  Rule F3 in docs/protocols/future.md.
 */
#pragma once

#include "sched/thread.h"

/* Registers the suspended thread with what it waits for; false if that is done
 * already.  From then on anybody may resume the thread, and the caller does not
 * touch it any more. */
typedef bool uci_enlist(struct uci_suspended *s, uci_ref what);

/*
 * Suspends the calling thread and registers it by enlist(thread, what).
 * Returns when the thread is resumed, perhaps in another worker, or at once if
 * enlist returns false.  `place' says for messages where in the program it
 * waits, or is NULL.
 */
void uci_wait(uci_enlist *enlist, uci_ref what, const char *place);

/*
 * The same for a thread whose context is saved already, and which leaves its
 * present stack for good: it goes on where `leaves' says (sched/thread.h), also
 * if enlist returns false.
 */
_Noreturn void uci_wait_leaving(uci_enlist *enlist, uci_ref what,
                                struct uci_leave *leaves);
