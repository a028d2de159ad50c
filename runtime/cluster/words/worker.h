/*
 * The words of a worker that others read and write, and the memory that the
 * workers of a node share.
 *
 * struct uci_worker is one block of pages per worker.  The workers of a node
 * see each other's blocks through uci_peer(); each sees its own also at the
 * fixed address uci_self, so that the fast path of a spawn addresses it
 * directly.  With more nodes than one uci_peer() of a far worker is where its
 * block lies in its own address space: for seam/far.h only.
 *
 * Who writes what:
 *   T                    the worker itself
 *   limit                the worker itself; 0 also by a watcher (sched/idle.c),
 *                        and of worker 0 by who sends main home
 *   H                    whoever holds its lock bit (sched/deque.h)
 *   wake, keeps_off      worker and whoever wakes it (sched/idle.c)
 *   ready_lock, ready,
 *   n_ready              whoever holds ready_lock (sched/ready.c)
 *   main                 as sched/home.h says; worker 0's counts
 *   n_regions            the worker itself (data/begin_region.c)
 *   asked                worker 0 (cluster/sched/deadlock_far.c)
 *   futures_returned     whoever frees an entry (sched/future.c)
 *   test                 whoever draws (net/selftest.c)
 *   the rest             the worker itself; read by others for messages
 */
#ifndef UCI_SEAM_WORKER_H
#define UCI_SEAM_WORKER_H

#include "common/arch/x86_64/layout.h"
#include "common/base/atomics.h"
#include "common/words/ref.h"
#include "seam/kind.h"
#include "common/trace/counters.h"
#include "common/trace/points.h"

#include <assert.h>
#include <errno.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/types.h>

enum { UCI_PAGE = 4096 };

/* Thieves on other nodes get so many of the lowest slots together with the
 * worker's words. */
enum { UCI_SLOTS_CLOSE = 64 };

struct uci_chunk;
struct uci_slot;

enum uci_state {
    UCI_STATE_ABSENT,    /* not started, or gone */
    UCI_STATE_RUNNING,   /* the program's code */
    UCI_STATE_SCHEDULER, /* looking for work */
    UCI_STATE_NAPPING,   /* asleep until woken, or until the next look */
};

/* What concerns main, in the block of worker 0: sched/home.h. */
struct uci_main {
    _Atomic uint64_t home; /* mailbox: main, suspended, come home (uci_ref) */
    _Atomic uint64_t root; /* main, on its way there (uci_ref) */
    _Atomic uint64_t root_waits; /* at its region's end; sched/home.c */
    _Atomic uint64_t detached;   /* rule F5: main and running futures */
};

