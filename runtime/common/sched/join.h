/*
 * The join: the end of a child whose parent is gone, and the sync that finds
 * a child outstanding (greedy join, Shiina & Taura, CLUSTER'22, figure 4).
 * Rules J1-J6 in docs/protocols/join.md.
 */
#ifndef UCI_JOIN_H
#define UCI_JOIN_H

#include "common/sched/record.h"
#include "seam/thread.h"

/* J1: called by spawn.S on the scheduler's stack; words are those of
 * layout.h, at sp - 24; value is what the body returned. */
_Noreturn void uci_child_end(const uintptr_t words[3], uintptr_t value);

/*
 * J2: joins every child of the frame in the order of the spawns, and performs
 * their finishers, except where the destination is on its stack below `live':
 * such a variable is gone.  `ends': the frame will not be used again.  The
 * caller may go on in another worker.
 */
void uci_join_frame(struct ucilk_abi_frame *frame, uintptr_t live, bool ends);

/* J4: registers a suspended parent with a child; false if that has arrived. */
bool uci_join_enlist(struct uci_suspended *s, uci_ref record);

/* One of them, which has arrived; r is the record or a copy of it. */
void uci_join_take(struct ucilk_abi_frame *frame, uci_ref ref,
                   const struct uci_record *r, uintptr_t live);

/* join_far.c: the same for a record of another node. */
void uci_join_take_far(struct ucilk_abi_frame *frame, uci_ref ref,
                       uintptr_t live);
bool uci_join_register_far(uci_ref record, uci_ref waiter);
_Noreturn void uci_child_end_far(uci_ref ref, const void *result, size_t size);

#endif
