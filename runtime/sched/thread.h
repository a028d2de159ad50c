/*
 * Suspended threads: a segment out of its place, and what it takes to put it
 * back.  Rules S1-S5 in docs/protocols/suspend.md.
 *
 * A suspended thread lives in the evacuation heap of the worker that
 * suspended it and is resumed by any worker, at the address it had, while
 * that worker has no thread and an empty deque.
 */
#ifndef UCI_THREAD_H
#define UCI_THREAD_H

#include "mem/region.h"

struct uci_suspended {
    uintptr_t sp;               /* lower end, and its saved context */
    size_t size;                /* bytes from there up */
    uci_ref record;             /* where it reports when it ends */
    uci_ref views;              /* at a sync: its own; rule R4 */
    void *value;                /* what its suspended call returns */
    const char *place;          /* where in the program it waits, or NULL */
    uint64_t ready_since;       /* time stamp; 0 if it need not wait */
    uci_ref self;               /* this block */
    uci_ref next;               /* in a ready queue; of a future's waiters */
    uint64_t goes_home;         /* main, between regions: rule F7 */
    uint64_t n_regions;         /* that its worker had seen begin; rule N14 */
    char bytes[] __attribute__((aligned(16)));
};
static_assert(offsetof(struct uci_suspended, goes_home) ==
                  offsetof(struct uci_suspended, next) + 8,
              "read together: uci_home_sort_out");

/* Upper end of this worker's scheduler stack, aligned to 16. */
extern uintptr_t uci_sched_stack;

/* The limit (spawn.S) while threads run; 0 forces every spawn through the
 * slow path. */
extern uintptr_t uci_running_limit;

/* UCILK_CHECK_STACK, else NULL: what lies in the region from `upper' up is not
 * for the strand that is about to run; UCI_REGION_END, before threads are put
 * in place.  Set by start/. */
extern void (*uci_thread_watch)(uintptr_t upper);

/* S1: copies the thread [sp, upper), which reports to `record', out of the
 * region. */
struct uci_suspended *uci_thread_evacuate(uintptr_t sp, uintptr_t upper,
                                          uci_ref record);
void uci_thread_free(uci_ref thread);

/* Words of a suspended thread, near or far, that is the caller's.  `next' is
 * there after a flush. */
uci_ref uci_thread_next(uci_ref thread);
void uci_thread_set_next(uci_ref thread, uci_ref next);
/* Where clocks are the same: on this node. */
void uci_thread_note_ready(uci_ref thread, uint64_t ticks);

/* S2: puts it back and runs it; the caller is on the scheduler's stack. */
_Noreturn void uci_thread_resume(uci_ref thread);
/* The same at the end of what it has waited for. */
_Noreturn void uci_thread_resume_waiter(uci_ref thread);

/* What follows when its bytes are in place again and the copy is freed, or will
 * be; `since' as ready_since. */
_Noreturn void uci_thread_go_on(const struct uci_suspended *head,
                                uint64_t since);

/* thread_far.c: of another node. */
_Noreturn void uci_thread_resume_far(uci_ref thread, uint64_t since);

/*
 * Runs the thread whose bytes are in place at [sp, upper): base slot, mark of
 * the outermost frame where this is the root thread (rule C2), limit, state.
 */
_Noreturn void uci_thread_run(uintptr_t sp, uintptr_t upper, uci_ref record,
                              void *value);

/* Lets the body at the bottom of a copied segment that ends at `upper' return
 * into ucilk_stolen; `end' is where the copy's last byte lies. */
void uci_thread_cut(uintptr_t upper, void *end);

#endif
