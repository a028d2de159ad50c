/*
 * Stolen and suspended threads: frames stay where they are.  Rules S1-S5 in
 * docs/protocols/suspend.md, K1-K16 in docs/protocols/stacks.md.
 */
#ifndef UCI_THREAD_H
#define UCI_THREAD_H

#include "words/worker.h"

#include <ucilk/abi.h>

struct uci_record;
struct uci_slot;

/* A saved context, away from the stack: r15 r14 r13 r12 rbx rbp and the return
 * address. */
struct uci_context {
    uintptr_t words[7];
};

/* What a record says of the stack of the parent, P. */
struct uci_record_stack {
    uintptr_t home; /* where P's stack pointer would be, had P never been moved */
    uintptr_t set;  /* where it was put instead; 0: P was never moved */
    bool frees; /* K6: nothing of P is on the chunk of the child's bottom */
    struct uci_context spawn; /* P's at the spawn, for debuggers */
};

/* A continuation that was taken from a deque.  K4: its context is copied before
 * the record is published, since the child's end may give the chunk away on
 * which it lies. */
struct uci_stolen {
    uintptr_t sp;    /* where it was pushed: layout.h */
    uintptr_t rsp;   /* its stack pointer there */
    uintptr_t called; /* the return address below that: of P at the spawn */
    uintptr_t upper; /* of its thread */
    uci_ref record;  /* where its thread reports */
    uci_ref handle;  /* the record of the child that goes on */
    uci_ref ready;   /* a cluster's */
    struct uci_context context;
    uintptr_t upper_of_child;
    struct ucilk_abi_child *scope; /* inlets.md A3: the parent's */
    unsigned kind; /* of the spawn */
    unsigned home;
    const struct ucilk_abi_task *task;
};

/* A thread at a sync that leaves the chunk on which it was continued: K9. */
struct uci_leave {
    uintptr_t sp;   /* its context, on the present stack */
    uintptr_t home; /* where the context goes */
    struct ucilk_abi_frame *frame;
    uintptr_t live; /* as uci_join_frame's */
    bool ends;
};

struct uci_suspended {
    uintptr_t sp;    /* its context, but for a continuation's */
    uintptr_t upper; /* of its thread, or UCI_STACK_ROOT */
    uci_ref record;  /* where it reports when it ends */
    uci_ref views;   /* at a sync: its own; rule R4 */
    void *value;     /* what its suspended call returns */
    const char *place;    /* where in the program it waits, or NULL */
    uint64_t ready_since; /* time stamp; 0 if it need not wait */
    uci_ref self;         /* this block */
    uci_ref next;         /* in a ready queue; of a future's waiters */
    uint64_t goes_home;   /* main, between regions: rule F7 */
    uint64_t n_regions;   /* a cluster's */
    uint64_t float_mode;
    struct ucilk_abi_child *scope; /* inlets.md A3 */
    unsigned home;
    struct ucilk_pedigree pedigree;
    bool is_entry;         /* a continuation: `stolen' */
    bool leaves;           /* at a sync: `leave' */
    uintptr_t was_return;  /* what uci_thread_cut has replaced */
    struct uci_leave leave;
    uintptr_t at_sync[UCI_SYNC_WORDS]; /* the context of one that leaves */
    struct uci_stolen stolen;
};
static_assert(offsetof(struct uci_suspended, goes_home) ==
                  offsetof(struct uci_suspended, next) + 8,
              "read together: uci_home_sort_out");

/* What an outermost frame's thread has for its upper end. */
#define UCI_STACK_ROOT ((uintptr_t)1)

/* The limit (spawn.S) while threads run: the upper end of all chunks, so that a
 * stack of the system's takes the slow path (K15); 0 forces every spawn there. */
extern uintptr_t uci_running_limit;

/* A cluster's. */
#define uci_thread_watch ((void (*)(uintptr_t))NULL)

/* S1: the thread whose context is at sp, which reports to `record'.  It stays
 * where it is, with its bottom cut. */
struct uci_suspended *uci_thread_evacuate(uintptr_t sp, uintptr_t upper,
                                          uci_ref record);
void uci_thread_free(uci_ref thread);
/* The same of the own entry that is claimed; its value is the record. */
struct uci_suspended *uci_thread_evacuate_entry(struct uci_slot *entry,
                                                uci_ref record);
/* K9: it leaves its chunk, if leaves is not null. */
void uci_thread_leave(struct uci_suspended *s, struct uci_leave *leaves);
/* It goes on at once. */
_Noreturn void uci_thread_stay(struct uci_suspended *s);

static inline uintptr_t uci_leave_sp(const struct uci_leave *leaves)
{
    return leaves->sp;
}

/* Words of a suspended thread that is the caller's. */
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

/* Calls run(argument) where the stack is deep enough for tasks: on a chunk. */
void uci_stack_call(void (*run)(void *argument), void *argument);

/* As uci_may_run_of, of a suspended thread. */
static inline bool uci_may_run(uci_ref thread)
{
    const struct uci_worker *self = uci_worker_self();
    const struct uci_suspended *s = uci_ref_pointer(thread);
    return !self->is_guest || s->home == self->id;
}

/* S2: runs it; the caller is on the scheduler's stack. */
_Noreturn void uci_thread_resume(uci_ref thread);
/* The same at the end of what it has waited for. */
_Noreturn void uci_thread_resume_waiter(uci_ref thread);

/* Lets the body at the bottom of a thread return to where nothing is popped;
 * returns the address that was there, or 0 of a root thread. */
uintptr_t uci_thread_cut(uintptr_t upper);

/* D5: takes a claimed entry of worker v, and makes the record of the child that
 * goes on there. */
void uci_stack_take(const struct uci_worker *v, struct uci_slot *entry,
                    struct uci_stolen *stolen);
/* F3: the parent of the running thread, popped from the own deque, will go on
 * without it: the same; and back. */
void uci_stack_part(struct uci_slot *entry, struct uci_stolen *parent);
void uci_stack_join(struct uci_slot *entry, const struct uci_stolen *parent);
/* Goes on with it, K3; the caller's deque is as it was. */
_Noreturn void uci_stack_continue(const struct uci_stolen *parent);
/* The same as the worker's only thread. */
_Noreturn void uci_thread_run_stolen(const struct uci_stolen *stolen);

/* K8: the task whose parent is gone has delivered its result: gives its chunk
 * back where that is its own.  `record' is null for a future's. */
void uci_stack_leave(const uintptr_t words[3], const struct uci_record *record);

/* J1: where the result of a task is; `words' are its spawn's. */
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

/* Is a variable there gone, of a thread whose live stack begins at `live'? */
bool uci_stack_is_gone(uintptr_t address, uintptr_t live);

/* What runs in a thread of upper end sp. */
const struct ucilk_abi_task *uci_stack_task_of(const struct uci_worker *w,
                                               uintptr_t sp);

/* ThreadSanitizer: what came before the release at that word comes before what
 * follows an acquire there.  Renewed, the word orders nothing of before. */
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

/* memcpy, of memory that strands use one after another without its knowledge. */
static inline void uci_thread_copy(void *to, const void *from, size_t size)
{
    if (uci_thread_sanitized())
        uci_sanitizer_copy(to, from, size);
    else
        memcpy(to, from, size);
}

/* Futures: is the caller a worker?  Else it becomes one. */
static inline bool uci_stack_is_ours(uintptr_t local)
{
    (void)local;
    return !uci_self.is_foreign;
}
void uci_stack_adopt(const char *what, const char *place);

#endif
