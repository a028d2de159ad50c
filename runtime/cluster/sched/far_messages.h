/* Joins and futures of other nodes by message: rules N10 and N15 in
 * docs/protocols/remote.md. */
#pragma once

#include "sched/record.h"

#include <stddef.h>

/* --- arrive.c: at a record of another node, where steals are by message: one
 * round trip for what rules N11 and N12 do in several --- */

/* J3: the child arrives, with its result.  Resumes the parent if that waits,
 * otherwise goes to the scheduler. */
_Noreturn void uci_arrive_child(uci_ref record, const void *result, size_t size,
                                uci_ref views);

/* J4: the parent arrives, suspended as `waiter'; false if the child has arrived
 * before. */
bool uci_arrive_parent(uci_ref record, uci_ref waiter);

/* Installs the handler; before uci_am_start. */
void uci_arrive_start_messages(void);

/* --- future_message.c: gets and fulfilments of entries of other nodes, as far
 * as sched/future.h does not have them --- */

/* Installs the handlers; before uci_am_start. */
void uci_future_start_messages(void);

/* F1: fulfils an entry of another node, with the result in a block, or of so
 * many bytes; returns the threads that waited. */
uci_ref uci_future_fulfil_by_message(uci_ref ref, uci_ref block,
                                     const void *result, size_t size,
                                     uci_ref views);
