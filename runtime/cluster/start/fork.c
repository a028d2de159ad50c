/*
 * fork in the program.
 *
 * The stack region is shared memory, so after a plain fork parent and child
 * would run on one stack.  Therefore handlers around fork (pthread_atfork;
 * system, popen and posix_spawn do not call them and need none) put a private
 * copy of the stack in place.  The parent then goes back to the shared memory.
 * The child also gets a copy of the data, which would otherwise change with the
 * parent's image (data.c).  Meanwhile signals are blocked, since what their
 * handlers write could be lost, and the own deque is locked, so that no thief
 * copies the stack.  The child is a program of one worker.
 */
#define _GNU_SOURCE
#include "cluster/start/start.h"

#include "cluster/data/data.h"
#include "cluster/end/process_end.h"
#include "cluster/far/far.h"
#include "cluster/trace/trace_parts.h"
#include "arch/x86_64/context.h"
#include "base/message.h"
#include "cluster/mem/region.h"
#include "report/stats.h"
#include "sched/deque.h"
#include "report/worker_kind.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

enum {
    MARGIN = 4096, /* below a handler's frame, for what it calls */
    SWITCH_STACK = 64 << 10,
};

static char *switch_stack; /* the stack while the region is remapped */

/* The thread that forks holds the mutex. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sigset_t signals; /* that thread's signal mask */
static bool in_region;   /* it runs on the region */

/* Release: the stack is back in its place; with the acquire of H in
 * uci_steal_claim. */
static void unlock_deque(void)
{
    struct uci_slot *head = uci_deque_head(&uci_self);
    uci_deque_unlock(uci_id, head, head);
}

/* The lower end of the part of the region that is in use, if a handler has a
 * local variable there. */
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

/* With one worker no memory is shared. */
static bool needs_no_help(void)
{
    return uci_world->n_workers == 1;
}

static void prepare(void)
{
    char local;
    sigset_t old;
    if (needs_no_help())
        return;
    uci_crash_block_others(&old);
    pthread_mutex_lock(&mutex);
    signals = old;
    in_region = uci_region_holds((uintptr_t)&local);
    if (uci_checks)
        uci_checks->open_stack();
    uci_data_copy();
    if (in_region) {
        uci_deque_lock_own(NULL);
        on_switch_stack(unshare_region, &local);
    }
}

static void parent(void)
{
    char local;
    if (needs_no_help())
        return;
    if (in_region) {
        on_switch_stack(reshare_region, &local);
        unlock_deque();
    }
    uci_data_drop_copy();
    sigset_t old = signals;
    pthread_mutex_unlock(&mutex);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* Copies main's stack for a child that another thread of the program has
 * forked; `from' is the parent's region. */
static void copy_region(const char *from, size_t high_water)
{
    size_t size = uci_world->region_size;
    memcpy(uci_self.region + size - high_water, from + size - high_water,
           high_water);
}

/*
 * Gives the child a world of one worker, and unmaps what the parent shares.  If
 * the child returns from the task that it was forked in, or syncs with its
 * parent's children, it ends with a message.
 */
static void child(void)
{
    uci_stats_forget();
    uci_workers_forget();
    if (needs_no_help()) {
        uci_start_self();
        uci_trace_forget();
        return;
    }
    uci_data_take_copy();
    if (uci_checks)
        uci_checks->forget();
    char *old = (char *)uci_world, *old_end = uci_world->end;
    char *old_region = uci_self.region;
    size_t high_water = in_region ? 0 : uci_region_high_water(&uci_self);
    uci_far_forget();
    uci_start_world(1);
    uci_trace_forget();
    if (in_region) {
        uci_region_adopt();
    } else {
        uci_region_map();
        copy_region(old_region, high_water);
    }
    munmap(old, (size_t)(old_end - old));
    pthread_mutex_init(&mutex, NULL);
    pthread_sigmask(SIG_SETMASK, &signals, NULL);
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
