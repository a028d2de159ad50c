/*
 * The slow path of a spawn, and link and sync: the C half of <ucilk/abi.h>, in
 * programs for clusters.
 *
 * A spawn comes here outside of a parallel region, before main has started, on
 * a stack that is not the region's, among the first 64 of a thread (D3), when
 * the watcher has armed (I5), or when main waits in the mailbox (F7).  All
 * spawns do under UCILK_TEST_STEAL=always, under UCILK_ATOMICS=am, and where
 * the kernel has no membarrier.
 */
#define _GNU_SOURCE
#include "cluster/sched/spawn_slow.h"

#include "base/message.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/join.h"
#include "sched/steal.h"
#include "sched/strand_views.h"
#include "sched/words.h"

#include <sched.h>
#include <unistd.h>

void (*uci_spawn_start_workers)(struct ucilk_abi_frame *frame);
pid_t uci_spawn_thread;

static bool ended; /* by uci_spawn_end */

void uci_spawn_end(void)
{
    ended = true;
    uci_store_relaxed(&uci_self.limit, 0);
}

/* Ends the program if the spawn is on a stack that cannot be stolen. */
static void check_stack(uintptr_t sp)
{
    if (uci_likely(uci_world && uci_region_holds(sp) && !ended))
        return;
    const struct ucilk_abi_task *task = uci_spawn_task(sp);
    const char *where =
        !uci_world ? "before main has started, in a constructor"
        : ended    ? "in a handler of atexit"
        : gettid() != uci_spawn_thread
            ? "in a thread of the program's own (pthread_create)"
            : "on a foreign stack: in a signal handler, or a context that the "
              "program made";
    uci_fatal("%s:%d: spawn of `%s' %s; only main and what it calls or spawns "
              "can spawn",
              task->file, task->line, task->name, where);
}

void uci_spawn_push(uintptr_t sp, struct ucilk_abi_frame *frame)
{
    uci_point(spawn_slow);
    uci_spawn_charge(sp);
    check_stack(sp);
    if (uci_unlikely(uci_polls_at_spawn))
        uci_far_poll();
    if (uci_home_needs_region(uci_deque_base()->sp)) {
        uci_spawn_start_workers(frame);
        uci_home_open(frame);
    } else {
        if (uci_unlikely(uci_home_is_wanted()))
            uci_home_make_way();
        uci_idle_raise_limit();
    }
    uci_deque_push(sp);
    uci_idle_notify();
    if (uci_steal_is_forced() && uci_world->n_workers > 1)
        uci_steal_migrate();
    if (uci_unlikely(uci_thread_watch) && uci_deque_is_empty(&uci_self))
        uci_thread_watch(sp); /* the spawn has been stolen */
}

void ucilk_abi_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish, struct ucilk_abi_local local)
{
    (void)local; /* stacks are copied to where they were */
    uci_record_link(frame, (uci_ref)handle, dst, finish);
    uci_views_begin(); /* R2 */
}

/* The lower end of the caller's frame.  A variable below it no longer exists:
 * clang gives back variable length arrays before it calls the cleanup that is
 * the implied sync. */
#define BELOW_CALLER                                                           \
    ((uintptr_t)__builtin_frame_address(0) + 2 * sizeof(uintptr_t))

void ucilk_abi_sync(struct ucilk_abi_frame *frame)
{
    uci_join_frame(frame, BELOW_CALLER, false);
}

void ucilk_abi_sync_end(struct ucilk_abi_frame *frame)
{
    uci_join_frame(frame, BELOW_CALLER, true);
}

void ucilk_abi_sync_return(struct ucilk_abi_frame *frame, void *end)
{
    uci_join_frame(frame, (uintptr_t)end, true);
}
