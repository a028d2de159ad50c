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

#include "cluster/mem/region.h"

#include <ucilk/abi.h>

/* Sanitizers are for one process. */
static inline bool uci_sanitized(void)
{
    return false;
}

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

/* A stolen thread, in place in this worker's region. */
struct uci_stolen {
    uintptr_t sp, upper;
    uci_ref record; /* where it reports */
    uci_ref handle; /* the record of the child that goes on at the victim */
    uci_ref ready;  /* far, where the attempt failed: is in its ready queue */
};

struct uci_record;
struct uci_slot;

/* What a record says of stacks: nothing. */
struct uci_record_stack {
};

/* Upper end of the root thread's segment. */
#define UCI_STACK_ROOT UCI_REGION_END

/*
 * Taking and giving up stacks; the other library has the same names.
 */

/* D5: copies the stack of a claimed entry of worker v, and makes the record of
 * the child that goes on there. */
void uci_stack_take(const struct uci_worker *v, const struct uci_slot *entry,
                    struct uci_stolen *stolen);

/* F3: the parent of the running thread, popped from the own deque, will go on
 * without it: the same, in place; and back. */
void uci_stack_part(const struct uci_slot *entry, struct uci_stolen *parent);
static inline void uci_stack_join(const struct uci_slot *entry,
                                  const struct uci_stolen *parent)
{
    (void)entry;
    (void)parent;
}
_Noreturn void uci_stack_continue(const struct uci_stolen *parent);

/* Runs what was stolen. */
_Noreturn void uci_thread_run_stolen(const struct uci_stolen *stolen);

/* The own entry that is claimed, as a suspended thread; its value is the
 * record. */
struct uci_suspended *uci_thread_evacuate_entry(const struct uci_slot *entry,
                                                uci_ref record);

/* The thread that was evacuated goes on at once. */
_Noreturn void uci_thread_stay(struct uci_suspended *s);

/* The task whose parent is gone has delivered its result: its stack is free. */
static inline void uci_stack_leave(const uintptr_t words[3],
                                   struct uci_record *record)
{
    (void)words;
    (void)record;
}

/* Threads do not leave their stack at a sync. */
struct uci_leave {
    uintptr_t sp;
};
static inline void uci_thread_leave(struct uci_suspended *s,
                                    struct uci_leave *leaves)
{
    (void)s;
    (void)leaves;
}
static inline uintptr_t uci_leave_sp(const struct uci_leave *leaves)
{
    return leaves->sp;
}

/* J1: where the result of a task is; `words' are its spawn's. */
static inline const void *uci_spawn_result(const uintptr_t words[3],
                                           const uintptr_t *value)
{
    const struct ucilk_abi_task *task = (const struct ucilk_abi_task *)words[2];
    return task->flags & UCILK_ABI_TASK_DIRECT
               ? (const char *)value
               : (const char *)words[1] + task->result_offset;
}

/* Is a variable there gone, of a thread whose live stack begins at `live'? */
static inline bool uci_stack_is_gone(uintptr_t address, uintptr_t live)
{
    return uci_region_holds(address) && address < live;
}

/* What runs in worker w, whose thread ends at sp. */
const struct ucilk_abi_task *uci_stack_task_of(const struct uci_worker *w,
                                               uintptr_t sp);

/* Can the caller, on the stack at `local', suspend itself?  If not: ends the
 * program with a message. */
static inline bool uci_stack_is_ours(uintptr_t local)
{
    return uci_region_holds(local);
}
_Noreturn void uci_stack_adopt(const char *what, const char *place);

static inline unsigned uci_thread_home(uci_ref thread)
{
    (void)thread;
    return 0;
}

/* Calls run(argument) where the stack is deep enough for tasks: here. */
static inline void uci_stack_call(void (*run)(void *argument), void *argument)
{
    run(argument);
}

/* Any worker runs any thread. */
static inline bool uci_may_run(uci_ref thread)
{
    (void)thread;
    return true;
}

/* Upper end of this worker's scheduler stack, aligned to 16. */
extern uintptr_t uci_sched_stack;

/* The limit (spawn.S) while threads run; 0 forces every spawn through the
 * slow path. */
extern uintptr_t uci_running_limit;

/* UCILK_CHECK_MEMORY, else NULL: what lies in the region from `upper' up is not
 * for the strand that is about to run; UCI_REGION_END, before threads are put
 * in place.  Set by check/. */
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

/* ThreadSanitizer's, of one process. */
#define uci_thread_copy memcpy
static inline void uci_thread_release(const void *word)
{
    (void)word;
}
static inline void uci_thread_acquire(const void *word)
{
    (void)word;
}
static inline void uci_thread_renew(void *word)
{
    (void)word;
}

#endif
