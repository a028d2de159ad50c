/*
 * Workers are threads of one process: the words of a worker that others read
 * and write, and what all share.
 *
 * A worker is a thread of the pool, or a *guest*: a thread of the program's that
 * spawns, from its first spawn to its end.  The blocks are made once and are
 * never given back, so that a thief may look at one whose thread has gone.
 *
 * Who writes what:
 *   T                    the worker itself
 *   limit                the worker itself; 0 also by a watcher (sched/idle.c)
 *                        and by who sends a region home
 *   H, near              whoever holds H's lock bit (sched/deque.h)
 *   wake, keeps_off      worker and whoever wakes it (sched/idle.c)
 *   ready_lock, ready,
 *   n_ready              whoever holds ready_lock (sched/ready.c)
 *   main                 as sched/home.h says
 *   home                 the worker itself, while its deque is empty
 *   futures_returned     whoever frees an entry (sched/future.c)
 *   the rest             the worker itself; read by others for messages
 */
#ifndef UCI_SEAM_WORKER_H
#define UCI_SEAM_WORKER_H

#include "common/base/atomics.h"
#include "common/words/ref.h"
#include "one_machine/layout.h"
#include "seam/kind.h"
#include "seam/sanitizer.h"
#include "common/trace/counters.h"
#include "common/trace/points.h"

#include <assert.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/types.h>

enum {
    UCI_PAGE = 4096,
    UCI_MAX_WORKERS = 4096, /* pool and guests */
};

/* In a slot: the parent's rbp rbx r12 r13 r14 r15, where its spawn is written
 * out. */
#define UCI_SLOT_REGISTERS uintptr_t registers[6];

struct uci_chunk;
struct uci_slot;
struct ucilk_abi_task;
struct uci_views;
struct ucilk_abi_child;

enum uci_state {
    UCI_STATE_ABSENT,    /* no thread */
    UCI_STATE_RUNNING,   /* the program's code */
    UCI_STATE_SCHEDULER, /* looking for work */
    UCI_STATE_NAPPING,   /* asleep until woken, or until the next look */
};

/* Is the runtime's signal stack the thread's? */
enum uci_signal_stack {
    UCI_SIGNAL_STACK_NONE,
    UCI_SIGNAL_STACK_LENT, /* for a region: it has one of its own */
    UCI_SIGNAL_STACK_KEPT,
};

/* The region of a guest: sched/home.h. */
struct uci_main {
    _Atomic uintptr_t outermost; /* its outermost frame, or as home.h says */
    _Atomic uint64_t home; /* mailbox: main, suspended, come home (uci_ref) */
    _Atomic uint64_t root; /* main, on its way there (uci_ref) */
    _Atomic uint64_t root_waits; /* at its region's end; sched/home.c */
    _Atomic uint64_t detached;   /* rule F5: main and running futures */
};

