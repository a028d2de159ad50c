/*
 * The join: the end of a child whose parent has gone on elsewhere, and the sync
 * that finds a child outstanding (greedy join, Shiina & Taura, CLUSTER'22,
 * figure 4).
 * Rules J1-J6 in docs/protocols/join.md.
 */
#pragma once

#include "sched/record.h"
#include "sched/thread.h"

/* J1: the end of a child whose pop failed or whose bottom was cut; spawn.S
 * calls it on the scheduler's stack.  `words' are the child's words (layout.h),
 * value is what the body returned. */
_Noreturn void uci_child_end(const uintptr_t words[3], uintptr_t value);

/* F1: the end of a future's task whose creator has gone on without it: stores
 * the result, leaves the task's stack, fulfils, and returns the waiters. */
uci_ref uci_future_end(uci_ref future, const uintptr_t words[3],
                       const void *result);
/* F4, F5: then goes on with one of them, or looks for other work. */
_Noreturn void uci_future_leave(uci_ref future, uci_ref waiters);

/*
 * J2: joins every child of the frame in the order of the spawns and runs their
 * finishers.  A destination on the thread's stack below `live' no longer exists
 * (J5), and its finisher is left out.  `ends': the frame will not be used
 * again.  The caller may go on in another worker.
 */
void uci_join_frame(struct ucilk_abi_frame *frame, uintptr_t live, bool ends);

/* J4: registers a suspended parent in a child's record; false if the child has
 * arrived. */
bool uci_join_enlist(struct uci_suspended *s, uci_ref record);

/* Takes the result of the frame's first child, which has arrived, takes the
 * record out of the list and frees it.  r is the record or a copy of it. */
void uci_join_take(struct ucilk_abi_frame *frame, uci_ref ref,
                   const struct uci_record *r, uintptr_t live);

/* join_far.c: parts of these for a record of another node. */
void uci_join_take_far(struct ucilk_abi_frame *frame, uci_ref ref,
                       uintptr_t live);
bool uci_join_register_far(uci_ref record, const struct uci_suspended *waiter);
_Noreturn void uci_child_end_far(uci_ref ref, const void *result, size_t size);
