/*
 * Arriving at a record of another node by message, where steals are by message:
 * one round trip for what rules N11 and N12 of docs/protocols/remote.md do in
 * several.
 */
#ifndef UCI_ARRIVE_H
#define UCI_ARRIVE_H

#include "sched/record.h"

/* J3: the child arrives, with its result.  Resumes the parent if that waits,
 * otherwise goes to the scheduler. */
_Noreturn void uci_arrive_child(uci_ref record, const void *result, size_t size,
                                uci_ref views);

/* J4: the parent arrives, suspended as `waiter'; false if the child has arrived
 * before. */
bool uci_arrive_parent(uci_ref record, uci_ref waiter);

/* Installs the handler; before uci_am_start. */
void uci_arrive_start_messages(void);

#endif