struct uci_worker {
    _Atomic(struct uci_slot *) T;
    _Atomic uintptr_t limit;  /* spawns from there up take the slow path */
    uint64_t slack;           /* D3: a pop so near to H fences; spawn.S */
    struct uci_chunk *chunks; /* that are free, last used first */
    uintptr_t sched_stack;    /* upper end, aligned to 16 */
    uint64_t spawn_hits[UCI_N_SPAWN_HITS]; /* in test builds; spawn.S */
    struct uci_views *views;               /* of the running strand */
    _Atomic uint32_t home; /* the guest whose region it runs: its id */
    uint32_t n_chunks;     /* in `chunks', about */
    uint64_t published; /* for bodies whose spawn was published before: K2 */
    /* Of the running strand: the innermost child around it that can be
     * aborted; inlets.md, A2. */
    struct ucilk_abi_child *scope;
    _Atomic uint64_t unwinds; /* A6: every pop takes a closer look */
    char pad0[128 - 120];
    /* Written by thieves: H, with the lock in bit 0. */
    _Atomic uint64_t H;
    _Atomic uint64_t near; /* a pop of slots below takes a closer look: D3 */
    char pad1[48];
    uint64_t outstanding; /* handle of the child whose parent goes on here */
    _Atomic uint64_t ready_lock;
    _Atomic uint64_t ready; /* suspended threads, newest first (uci_ref) */
    _Atomic uint64_t n_ready;
    _Atomic uint64_t n_regions; /* a cluster's */
    /* UCILK_ABI_TASK_RETURNS: of the child that ends. */
    char result[128] __attribute__((aligned(128)));
    /* Written seldom. */
    unsigned id;
    bool is_guest;
    bool is_foreign; /* the block of threads that are no worker */
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
    uint64_t futures_live, futures_peak; /* of the own pool, in use */
    _Atomic uint64_t futures_returned;   /* freed by others, still in _live */
    _Atomic(struct uci_chunk *) futures; /* that pool; sched/future.c */
    uint64_t evac_bytes, evac_peak, stack_peak; /* not counted */
    /* At the end: futures with consumers left, and one's task. */
    uint64_t never_got;
    const struct ucilk_abi_task *one_never_got;
    void *ready_block; /* the next record; one_machine/heap.c */
    uint64_t steal_began; /* time stamp of the last attempt */
    _Atomic uint64_t idle_since; /* time stamp, while it looks for work */
    struct uci_point_log points;
    struct uci_slot *slots, *slots_end;
    uintptr_t stack_low; /* of a guest's own stack */
    int cancel_state;    /* of a guest, before its region */
    uint64_t float_mode; /* of a guest when it opened its region */
    /* one_machine/crash.c; `was' is what the thread had before. */
    enum uci_signal_stack signal_stack_state;
    char *signal_stack;
    stack_t signal_stack_was;
    struct uci_stack *on, *scheduler, own_stack; /* with sanitizers */
    struct uci_worker *next_free; /* of those whose guests have gone */
} __attribute__((aligned(128)));

static_assert(offsetof(struct uci_worker, T) == UCI_WORKER_T, "spawn.S");
static_assert(offsetof(struct uci_worker, limit) == UCI_WORKER_LIMIT,
              "spawn.S");
static_assert(offsetof(struct uci_worker, slack) == UCI_WORKER_SLACK,
              "spawn.S");
static_assert(offsetof(struct uci_worker, chunks) == UCI_WORKER_CHUNKS,
              "spawn.S");
static_assert(offsetof(struct uci_worker, sched_stack) ==
                  UCI_WORKER_SCHED_STACK,
              "spawn.S");
static_assert(offsetof(struct uci_worker, spawn_hits) == UCI_WORKER_SPAWN_HITS,
              "spawn.S");
static_assert(UCI_POINT_child_cut - UCI_POINT_push_fast == UCI_HIT_CHILD_CUT,
              "points.def");
static_assert(offsetof(struct uci_worker, H) == UCI_WORKER_H, "spawn.S");
static_assert(offsetof(struct uci_worker, near) == UCI_WORKER_NEAR, "abi.h");
static_assert(offsetof(struct uci_worker, published) == UCI_WORKER_PUBLISHED,
              "spawn.S");
static_assert(offsetof(struct uci_worker, result) == UCI_WORKER_RESULT,
              "abi.h");
static_assert(offsetof(struct uci_worker, unwinds) == UCI_WORKER_UNWINDS,
              "spawn.S");

/* What the workers share. */
struct uci_world {
    _Atomic unsigned n_workers; /* blocks in use: pool, guests, and guests that
                                 * have gone */
    unsigned n_pool;
    unsigned long n_cpus;    /* allowed to the program at start */
    bool has_barrier;        /* thieves can fence the owners: rule D3 */
    _Atomic uint32_t done;   /* the pool is to end */
    _Atomic uint32_t exiting;
    _Atomic uint32_t naps;    /* workers that wait for a wake-up */
    _Atomic uint32_t armed;   /* the watcher sleeps until a spawn wakes it;
                               * sched/idle.c */
    _Atomic uint32_t watcher; /* 1 + the idle worker that looks now and then */
    _Atomic int spawns_on; /* the CPU where a spawn woke the watcher last */
    _Atomic uint32_t changes; /* a cluster's */
    _Atomic uint32_t aborts; /* frames whose aborted children may still run: A5 */
    struct uci_worker *workers[UCI_MAX_WORKERS];
};
extern struct uci_world uci_the_world;
static struct uci_world *const uci_world = &uci_the_world;

/* The pool and one guest. */
unsigned uci_nworkers(void);

/* While there is no pool and no other guest; else -EBUSY. */
int uci_nworkers_set(unsigned n);

