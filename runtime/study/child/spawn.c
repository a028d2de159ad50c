/*
 * Spawns and syncs: <ucilk/abi.h> for child stealing.  A spawn always returns
 * a handle, which is the child's block: so every child is linked to its
 * parent's frame, and joined by the next sync.
 */
#include "study/child/child_stealing.h"
#include "base/message.h"
#include "base/ticks.h"
#include "sched/words.h"
#include "sched/heap.h"
#include "sched/strand_views.h"

#include <string.h>

/* --- Tasks --- */

typedef unsigned long direct_body(unsigned long, unsigned long, unsigned long,
                                  unsigned long);

void uci_block_call(struct uci_block *b)
{
    const struct ucilk_abi_task *task = b->task;
    uci_child_check_stack(task);
    if (UCI_IS_SIM)
        uci_sim_spawn(task);
    if (task->flags & UCILK_ABI_TASK_DIRECT) {
        direct_body *body = (direct_body *)(void *)task->body;
        b->words[0] = body(b->words[0], b->words[1], b->words[2], b->words[3]);
    } else {
        task->body(b->args);
    }
}

/* --- Spawns --- */

struct uci_block *uci_block_make(const struct ucilk_abi_task *task,
                                 const void *args, size_t size)
{
    size_t room =
        size < sizeof(unsigned long[4]) ? sizeof(unsigned long[4]) : size;
    struct uci_block *b = uci_heap_alloc(UCI_BLOCK_ARGS + room);
    b->next = NULL;
    b->dst = NULL;
    b->finish = NULL;
    uci_store_relaxed(&b->done, 0);
    b->task = task;
    b->args_size = room;
    if (args)
        memcpy(b->args, args, size);
    return b;
}

void uci_child_begin_spawn(const struct ucilk_abi_task *task,
                           struct ucilk_abi_frame *frame)
{
    uci_child_check_stack(task);
    if (UCI_IS_SIM)
        return;
    if (uci_unlikely(uci_polls_at_spawn))
        uci_far_poll();
    if (uci_unlikely(!uci_child_is_open()) && uci_child_is_main())
        uci_child_open(frame);
}

static void *spawn(const struct ucilk_abi_task *task,
                   struct ucilk_abi_frame *frame, const void *args, size_t size)
{
    uci_child_begin_spawn(task, frame);
    struct uci_block *b = uci_block_make(task, args, size);
    uci_self.counters.records_made++;
    if (!uci_child_push(b))
        uci_child_kind->run(b);
    return b;
}

void *ucilk_abi_apart_spawn(void *args, const struct ucilk_abi_task *task,
                            struct ucilk_abi_frame *frame)
{
    return spawn(task, frame, args, task->args_size);
}

/* A child never runs on its parent's stack while that is in use, so there is no
 * difference. */
#define BELOW(name)                                                            \
    extern __typeof__(ucilk_abi_apart_##name) ucilk_abi_##name                 \
        __attribute__((alias("ucilk_abi_apart_" #name)));
#define DIRECT(name, parameters, ...)                                          \
    struct ucilk_abi_spawned ucilk_abi_apart_##name parameters {               \
        const long words[4] = {__VA_ARGS__};                                   \
        void *child = spawn(task, frame, words, sizeof words);                 \
        return (struct ucilk_abi_spawned){child, 0};                           \
    } BELOW(name)
BELOW(spawn)
UCILK_ABI_DIRECT_SPAWNS(DIRECT)

/* --- What child stealing has not --- */

struct ucilk_abi_reducer *uci_reducers; /* none */

/* Called by a constructor, before main. */
void ucilk_abi_reducer_add(struct ucilk_abi_reducer *reducer)
{
    (void)reducer;
    uci_fatal("child stealing has no reducers at file scope: it does not keep "
              "the order of the elision; use --ucilk-tool=sim");
}

/* --- Joins --- */

void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish, struct ucilk_abi_local local)
{
    (void)local;
    struct uci_block *b = handle;
    b->dst = dst;
    b->finish = finish;
    if (frame->outstanding && frame->outstanding != UCI_CHILD_MARK)
        ((struct uci_block *)frame->last)->next = b;
    else
        frame->outstanding = b;
    frame->last = b;
}

/* L5, L6: waits until the block is done, and counts the join if the child was
 * stolen and had not ended. */
static void wait(struct uci_block *b)
{
    if (uci_block_is_done(b))
        return;
    uci_self.counters.suspends++;
    uci_child_kind->wait(uci_ref_make(uci_id, b));
    uint64_t done = uci_load_relaxed(&b->done);
    if (done == UCI_BLOCK_DONE)
        return;
    uci_self.counters.joins_resumed++;
    if (done == UCI_BLOCK_AWAY)
        return;
    /* A near thief's clock may be ahead by a latency (study/sim/sim.h). */
    uint64_t now = uci_ticks();
    uci_self.counters.join_ticks += now > done ? now - done : 0;
}

/* Joins all children of the frame in the order of their spawns.  Results for
 * variables in [low, live) are dropped: these no longer exist. */
static void join(struct ucilk_abi_frame *frame, uintptr_t low, uintptr_t live)
{
    struct uci_block *first = frame->outstanding, *next;
    if (first == UCI_CHILD_MARK)
        first = NULL;
    for (struct uci_block *b = first; b; b = next) {
        wait(b);
        uintptr_t dst = (uintptr_t)b->dst;
        size_t size;
        const void *result = uci_block_result(b, &size);
        if (b->finish && !(dst >= low && dst < live))
            b->finish(b->dst, result);
        next = b->next;
        uci_self.counters.records_freed++;
        uci_heap_free(uci_ref_make(uci_id, b)); /* L4 */
    }
    frame->outstanding = frame->last = NULL;
    if (!UCI_IS_SIM && uci_child_is_outermost(frame) && uci_child_is_main())
        uci_child_close();
}

#define CALLER                                                                 \
    (uintptr_t)__builtin_frame_address(0),                                     \
        (uintptr_t)__builtin_frame_address(0) + 2 * sizeof(uintptr_t)

void ucilk_abi_sync(struct ucilk_abi_frame *frame)
{
    join(frame, CALLER);
}

void ucilk_abi_sync_end(struct ucilk_abi_frame *frame)
{
    join(frame, CALLER);
}

void ucilk_abi_sync_return(struct ucilk_abi_frame *frame, void *end)
{
    join(frame, (uintptr_t)__builtin_frame_address(0), (uintptr_t)end);
}
