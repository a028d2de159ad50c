/*
 * Stolen and suspended threads.  In one process their frames stay where they
 * are; in programs for clusters they are copied to the same addresses of
 * another worker.  Both headers have the same names.
 */
#pragma once

#include "base/kind.h"

#ifdef UCILK_ABI_CLUSTER
#include "cluster/sched/frames_move.h"
#else
#include "one_machine/frames_stay.h"
#endif

static_assert(offsetof(struct uci_suspended, goes_home) ==
                  offsetof(struct uci_suspended, next) + 8,
              "read together: uci_home_sort_out");

/* S1, K5, K12: makes a suspended thread of the one whose context is at sp, and
 * which reports to `record'.  Its bottom is cut. */
struct uci_suspended *uci_thread_evacuate(uintptr_t sp, uintptr_t upper,
                                          uci_ref record);
void uci_thread_free(uci_ref thread);
/* F3 (5): the thread that was evacuated, and is still in place, goes on at
 * once. */
_Noreturn void uci_thread_stay(struct uci_suspended *s);

static inline uintptr_t uci_leave_sp(const struct uci_leave *leaves)
{
    return leaves->sp;
}

/* F3 (6), K3: goes on with a parent; the own deque stays as it is. */
_Noreturn void uci_stack_continue(const struct uci_stolen *parent);
/* The same where the worker has no thread: its deque describes this one
 * then. */
_Noreturn void uci_thread_run_stolen(const struct uci_stolen *stolen);

/* S2: resumes the thread; the caller is on the scheduler's stack, and its deque
 * is empty. */
_Noreturn void uci_thread_resume(uci_ref thread);
/* The same where this worker has just done what the thread waited for. */
_Noreturn void uci_thread_resume_waiter(uci_ref thread);

/* The task that runs in worker w, whose thread's upper end is sp. */
const struct ucilk_abi_task *uci_stack_task_of(const struct uci_worker *w,
                                               uintptr_t sp);
