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
#ifndef UCI_CHILD_BLOCK_H
#define UCI_CHILD_BLOCK_H

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

#endif
