/*
 * Stolen and suspended threads: segments are copied to the same addresses.
 * Rules S1-S6 in docs/protocols/suspend.md.
 *
 * A suspended thread is a copy in the evacuation heap of the worker that
 * suspended it.  Any worker may resume it, at the addresses that it had, while
 * that worker has no thread and an empty deque.
 */
#pragma once

#include "cluster/mem/region.h"

#include <ucilk/abi.h>

/*
 * What of the region matters while the worker runs on the scheduler's stack:
 * the simulation keeps that when it switches to another worker.  Keep: only the
 * bytes [low, high).  Live: the running thread's from `low' up, those of the
 * entries above it, and the old frame of the parent that was stolen last.
 */
#ifdef UCI_SIM_BUILD
extern uintptr_t uci_sim_low, uci_sim_high; /* high: 0 of a running thread */
static inline void uci_stack_keep(uintptr_t low, uintptr_t high)
{
    uci_sim_low = low;
    uci_sim_high = high;
}
#else
#define uci_stack_keep(low, high) ((void)(low), (void)(high))
#endif
static inline void uci_stack_live(uintptr_t low)
{
    uci_stack_keep(low, 0);
}

/* Under a sanitizer there is only one worker. */
#define uci_sanitized() false

struct uci_suspended {
    uintptr_t sp;         /* lower end; there its context is */
    size_t size;          /* bytes from there up */
    uci_ref record;       /* where it reports when it ends */
    uci_ref views;        /* R4: the set that goes with it, or 0 */
    void *value;          /* what its suspended call returns */
    const char *place;    /* where in the program it waits, or NULL */
    uint64_t ready_since; /* when it could go on; 0 if not counted */
    uci_ref self;         /* this block */
    uci_ref next;         /* in a ready queue, or of a future's waiters */
    uint64_t goes_home;   /* F7, N22: it is main, and main lingers */
    uint64_t n_regions;   /* N14: its worker's, when it was suspended */
    char bytes[] __attribute__((aligned(16)));
};

/* A stolen thread, in place in this worker's region. */
struct uci_stolen {
    uintptr_t sp, upper;
    uci_ref record; /* where it reports */
    uci_ref handle; /* the record of the child that goes on at the victim */
    uci_ref ready;  /* of a failed attempt on a far victim: not 0 if its ready
                     * queue is not empty */
};

/* Every spawn has pushed its entry. */
#define uci_stack_publish(sp, leaves) ((void)0)

struct uci_record;
struct uci_slot;

/* N13: where the waiting parent's bytes go, and how many there are; 0 until the
 * parent has registered. */
struct uci_record_stack {
    uintptr_t sp;
    size_t size;
};

/* Notes in a record of this node that thread s waits for the child. */
#define uci_stack_note_waiter(r, s)                                            \
    ((r)->stack = (struct uci_record_stack){(s)->sp, (s)->size})
#define uci_stack_forget_waiter(r)                                             \
    ((r)->stack = (struct uci_record_stack){0, 0})

/* Upper end of the root thread's segment. */
#define UCI_STACK_ROOT UCI_REGION_END

/* D5: copies the segment of a claimed entry of worker v, and makes the record
 * of the child that goes on there. */
void uci_stack_take(const struct uci_worker *v, const struct uci_slot *entry,
                    struct uci_stolen *stolen);

/* The bytes that it has copied. */
static inline uint64_t uci_stolen_bytes(const struct uci_stolen *stolen)
{
    return stolen->upper - stolen->sp;
}

/* F3 (2): makes the record for the parent of the running thread, whose entry
 * was popped from the own deque, and which will go on in place.  uci_stack_join
 * undoes what must be undone: nothing. */
void uci_stack_part(const struct uci_slot *entry, struct uci_stolen *parent);
#define uci_stack_join(entry, parent) ((void)(entry), (void)(parent))

/* S5: makes a suspended thread of an own entry that is claimed.  Its value is
 * the record of the child. */