struct uci_worker {
    union {
        struct {
            /* Written seldom. */
            _Atomic uint32_t state;  /* enum uci_state */
            _Atomic uint32_t wake;   /* futex: 1 while the worker may sleep */
            _Atomic uint32_t napped; /* how often it began to; F8 */
            _Atomic uint32_t is_unfenced; /* pops may do without a fence: D3 */
            uint32_t n_fenced; /* spawns of the running thread before that */
            cpu_set_t cpus; /* of the watcher: where it may run, but for one */
            int keeps_off;  /* that CPU, or -1 */
            _Atomic pid_t pid;
            struct uci_main main;
            struct uci_counters counters;
            uint64_t evac_bytes, evac_peak;      /* of the evacuation heap */
            uint64_t futures_live, futures_peak; /* of the own pool, in use */
            _Atomic uint64_t futures_returned;   /* freed by others, still in
                                                  * _live */
            _Atomic(struct uci_chunk *) futures; /* that pool; sched/future.c */
            /* At the end: report/stats.c. */
            uint64_t stack_peak; /* bytes */
            /* Futures with consumers left, and one's task. */
            uint64_t never_got;
            const struct ucilk_abi_task *one_never_got;
            struct {
                _Atomic uint64_t touched, tickets;
            } test;               /* by other nodes; net/selftest.c */
            uint64_t steal_began; /* time stamp of the last attempt */
            _Atomic uint64_t idle_since; /* time stamp, while it looks for work */
            struct uci_point_log points;
            /* Where this worker's parts of the shared memory are. */
            struct uci_slot *slots, *slots_end;
            char *heap, *heap_end;
            char *region; /* where others see [S, E) of this worker */
        };
        char before_T[UCI_WORKER_T];
    };
    /* From here on what a thief on another node reads, and with it the lowest
     * slots: cluster/sched/steal_far.c.
     * Written by the owner at every spawn: */
    _Atomic(struct uci_slot *) T;
    _Atomic uintptr_t limit;
    uint64_t spawn_hits[UCI_N_SPAWN_HITS]; /* in test builds; spawn.S */
    uint64_t slack; /* D3: a pop so near to H fences; spawn.S */
    /* Written by thieves: H, with the lock in bit 0. */
    _Atomic uint64_t H;
    char pad1[56];
    /* Written seldom. */
    _Atomic uint64_t ready_lock;
    _Atomic uint64_t ready; /* suspended threads, newest first (uci_ref) */
    _Atomic uint64_t n_ready;
    _Atomic uint64_t n_regions; /* parallel regions that it has seen begin */
    _Atomic uint64_t asked;     /* by worker 0: cluster/sched/deadlock_far.c */
    _Atomic uint64_t calm;      /* the answer */
    char pad2[80];
    char slots_begin[]; /* where there are several workers */
} __attribute__((aligned(UCI_PAGE)));

static_assert(offsetof(struct uci_worker, T) == UCI_WORKER_T, "spawn.S");
static_assert(offsetof(struct uci_worker, limit) == UCI_WORKER_LIMIT,
              "spawn.S");
static_assert(offsetof(struct uci_worker, spawn_hits) == UCI_WORKER_SPAWN_HITS,
              "spawn.S");
static_assert(UCI_POINT_child_cut - UCI_POINT_push_fast == UCI_HIT_CHILD_CUT,
              "points.def");
static_assert(offsetof(struct uci_worker, slack) == UCI_WORKER_SLACK,
              "spawn.S");
static_assert(offsetof(struct uci_worker, H) == UCI_WORKER_H, "spawn.S");
static_assert(offsetof(struct uci_worker, slots_begin) == UCI_WORKER_SLOTS,
              "a whole number of lines");

/* What the workers of a node share. */
struct uci_world {
    unsigned n_workers; /* on all nodes */
    unsigned n_forked;  /* that run this process's program: all of them, or on
                         * a cluster only this one */
    unsigned long n_cpus; /* allowed to the program at start */
    size_t region_size;
    bool has_barrier;         /* thieves can fence the owners: rule D3 */
    _Atomic uint32_t done;    /* main has returned, or somebody called exit */
    _Atomic uint32_t exiting; /* a task called exit with exit_status */
    int exit_status;
    _Atomic uint32_t naps;    /* workers that wait for a wake-up */
    _Atomic uint32_t armed;   /* the watcher sleeps until a spawn wakes it;
                               * sched/idle.c */
    _Atomic uint32_t watcher; /* 1 + the idle worker that looks now and then */
    _Atomic int spawns_on; /* the CPU where a spawn woke the watcher last */
    _Atomic uintptr_t outermost; /* frame of the open parallel region, or as
                                  * sched/home.h says; on a cluster each
                                  * process has its own: uci_outermost */
    char *end;                              /* of all shared memory */
    _Atomic uint32_t has_reported; /* what a task did wrong; cluster/end/crash.c */
    _Atomic uint32_t changes; /* that workers make for themselves; sched.h */
};

/* The worker's own block, at the same address everywhere; spawn.S.  Nothing
 * else lies on its pages: world.c. */
extern struct uci_worker uci_self;

extern unsigned uci_id;             /* of this worker, from 0 */
extern struct uci_world *uci_world; /* null before start */

extern char *uci_peers;
extern size_t uci_peer_stride;

extern _Atomic uintptr_t *uci_outermost;

