/*
 * Workers are processes: the words of a worker that others read and write, and
 * the memory that the workers of a node share.
 *
 * struct uci_worker is a block of whole pages for each worker.  The workers of
 * a node see each other's blocks at uci_peer().  Each sees its own also at the
 * fixed address uci_self, so that the fast path of a spawn addresses it
 * directly.  uci_peer() of a far worker is the address of its block in its own
 * address space, which only the functions of sched/words.h may use.
 *
 * Who writes what:
 *   T                    the worker itself
 *   limit                the worker itself; 0 also by a watcher (sched/idle.c),
 *                        and in worker 0 by whoever sends main home
 *   H                    whoever holds its lock bit (sched/deque.h)
 *   wake, keeps_off      the worker and whoever wakes it (sched/idle.c)
 *   ready_lock, ready,
 *   n_ready              whoever holds ready_lock (sched/ready.c)
 *   main                 as sched/home.h says; only worker 0's is used
 *   n_regions            the worker itself (data/begin_region.c)
 *   tree                 the worker, its parent and its children in the tree of
 *                        ranks (world/rank_tree.h)
 *   futures_returned     whoever frees an entry (sched/future.c)
 *   test                 both partners of the self-test (far/selftest.c)
 *   the rest             the worker itself; read by others for messages
 */
#pragma once

#include "cluster/world/process_layout.h"
#include "cluster/world/rank_tree.h"

#include <errno.h>
#include <linux/membarrier.h>

/* N5: so many of the lowest slots lie close enough to T and H for a thief on
 * another node to get them together. */
enum { UCI_SLOTS_CLOSE = 64 };

/* The words that concern main, in the block of worker 0: sched/home.h. */
struct uci_main {
    _Atomic uint64_t home; /* the mailbox: main, suspended (uci_ref) */
    _Atomic uint64_t root; /* main, suspended at its region's end (uci_ref) */
    _Atomic uint64_t root_waits; /* where, while it is; sched/home.c */
    _Atomic uint64_t detached;   /* rule F5: main and running futures; between
                                  * nodes N16 */
};

struct uci_worker {
    union {
        struct {
            /* Written seldom. */
            _Atomic uint32_t state;  /* enum uci_state */
            _Atomic uint32_t wake;   /* futex: 1 while the worker may sleep */
            _Atomic uint32_t napped; /* F8: how often it began to nap */
            _Atomic uint32_t is_unfenced; /* D3: pops may do without a fence */
            uint32_t n_fenced; /* D3: the running thread's spawns before */
            cpu_set_t cpus;    /* of the watcher: the CPUs that it may use */
            int keeps_off; /* of the watcher: one that it keeps off, or -1 */
            _Atomic pid_t pid;
            struct uci_main main;
            struct uci_tree tree; /* with workers on other nodes */
            struct uci_counters counters;
            uint64_t evac_bytes, evac_peak; /* of the evacuation heap, in use */
            uint64_t futures_live, futures_peak; /* entries of the own pool in
                                                  * use */
            _Atomic uint64_t futures_returned;   /* of these, freed by others */
            _Atomic(struct uci_chunk *) futures; /* that pool; sched/future.c */
            /* Set at the end, in report/stats.c. */
            uint64_t stack_peak; /* bytes */
            /* Futures with consumers left, and the task of one. */
            uint64_t never_got;
            const struct ucilk_abi_task *one_never_got;
#ifndef UCI_SIM_BUILD /* nor has it room for this */
            struct {
                _Atomic uint64_t touched[2], tickets;
            } test; /* far/selftest.c */
#endif
            uint64_t steal_began; /* time stamp of the last steal */
            _Atomic uint64_t
                idle_since; /* time stamp, while it looks for work */
            _Atomic(struct uci_trace_ring *) trace; /* UCILK_TRACE; or null */
            struct uci_point_log points;
            /* This worker's parts of the shared memory. */
            struct uci_slot *slots, *slots_end;
            char *heap, *heap_end;
            char *region; /* where the others see [S, E) of this worker */
        };
        char before_T[UCI_WORKER_T];
    };
    /* A thief on another node gets what follows, with the lowest slots, in one
     * piece: cluster/sched/steal_far.c.
     * Written by the owner at every spawn: */
    _Atomic(struct uci_slot *) T;
    _Atomic uintptr_t limit;
    uint64_t spawn_hits[UCI_N_SPAWN_HITS]; /* in test builds; spawn.S */
    uint64_t slack; /* D3: a pop this near to H fences; deque.h */
    /* Written by thieves: H, with the lock in bit 0. */
    _Atomic uint64_t H;
    char pad1[56];
    /* Written seldom. */
    _Atomic uint64_t ready_lock;
    _Atomic uint64_t ready; /* suspended threads, newest first (uci_ref) */
    _Atomic uint64_t n_ready;
    _Atomic uint64_t n_regions; /* N14: the region that it has applied last */
    char pad2[96];
    char slots_begin[]; /* the slots, unless there is one worker */
} __attribute__((aligned(UCI_PAGE)));

