/*
 * Arriving at a record of another node by message: one round trip for all that
 * rules N11 and N12 of docs/protocols/remote.md ask for.  Where steals are by
 * message.
 */
#ifndef UCI_ARRIVE_H
#define UCI_ARRIVE_H

#include "common/sched/record.h"

/* J3: the child, with its result.  Goes on with the parent if it waits, else
 * with whatever there is. */
_Noreturn void uci_arrive_child(uci_ref record, const void *result, size_t size,
                                uci_ref views);

/* J4: the parent, which waits there; false if the child has come before. */
bool uci_arrive_parent(uci_ref record, uci_ref waiter);

void uci_arrive_start_messages(void);

#endif
