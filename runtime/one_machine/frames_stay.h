/*
 * Stolen and suspended threads: frames stay where they are.  Rules K1-K16 in
 * docs/protocols/stacks.md; S3, S5 and S6 in suspend.md.
 */
#pragma once

#include "sched/worker.h"

#include <ucilk/abi.h>

struct uci_record;
struct uci_slot;

/* A context that was copied from the stack, or from a slot: r15 r14 r13 r12 rbx
 * rbp, and the address where it goes on. */
struct uci_context {
    uintptr_t words[7];
};

/* What a child's record says of the stack of its parent, P: K6, K10. */
struct uci_record_stack {
    uintptr_t home; /* where P's stack pointer would be, had P not been moved */
    uintptr_t set;  /* where it was put instead; 0 if P was not moved */
    bool frees;     /* K6: the child's end frees the chunk of its bottom */
    struct uci_context spawn; /* P's context at the spawn, for debuggers */
};

/* The waiting parent stays in place. */
#define uci_stack_note_waiter(r, s) ((void)0)
#define uci_stack_forget_waiter(r) ((void)0)

/* A continuation that was taken from a deque.  K4: its context is copied before
 * the record is published, since then the child's end may free the chunk that
 * the context lies on. */
struct uci_stolen {
    uintptr_t sp;     /* slot.sp: layout.h */
    uintptr_t rsp;    /* the parent's stack pointer at the spawn */
    uintptr_t called; /* the return address of the spawn, below rsp */
    uintptr_t upper;  /* upper end of its thread */
    uci_ref record;   /* where its thread reports */
    uci_ref handle;   /* the record of the child that goes on at the victim */
    uci_ref ready;    /* only for clusters */
    struct uci_context context;
    uintptr_t upper_of_child;
    struct ucilk_abi_child *scope;     /* inlets.md A3: the parent's */
    unsigned kind;                     /* of the spawn: layout.h */
    unsigned home;                     /* the guest whose region it is of */
    const struct ucilk_abi_task *task; /* the child's */
};

/* K9: a thread at a sync that leaves the chunk that its frame was moved to. */
struct uci_leave {
    uintptr_t sp;   /* its context, on the chunk that it leaves */
    uintptr_t home; /* where the context goes */
    struct ucilk_abi_frame *frame;
    uintptr_t live; /* as uci_join_frame's */
    bool ends;
};

/* Stacks are each worker's own. */
#define uci_stack_keep(low, high) ((void)(low), (void)(high))
#define uci_stack_live(low) ((void)(low))

struct uci_suspended {
    uintptr_t sp;         /* its context, unless is_entry or leaves */
    uintptr_t upper;      /* upper end of its thread, or UCI_STACK_ROOT */
    uci_ref record;       /* where it reports when it ends */
    uci_ref views;        /* R4: the set that goes with it */
    void *value;          /* what its suspended call returns */
    const char *place;    /* where in the program it waits, or NULL */
    uint64_t ready_since; /* when it could go on; 0 if that is not counted */
    uci_ref self;         /* this block */
    uci_ref next;         /* in a ready queue, or among a future's waiters */
    uint64_t goes_home;   /* F7: it is main, and main lingers */
    uint64_t n_regions;   /* only for clusters */
    uint64_t float_mode;
    struct ucilk_abi_child *scope; /* inlets.md A3 */
    unsigned home;                 /* the guest whose region it is of */
    struct ucilk_pedigree pedigree;
    bool is_entry;        /* S5: a continuation, in `stolen' */
    bool leaves;          /* K9: at a sync, in `leave' and `at_sync' */
    uintptr_t was_return; /* what uci_thread_cut has replaced; 0 for a root */
    struct uci_leave leave;
    uintptr_t at_sync[UCI_SYNC_WORDS];
    struct uci_stolen stolen;
};

/* In place of the upper end of a root thread. */
#define UCI_STACK_ROOT ((uintptr_t)1)

/* The limit of a running worker (spawn.S): the upper end of all chunks, so that
 * a spawn on a stack of the system takes the slow path (K15).  If it is 0 every
 * spawn does. */
extern _Atomic uintptr_t uci_running_limit;

/* Promotes all spawns of the thread whose context is at sp, which is about to
 * be suspended; `leaves' as uci_wait_leaving's, or null. */
void uci_stack_publish(uintptr_t sp, const struct uci_leave *leaves);

/* Only for clusters. */
#define uci_thread_watch ((void (*)(uintptr_t))NULL)

/* K16: the same of an own entry that is claimed.  Its value is the record of
 * the child. */
struct uci_suspended *uci_thread_evacuate_entry(struct uci_slot *entry,
                                                uci_ref record);