UCI_LIES_AT(T, UCI_WORKER_T);
UCI_LIES_AT(limit, UCI_WORKER_LIMIT);
UCI_LIES_AT(spawn_hits, UCI_WORKER_SPAWN_HITS);
static_assert(UCI_POINT_child_cut - UCI_POINT_push_fast == UCI_HIT_CHILD_CUT,
              "points.def");
UCI_LIES_AT(slack, UCI_WORKER_SLACK);
UCI_LIES_AT(H, UCI_WORKER_H);
UCI_LIES_AT(slots_begin, UCI_WORKER_SLOTS);

enum { UCI_CPU_WORDS = sizeof(cpu_set_t) / sizeof(uint64_t) };

/* What the workers of a node share. */
struct uci_world {
    unsigned n_workers;   /* on all nodes */
    unsigned n_forked;    /* workers cloned from this program's process, itself
                           * included: all, or with a network 1 */
    unsigned long n_cpus; /* that the program might use at its start */
    _Atomic uint64_t cpus[UCI_CPU_WORDS]; /* of ranks: which (start/nodes.c) */
    size_t region_size;
    bool has_barrier;         /* D3: thieves can fence the owners */
    _Atomic uint32_t done;    /* the program ends */
    _Atomic uint32_t exiting; /* 1 + the worker that called exit first, or 0 */
    int exit_status;          /* of a task's exit */
    _Atomic uint32_t naps;    /* I3: sleepers that only a wake-up ends */
    _Atomic uint32_t armed;   /* I5: whether the next spawn wakes the watcher;
                               * values in sched/idle.c */
    _Atomic uint32_t watcher; /* I2: 1 + the watcher's id, or 0 */
    _Atomic int spawns_on;    /* I5: the CPU where it was notified last */
    _Atomic uintptr_t outermost;   /* the open region's outermost frame, or a
                                    * value of sched/home.h.  With a network each
                                    * process has its own: uci_outermost */
    char *end;                     /* of all shared memory */
    _Atomic uint32_t has_reported; /* uci_claim_report */
    _Atomic uint32_t changes;      /* regions begun; uci_sched_see_changes */
};

/* The worker's own block, at the same address in all workers; spawn.S.  world.c
 * maps it over this variable, with which nothing shares a page.  In the
 * simulation it is that of the virtual worker that runs. */
#ifdef UCI_SIM_BUILD
extern struct uci_worker *uci_sim_block;
#define uci_self (*uci_sim_block)
#else
extern struct uci_worker uci_self;
#endif

#define uci_own_trace() uci_load_relaxed(&uci_self.trace)

extern unsigned uci_id;             /* of this worker, from 0 */
extern struct uci_world *uci_world; /* null before start */

extern char *uci_peers;
extern size_t uci_peer_stride;

extern _Atomic uintptr_t *uci_outermost;

/* D3: how thieves fence the owners. */
#define UCI_MEMBARRIER_REGISTER MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED
#define UCI_MEMBARRIER MEMBARRIER_CMD_GLOBAL_EXPEDITED

/* The worker that the program's one region comes home to. */
#define uci_home_rank() 0u