struct uci_suspended *uci_thread_evacuate_entry(const struct uci_slot *entry,
                                                uci_ref record);

/* Called when a child whose parent is gone has delivered its result: nothing is
 * to be freed. */
#define uci_stack_leave(words, record) ((void)(words), (void)(record))

/* Threads do not leave their stack at a sync. */
struct uci_leave {
    uintptr_t sp;
};
#define uci_thread_leave(s, leaves) ((void)(s), (void)(leaves))

/* J1: the address of a task's result; `words' are the child's words, value is
 * what the body returned. */
static inline const void *uci_spawn_result(const uintptr_t words[3],
                                           const uintptr_t *value)
{
    const struct ucilk_abi_task *task = (const struct ucilk_abi_task *)words[2];
    return task->flags & UCILK_ABI_TASK_DIRECT
               ? (const char *)value
               : (const char *)words[1] + task->result_offset;
}

/* J5: true if a variable there, of a thread whose live variables begin at
 * `live', no longer exists. */
static inline bool uci_stack_is_gone(uintptr_t address, uintptr_t live)
{
    return uci_region_holds(address) && address < live;
}

/* True if the caller, on the stack at `local', can suspend itself.  If not,
 * uci_stack_adopt ends the program with a message. */
static inline bool uci_stack_is_ours(uintptr_t local)
{
    return uci_region_holds(local);
}
_Noreturn void uci_stack_adopt(const char *what, const char *place);
#define uci_thread_home(thread) ((void)(thread), 0u)

/* Calls run(argument): every stack here is deep enough for tasks. */
static inline void uci_stack_call(void (*run)(void *argument), void *argument)
{
    run(argument);
}

/* Any worker runs any thread. */
#define uci_may_run(runs, thread) ((void)(runs), (void)(thread), true)

/* The upper end of this worker's scheduler stack, aligned to 16. */
extern uintptr_t uci_sched_stack;

/* The limit of a running worker (spawn.S): the upper end of the region; or 0 if
 * every spawn has to take the slow path. */
extern _Atomic uintptr_t uci_running_limit;

/* UCILK_CHECK_MEMORY, else NULL.  Closes the region from `upper' up to the
 * strand that is about to run.  UCI_REGION_END opens all of it.  Set by
 * check/. */
extern void (*uci_thread_watch)(uintptr_t upper);

/* Called before a thread's bytes are put in place: the worker has no thread, so
 * nobody looks for a task's name in the bytes above the old one's. */
void uci_thread_open_region(void);

/* Words of a suspended thread, near or far, that nobody else changes.  If it is
 * far a `next' that was set is in place after a flush. */
uci_ref uci_thread_next(uci_ref thread);
void uci_thread_set_next(uci_ref thread, uci_ref next);
/* Does nothing for a far thread: another node has another clock. */
void uci_thread_note_ready(uci_ref thread, uint64_t ticks);

/* The rest of a resumption, when the thread's bytes are in place again: region,
 * views, statistics.  `since' as ready_since. */
_Noreturn void uci_thread_go_on(const struct uci_suspended *head,
                                uint64_t since);

/* thread_far.c: resumes a thread of another node.  `stack' says where its bytes
 * go, if its size is not 0. */
_Noreturn void uci_thread_resume_far(uci_ref thread, uint64_t since,
                                     struct uci_record_stack stack);

/* Runs the thread whose bytes are in place at [sp, upper): sets the base slot,
 * the limit and the state, and loads the context. */
_Noreturn void uci_thread_run(uintptr_t sp, uintptr_t upper, uci_ref record,
                              void *value);

/* S4: makes the body at the bottom of a copied segment, whose upper end is
 * `upper', return to ucilk_stolen (spawn.S).  `end' is the upper end of the
 * copy. */
void uci_thread_cut(uintptr_t upper, void *end);

/* ThreadSanitizer is for programs of one process. */
#define uci_thread_copy memcpy
#define uci_thread_release(word) ((void)(word))
#define uci_thread_acquire(word) ((void)(word))
#define uci_thread_renew(word) ((void)(word))
