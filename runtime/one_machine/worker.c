/* The blocks of workers: made once, used by one thread after another.  See
 * sched/worker.h and pool.h. */
#define _GNU_SOURCE
#include "sched/worker.h"

#include "arch/x86_64/walk.h"
#include "base/lock.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/deque.h"
#include "sched/sched.h"
#include "sched/heap.h"
#include "sched/thread.h"
#include "sched/strand_views.h"
#include "one_machine/chunk.h"
#include "one_machine/crash.h"
#include "one_machine/pool.h"
#include "base/ticks.h"
#include "report/stats.h"
#include "trace/trace.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic uint32_t lock;
static struct uci_worker *free_blocks; /* whose threads have ended */

/* Maps slots for as many entries as the deepest stack has room for, a guard
 * behind them, and behind that what walks remember. */
static void make_slots(struct uci_worker *w)
{
    enum { LEAST_ENTRY = 48, SPARE = 1 << 16 };
    size_t n = uci_options.stack_size / LEAST_ENTRY + SPARE;
    size_t size = uci_round_up(n * sizeof *w->slots, UCI_PAGE);
    char *p =
        mmap(NULL, size + UCI_PAGE + sizeof *w->walks, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED || mprotect(p + size, UCI_PAGE, PROT_NONE) != 0)
        uci_fatal("no memory for the deque of a worker: %s; lower "
                  "UCILK_STACK_SIZE, or raise RLIMIT_DATA (ulimit -d) or "
                  "RLIMIT_AS (ulimit -v)",
                  strerror(errno));
    w->slots = (struct uci_slot *)p;
    w->slots_end = (struct uci_slot *)(p + size);
    w->walks = (struct uci_walk_cache *)(p + size + UCI_PAGE);
}

struct uci_worker *uci_worker_make(void)
{
    uci_spin_lock(&lock);
    struct uci_worker *w = free_blocks;
    if (w) {
        free_blocks = w->next_free;
        uci_spin_unlock(&lock);
    } else {
        unsigned id = uci_load_relaxed(&uci_world->n_workers);
        if (id == UCI_MAX_WORKERS)
            uci_fatal("more than %d threads spawn at a time: let fewer begin "
                      "parallel regions, or lower UCILK_NWORKERS",
                      UCI_MAX_WORKERS);
        void *p =
            mmap(NULL, uci_round_up(sizeof *w, UCI_PAGE),
                 PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            uci_fatal("no memory for a worker: %s; lower UCILK_NWORKERS",
                      strerror(errno));
        w = p;
        w->id = id;
        if (uci_sanitized())
            uci_sanitizer_add_roots(w, sizeof *w);
        make_slots(w);
        uci_deque_start(w);
        uci_store_relaxed(&w->idle_since, uci_stats_began());
        uci_trace_add_ring(w);
        uci_world->workers[id] = w;
        /* Release: the block; with the acquire of n_workers in whoever goes
         * through all blocks. */
        uci_store_release(&uci_world->n_workers, id + 1);
        uci_spin_unlock(&lock);
    }
    /* D3: without a pool nobody steals, and pops need no fence. */
    w->slack = uci_world->has_barrier      ? UCI_SLACK
               : uci_options.nworkers == 1 ? 0
                                           : UCI_SLACK_ALL;
    uci_deque_note(w, uci_load_relaxed(&w->H));
    uci_store_relaxed(&w->home, w->id);
    uci_store_relaxed(&w->main.outermost, 0);
    uci_store_relaxed(&w->main.home, 0);
    uci_store_relaxed(&w->main.detached, 1);
    return w;
}

void uci_worker_become(struct uci_worker *w)
{
    ucilk_abi_worker = w;
    uci_store_relaxed(&w->pid, gettid());
    w->views = NULL;
    uci_points_start(&w->points, uci_options.test_seed, w->id);
    uci_sched_start();
    uci_trace(begin, w->is_guest);
}

void uci_worker_leave(void)
{
    struct uci_worker *w = uci_worker_self();
    uci_chunk_end();
    uci_heap_end(w);
    uci_store_release(&w->state, UCI_STATE_ABSENT);
    uint64_t now = uci_ticks();
    uci_store_relaxed(&w->idle_since, now);
    uci_trace_at(now, end, 0);
    ucilk_abi_worker = &uci_foreign_worker;
    /* Futures that nobody fulfils may still be of this guest's region.  Then
     * the block is not used again. */
    if (w->is_guest && uci_load_acquire(&w->main.detached) > 1)
        return;
    uci_spin_lock(&lock);
    w->next_free = free_blocks;
    free_blocks = w;
    uci_spin_unlock(&lock);
}

void uci_worker_unmap_all(void)
{
    ucilk_abi_worker = &uci_foreign_worker;
    for (unsigned i = 0; i < uci_load_acquire(&uci_world->n_workers); i++) {
        struct uci_worker *w = uci_peer(i);
        uci_crash_unmap(w);
        uci_trace_unmap(w);
        uci_heap_end(w);
        munmap(w->slots, (size_t)((char *)w->slots_end - (char *)w->slots) +
                             UCI_PAGE + sizeof *w->walks);
        munmap(w, uci_round_up(sizeof *w, UCI_PAGE));
    }
}

void uci_world_forget(void)
{
    memset(&uci_the_world, 0, sizeof uci_the_world);
    free_blocks = NULL;
    uci_store_relaxed(&lock, 0);
    ucilk_abi_worker = &uci_foreign_worker;
}