/* A slot holds no registers: they are on the stack. */
#define UCI_SLOT_REGISTERS

/* D3: there is no word `near'; the owner's pop reads H itself. */
#define uci_deque_note(w, head) ((void)(w), (void)(head))

/* The task of the spawn that pushed its context at sp; sp may be an address in
 * another view of the stack. */
static inline const struct ucilk_abi_task *uci_spawn_task(uintptr_t sp)
{
    return *(const struct ucilk_abi_task **)(sp - UCI_SPAWN_TASK);
}
#define uci_slot_task(slot) uci_spawn_task((slot)->sp)

/* The block of worker i, as all workers of its node see it. */
static inline struct uci_worker *uci_peer(unsigned i)
{
    return (struct uci_worker *)(uci_peers + i * uci_peer_stride);
}

/* F8: there are no guests; main always waits for something. */
#define uci_is_home(w) ((void)(w), true)

/* Nothing is to be done where a region begins or ends. */
#define uci_home_begins() ((void)0)
#define uci_home_ends() ((void)0)

/* A forked child has a world of its own: cluster/start/fork.c. */
#define uci_check_not_forked() ((void)0)

/* There is one region, worker 0's. */
#define uci_n_homes() 1u

/* The worker processes stay to the program's end. */
#define uci_workers_shutdown() (-ENOTSUP)
/* Their number is fixed before main. */
#define uci_nworkers_set(n) ((void)(n), -ENOTSUP)
static inline unsigned uci_nworkers(void)
{
    return uci_world ? uci_world->n_workers : 1;
}

/* The workers of this node: uci_n_near ids from uci_near_first on. */
extern unsigned uci_near_first, uci_n_near;

static inline bool uci_is_near(unsigned rank)
{
    return uci_likely(rank - uci_near_first < uci_n_near);
}

/* True if there is one node. */
static inline bool uci_all_are_near(void)
{
    return uci_n_near == uci_world->n_workers;
}

/* I2, N20: whether idle workers have a watcher: where there is one node.  In
 * the simulation each naps by itself. */
static inline bool uci_has_watcher(void)
{
    return uci_all_are_near() && !UCI_IS_SIM;
}

/* Every spawn has pushed its entry. */
#define uci_deque_ask(w) ((void)(w))

/* Any worker runs any strand. */
#define uci_may_run_of(w) ((void)(w), true)
#define uci_may_run_for(runs, w) ((void)(runs), uci_may_run_of(w))

/* Thieves of a cluster take what they find. */
#define uci_is_left_alone(w) ((void)(w), false)

/* Reserves the shared memory for n workers and becomes worker 0.  If it cannot,
 * ends the program with a message that says what was too small. */
void uci_world_create(unsigned n, size_t region_size, size_t heap_size);

/*
 * The same with a network.  uci_world_plan, in all ranks alike, lays out the
 * memory of n workers, with less for the heap if the user has not fixed that;
 * false if the address space has no room.  Then the first rank of each node
 * makes a file of uci_world_node_size bytes, and every rank of the node maps it
 * by uci_world_join, and becomes worker `id'.  struct uci_world is valid when
 * all have.
 */
bool uci_world_plan(unsigned n, size_t region_size, size_t heap_size);
size_t uci_world_node_size(unsigned n_near);
/* How many bytes of each rank's part the network registers at first: `most',
 * but not without a piece of the heap. */
size_t uci_world_first_piece(size_t most);
void uci_world_join(unsigned n, unsigned id, unsigned first, unsigned n_near,
                    int memory);

/* Makes uci_self this process's view of worker i. */
void uci_world_become(unsigned i);

/* Only programs of one process have aborts: one_machine/inlets.h. */
#define uci_abort_is_on() false
#define uci_strand_is_aborted() false
/* Loops are not timed here. */
#define uci_loop_times() ((struct uci_loop_time *)NULL)

#define uci_pop_unwinds() false
#define uci_scope() ((struct ucilk_abi_child *)NULL)
#define uci_set_scope(scope) ((void)(scope))
#define uci_pop_unwind(entry) ((void)(entry))
