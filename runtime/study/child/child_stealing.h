/*
 * Child stealing: a spawn makes a *block* for its child, pushes it on the
 * worker's deque, and goes on.  Rules L1-L7 in docs/protocols/child.md.
 *
 * A block lies in the heap of the worker that spawned, which is also the worker
 * that joins: a parent never moves.  A thief copies the second half, and writes
 * the result and then `done' into the block.
 *
 * A future is a block, too, which no frame joins: its last get frees it (L8).
 */
#pragma once

#include "sched/worker.h"

#include <ucilk/abi.h>

struct uci_block {
    union {
        struct {                    /* The parent's. */
            struct uci_block *next; /* of the same frame, as spawned */
            void *dst;              /* where its result goes, by `finish' */
            ucilk_abi_finish *finish;
        };
        struct {                        /* A future's. */
            _Atomic uint64_t consumers; /* gets that are left */
            _Atomic uint64_t is_set;    /* a promise: somebody sets it */
        };
    };
    /* 0, or when the child ended, in ticks, with bit 0 set: UCI_BLOCK_DONE if
     * it ran in this worker.  Written last (L3). */
    _Atomic uint64_t done;
    /* What a thief copies. */
    const struct ucilk_abi_task *task;
    size_t args_size;
    union {
        unsigned long words[4]; /* of a direct task; then its result */
        char args[32];          /* of any other, or more of them */
    };
};
#define UCI_BLOCK_DONE ((uint64_t)1)
/* It ended on another node, which has another clock. */
#define UCI_BLOCK_AWAY ((uint64_t)3)

enum {
    UCI_BLOCK_TAKEN = offsetof(struct uci_block, task),
    UCI_BLOCK_ARGS = offsetof(struct uci_block, args),
};
static_assert(UCI_BLOCK_ARGS % 16 == 0, "args are aligned");

static inline bool uci_block_is_done(struct uci_block *b)
{
    /* Acquire: with the release that stored it, before which the result was
     * written (L3). */
    return uci_load_acquire(&b->done) != 0;
}

/* True if a block of that worker can be there. */
static inline bool uci_block_may_be(unsigned rank, uintptr_t at)
{
    const char *heap =
        uci_self.heap - (char *)uci_peer(uci_id) + (char *)uci_peer(rank);
    size_t room = (size_t)(uci_self.heap_end - uci_self.heap);
    return at - (uintptr_t)heap < room && at % 16 == 0;
}

/* Where the child's result is, or is to go; *size is its size. */
static inline void *uci_block_result(struct uci_block *b, size_t *size)
{
    const struct ucilk_abi_task *task = b->task;
    bool is_direct = task->flags & UCILK_ABI_TASK_DIRECT;
    *size = is_direct ? sizeof *b->words : task->result_size;
    return b->args + (is_direct ? 0 : task->result_offset);
}

/* Makes a block in the own heap, with room for `size' bytes of args, of which
 * it copies those that there are: args may be NULL. */
struct uci_block *uci_block_make(const struct ucilk_abi_task *task,
                                 const void *args, size_t size);

/* Calls the task; its result is then in the block. */
void uci_block_call(struct uci_block *b);

/*
 * The deque of blocks: the words and the lock of sched/deque.h, with
 * `sp' the block and `record' the bytes that a thief copies.  Rules L1, L2, L7
 * in docs/protocols/child.md.
 */

/* L1: pushes a block; false if the deque has no room. */
bool uci_child_push(struct uci_block *b);

/* L2: the newest block, or NULL if thieves have taken all. */
struct uci_block *uci_child_pop(void);

/* A stolen block: a copy in this worker's heap, and where the original is. */
struct uci_prey {
    struct uci_block *copy;
    struct uci_block *original;
    unsigned victim;
};

/* One attempt to steal, on a victim that is drawn; true if it succeeds. */
bool uci_child_steal(struct uci_prey *prey);

/* L3: the copy has been called: its result goes to the original, then `done'.
 * Frees the copy. */
void uci_child_deliver(const struct uci_prey *prey);

/*
 * The two kinds of child stealing (Shiina & Taura, CLUSTER'22, IV): what
 * happens where a sync must wait.  UCILK_CHILD chooses.
 *
 *   rtc   run to completion: other tasks run on top of the waiting one, which
 *         goes on when they have ended, even if its child has ended earlier:
 *         its join is *buried*
 *   full  fully fledged threads: each task has a stack of its own; the waiting
 *         one is put into a queue of its worker, and goes on when its child has
 *         ended and the worker has nothing newer to run
 */
struct uci_child_kind {
    /* Returns when the block is done.  Of another worker it is a future's, and
     * only `full' waits for these. */
    void (*wait)(uci_ref block);
    /* Looks for work for ever; on the scheduler's stack. */
    void (*loop)(void) __attribute__((noreturn));
    /* Runs a block that has no room in the deque, at once. */
    void (*run)(struct uci_block *b);
    /* The lower end of the running task's stack. */
    uintptr_t (*stack)(void);
};

extern const struct uci_child_kind uci_child_rtc, uci_child_full;
extern const struct uci_child_kind *uci_child_kind;

/* One step of waiting, after n + 1 looks in a row have found nothing. */
void uci_child_idle(unsigned n);

/* What `outstanding' is in a frame that has only made futures, so that its end
 * is a sync. */
#define UCI_CHILD_MARK ((void *)1)

/* What comes before each spawn. */
void uci_child_begin_spawn(const struct ucilk_abi_task *task,
                           struct ucilk_abi_frame *frame);

/* Ends the program if less than a reserve is left of the running task's stack:
 * `task' is about to be called or pushed. */
void uci_child_check_stack(const struct ucilk_abi_task *task);

/* --- On workers that are processes; the simulation has none of these, and asks
 * by UCI_IS_SIM first --- */

/* True if main itself calls, and not a task that runs in worker 0 on another
 * stack. */
bool uci_child_is_main(void);

/* C1: main's first spawn outside of a region begins one; the join of that frame
 * ends it. */
void uci_child_open(struct ucilk_abi_frame *frame);
void uci_child_close(void);

static inline bool uci_child_is_open(void)
{
    return uci_load_relaxed(uci_outermost) != 0;
}
static inline bool uci_child_is_outermost(const struct ucilk_abi_frame *frame)
{
    return uci_load_relaxed(uci_outermost) == (uintptr_t)frame;
}

/* The worker has no task and looks for one. */
void uci_child_looks(void);
/* It is about to run one; does not return if the program ends. */
void uci_child_runs(void);
/* What it does after n + 1 looks in vain. */
void uci_child_rest(unsigned n);