/* K9, K11: the suspended thread leaves its chunk; nothing if leaves is null. */
void uci_thread_leave(struct uci_suspended *s, struct uci_leave *leaves);
/* Words of a suspended thread that nobody else knows. */
static inline uci_ref uci_thread_next(uci_ref thread)
{
    return ((struct uci_suspended *)uci_ref_pointer(thread))->next;
}
static inline void uci_thread_set_next(uci_ref thread, uci_ref next)
{
    ((struct uci_suspended *)uci_ref_pointer(thread))->next = next;
}
static inline void uci_thread_note_ready(uci_ref thread, uint64_t ticks)
{
    ((struct uci_suspended *)uci_ref_pointer(thread))->ready_since = ticks;
}

static inline unsigned uci_thread_home(uci_ref thread)
{
    return ((struct uci_suspended *)uci_ref_pointer(thread))->home;
}

/* Calls run(argument) on a chunk, whose stack is deep enough for tasks. */
void uci_stack_call(void (*run)(void *argument), void *argument);

/* True if worker `runs' may run a suspended thread: as uci_may_run_for. */
static inline bool uci_may_run(const struct uci_worker *runs, uci_ref thread)
{
    const struct uci_suspended *s = uci_ref_pointer(thread);
    return uci_may_run_home(runs, s->home);
}

/* K5: makes the body at the bottom of a thread return to ucilk_stolen
 * (spawn.S).  Returns the address that was there, or 0 for a root thread. */
uintptr_t uci_thread_cut(uintptr_t upper);

/* D5, K4, K5: takes a claimed entry of worker v, and makes the record of the
 * child that goes on there. */
void uci_stack_take(const struct uci_worker *v, struct uci_slot *entry,
                    struct uci_stolen *stolen);
/* The bytes that it has copied: none, the frame stays in place. */
#define uci_stolen_bytes(stolen) ((void)(stolen), (uint64_t)0)
/* F3 (2): the same for the parent of the running thread, whose entry was popped
 * from the own deque; uci_stack_join undoes it (F3 (5)). */
void uci_stack_part(struct uci_slot *entry, struct uci_stolen *parent);
void uci_stack_join(struct uci_slot *entry, const struct uci_stolen *parent);

/* K17: runs task->body(args) as a thread of its own, on a fresh chunk, in the
 * region of guest `home'.  Its end is that of a child whose parent is gone and
 * has left this record.  The caller is on the scheduler's stack, and its deque
 * is empty. */
_Noreturn void uci_thread_run_new(const struct ucilk_abi_task *task, void *args,
                                  uci_ref record, unsigned home);

/* K8: called when a child whose parent is gone has delivered its result: frees
 * the chunk of its bottom if that is for the child to free.  `record' is null
 * for a future's task. */
void uci_stack_leave(const uintptr_t words[3], const struct uci_record *record);

/* J1: the address of a task's result; `words' are the child's words, value is
 * what the body returned. */
static inline const void *uci_spawn_result(const uintptr_t words[3],
                                           const uintptr_t *value)
{
    const struct ucilk_abi_task *task = (const struct ucilk_abi_task *)words[2];
    if (task->flags & UCILK_ABI_TASK_RETURNS)
        return (const void *)*value;
    return task->flags & UCILK_ABI_TASK_DIRECT
               ? (const char *)value
               : *(const char **)((uintptr_t)words - sizeof *words) +
                     task->result_offset;
}

/* J5: true if a variable there, of a thread whose live variables begin at
 * `live', no longer exists. */
bool uci_stack_is_gone(uintptr_t address, uintptr_t live);

/* Order between strands, for ThreadSanitizer: sanitizer.h. */
static inline void uci_thread_release(const void *word)
{
    if (uci_thread_sanitized())
        uci_sanitizer_release(word);
}
static inline void uci_thread_acquire(const void *word)
{
    if (uci_thread_sanitized())
        uci_sanitizer_acquire(word);
}
static inline void uci_thread_renew(void *word)
{
    if (uci_thread_sanitized())
        uci_sanitizer_renew(word);
}

/* A memcpy that ThreadSanitizer does not see, for memory that strands use one
 * after another. */
static inline void uci_thread_copy(void *to, const void *from, size_t size)
{
    if (uci_thread_sanitized())
        uci_sanitizer_copy(to, from, size);
    else
        memcpy(to, from, size);
}

/* True if the caller, which uses a future, is a worker; if not it becomes one
 * by uci_stack_adopt. */
static inline bool uci_stack_is_ours(uintptr_t local)
{
    (void)local;
    return !uci_self.is_foreign;
}
void uci_stack_adopt(const char *what, const char *place);