/* Thieves fence the owner so: rule D3. */
#define UCI_MEMBARRIER_REGISTER MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED
#define UCI_MEMBARRIER MEMBARRIER_CMD_GLOBAL_EXPEDITED

/* Main's worker: where the program's one region comes home to. */
#define uci_home_rank() 0u

/* Block of worker i, as everybody on its node sees it. */
#define UCI_SLOT_REGISTERS

/* D3: the owner's pop reads H itself. */
static inline void uci_deque_note(struct uci_worker *w, uint64_t head)
{
    (void)w, (void)head;
}

/* What was spawned where the context at sp was pushed; sp may be another view
 * of it. */
struct ucilk_abi_task;
static inline const struct ucilk_abi_task *uci_spawn_task(uintptr_t sp)
{
    return *(const struct ucilk_abi_task **)(sp - UCI_SPAWN_TASK);
}
#define uci_slot_task(slot) uci_spawn_task((slot)->sp)

static inline struct uci_worker *uci_peer(unsigned i)
{
    return (struct uci_worker *)(uci_peers + i * uci_peer_stride);
}

/* Does a region come home to this worker?  One may. */
static inline bool uci_is_home(const struct uci_worker *w)
{
    (void)w;
    return true;
}

/* A region has begun; has ended. */
static inline void uci_home_begins(void)
{
}
static inline void uci_home_ends(void)
{
}

/* cluster/start/fork.c sees to it. */
static inline void uci_check_not_forked(void)
{
}

/* There is one region, worker 0's. */
static inline unsigned uci_n_homes(void)
{
    return 1;
}

static inline int uci_workers_shutdown(void)
{
    return -ENOTSUP; /* workers are processes, and main's stay to its end */
}
static inline int uci_nworkers_set(unsigned n)
{
    (void)n;
    return -ENOTSUP; /* they are there before main */
}
static inline unsigned uci_nworkers(void)
{
    return uci_world ? uci_world->n_workers : 1;
}

/* The workers of this node: ids from uci_near_first on. */
extern unsigned uci_near_first, uci_n_near;

static inline bool uci_is_near(unsigned rank)
{
    return uci_likely(rank - uci_near_first < uci_n_near);
}

/* Is there one node? */
static inline bool uci_all_are_near(void)
{
    return uci_n_near == uci_world->n_workers;
}

/* Any worker runs any strand. */
static inline bool uci_may_run_of(const struct uci_worker *w)
{
    (void)w;
    return true;
}
static inline bool uci_may_run_for(const struct uci_worker *runs,
                                   const struct uci_worker *w)
{
    (void)runs;
    return uci_may_run_of(w);
}

/* Reserves the shared memory for n workers and becomes worker 0.  On failure
 * says what was too small and ends the program. */
void uci_world_create(unsigned n, size_t region_size, size_t heap_size);

/*
 * The same on a cluster.  First, on all ranks alike: is there room in the
 * address space for n workers?  Lays the memory out, with less for the heap
 * where the user has not fixed it.  Then the first rank of each node makes a
 * file of uci_world_node_size bytes, and all of them map it and become worker
 * `id'.  What is in struct uci_world holds when all have.
 */
bool uci_world_plan(unsigned n, size_t region_size, size_t heap_size);
size_t uci_world_node_size(unsigned n_near);
void uci_world_join(unsigned n, unsigned id, unsigned first, unsigned n_near,
                    int memory);

/* Makes uci_self this process's view of worker i. */
void uci_world_become(unsigned i);

/* Aborts are of programs of one process (one_machine/inlets.h). */
static inline bool uci_abort_is_on(void)
{
    return false;
}
static inline bool uci_strand_is_aborted(void)
{
    return false;
}
static inline bool uci_pop_unwinds(void)
{
    return false;
}
struct ucilk_abi_child;
static inline struct ucilk_abi_child *uci_scope(void)
{
    return NULL;
}
static inline void uci_set_scope(struct ucilk_abi_child *scope)
{
    (void)scope;
}
static inline void uci_pop_unwind(struct uci_slot *entry)
{
    (void)entry;
}

#endif