/* Ends the pool's threads and waits for them; -EBUSY while a region is open or
 * a future's task is left. */
int uci_workers_shutdown(void);

/* The block of the calling thread; never null. */
extern __thread struct uci_worker *ucilk_abi_worker
    __attribute__((tls_model("initial-exec")));

/*
 * Read anew each time, since a function that spawns, suspends or syncs may go on
 * in another thread: the compiler cannot keep it, or the address of the
 * thread-local variable, over such a call.
 */
static inline struct uci_worker *uci_worker_self(void)
{
    struct uci_worker *self;
    __asm__ volatile("movq ucilk_abi_worker@gottpoff(%%rip), %0\n\t"
                     "movq %%fs:(%0), %0"
                     : "=r"(self));
    return self;
}
#define uci_self (*uci_worker_self())
#define uci_id (uci_self.id)
#define uci_sched_stack (uci_self.sched_stack)

/* D3: whoever changes H under its lock, before it fences the owner.  Visible
 * before the look at is_unfenced. */
static inline void uci_deque_note(struct uci_worker *w, uint64_t head)
{
    /* A6: an owner that unwinds looks at every pop. */
    uci_store_seqcst(&w->near, uci_unlikely(uci_load_relaxed(&w->unwinds))
                                   ? ~(uint64_t)0
                                   : head + w->slack + 1);
}

/* inlets.md A5, A6: is any abort under way; does this worker unwind a strand that
 * is aborted; of a popped entry of such a one's, whose parent may go on as
 * aborted, and then the call does not return. */
static inline bool uci_abort_is_on(void)
{
    return uci_load_seqcst(&uci_world->aborts) != 0;
}
static inline bool uci_pop_unwinds(void)
{
    return uci_load_relaxed(&uci_self.unwinds) != 0;
}
void uci_pop_unwind(struct uci_slot *entry);
bool uci_strand_is_aborted(void);

/* Of the running strand: inlets.md A2. */
static inline struct ucilk_abi_child *uci_scope(void)
{
    return uci_self.scope;
}
static inline void uci_set_scope(struct ucilk_abi_child *scope)
{
    uci_self.scope = scope;
}

/* What was spawned where the slot's entry was pushed. */
const struct ucilk_abi_task *uci_slot_task(const struct uci_slot *slot);

static inline struct uci_worker *uci_peer(unsigned i)
{
    return uci_world->workers[i];
}

/* The guest to which the running strand's region comes home. */
#define uci_home_rank() uci_load_relaxed(&uci_self.home)
#define uci_outermost (&uci_peer(uci_home_rank())->main.outermost)

/* Does a region come home to this worker? */
static inline bool uci_is_home(const struct uci_worker *w)
{
    return w->is_guest;
}

/* A region has begun, has ended: the guest cannot be cancelled between. */
void uci_home_begins(void);
void uci_home_ends(void);

/* Ends the program where a task comes to its end in a forked child. */
void uci_refuse_forked(void) __attribute__((noreturn, cold));
static inline void uci_check_not_forked(void)
{
    if (uci_unlikely(uci_self.is_foreign))
        uci_refuse_forked();
}

/* Any worker may be a guest, with a region of its own. */
static inline unsigned uci_n_homes(void)
{
    return uci_load_acquire(&uci_world->n_workers);
}
/* May a worker run strands that w has?  A guest runs those of its own region only:
 * what it took from another one could wait for what it does itself afterwards. */
static inline bool uci_may_run_for(const struct uci_worker *runs,
                                   const struct uci_worker *w)
{
    return !runs->is_guest || uci_load_acquire(&w->home) == runs->id;
}
static inline bool uci_may_run_of(const struct uci_worker *w)
{
    return uci_may_run_for(uci_worker_self(), w);
}

#define UCI_MEMBARRIER_REGISTER MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED
#define UCI_MEMBARRIER MEMBARRIER_CMD_PRIVATE_EXPEDITED

/* Everybody is near. */
#define uci_near_first 0u
#define uci_n_near uci_load_acquire(&uci_world->n_workers)
static inline bool uci_all_are_near(void)
{
    return true;
}
static inline bool uci_is_near(unsigned rank)
{
    (void)rank;
    return true;
}

#endif
