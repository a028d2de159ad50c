/*
 * fork in the program.
 *
 * Stack region and .data are shared memory, which a plain fork would leave
 * shared between parent and child: the two would run on one stack.  So the
 * handlers around fork (pthread_atfork; system, popen and posix_spawn do not
 * call them and need none) put private copies in place before, and the
 * parent goes back to the shared memory afterwards.  While that lasts the
 * own deque is locked, so that no thief looks.  The child is a program of one
 * worker, without the others.
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "arch/x86_64/context.h"
#include "base/message.h"
#include "base/options.h"
#include "mem/region.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    MARGIN = 4096, /* below a handler's frame, for what it calls */
    SWITCH_STACK = 64 << 10,
};

static char *switch_stack; /* remapping stands here */
static bool in_region;     /* the forking thread runs on the region */

static void lock_deque(void)
{
    uintptr_t head = (uintptr_t)uci_deque_head(&uci_self);
    while (!uci_cas_seqcst(&uci_self.H, &head, head | UCI_LOCKED)) {
        head &= ~UCI_LOCKED;
        sched_yield();
    }
}

/* Release: with the acquire in a thief's claim. */
static void unlock_deque(void)
{
    uci_store_release(&uci_self.H, (uintptr_t)uci_deque_head(&uci_self));
}

/* The part of the region that is in use when a handler has a local there. */
static uintptr_t live_part(const void *local)
{
    uintptr_t low = ((uintptr_t)local - MARGIN) & ~(uintptr_t)(UCI_PAGE - 1);
    return low > uci_region_start ? low : uci_region_start;
}

/* Replaces the region by a private copy of what is live on it. */
static void unshare_region(void *local)
{
    size_t size = uci_world->region_size;
    uintptr_t live = live_part(local);
    char *copy = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (copy == MAP_FAILED)
        uci_fatal("fork: cannot copy the stack: %s", strerror(errno));
    memcpy(copy + (live - uci_region_start), (void *)live,
           UCI_REGION_END - live);
    if (mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED,
               (void *)uci_region_start) == MAP_FAILED)
        uci_fatal("fork: cannot remap the stack: %s", strerror(errno));
}

/* Copies the live part into the worker's shared memory and maps that. */
static void reshare_region(void *local)
{
    uintptr_t live = live_part(local);
    memcpy(uci_region_view(&uci_self, live), (void *)live,
           UCI_REGION_END - live);
    uci_region_map();
}

static void on_switch_stack(void (*run)(void *), void *local)
{
    uci_context_call(run, local, (uintptr_t)switch_stack + SWITCH_STACK);
}

/* One worker has nothing shared, so a plain fork is all it needs. */
static bool needs_no_help(void)
{
    return uci_world->n_workers == 1;
}

static void prepare(void)
{
    char local;
    in_region = uci_region_holds((uintptr_t)&local);
    if (needs_no_help() || !in_region)
        return;
    lock_deque();
    uci_unshare_data();
    on_switch_stack(unshare_region, &local);
}

static void parent(void)
{
    char local;
    if (needs_no_help() || !in_region)
        return;
    on_switch_stack(reshare_region, &local);
    uci_reshare_data();
    unlock_deque();
}

/*
 * A world of one worker.  What the parent shared is unmapped: a child that
 * returns from the task it was forked in, or syncs with its parent's
 * children, is stopped there.
 */
static void child(void)
{
    uci_stats_forget();
    uci_workers_forget();
    if (needs_no_help()) {
        uci_start_self();
        return;
    }
    char *old = (char *)uci_world, *old_end = uci_world->end;
    if (in_region)
        uci_forget_shared_data();
    else
        uci_unshare_data();
    uci_start_world(1);
    if (in_region)
        uci_region_adopt();
    else
        uci_region_map();
    munmap(old, (size_t)(old_end - old));
}

void uci_fork_start(void)
{
    switch_stack = mmap(NULL, SWITCH_STACK, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int error = switch_stack == MAP_FAILED
                    ? errno
                    : pthread_atfork(prepare, parent, child);
    if (error)
        uci_fatal("cannot prepare for fork: %s", strerror(error));
}
