/*
 * Workers are threads of one process: the words of a worker that others read
 * and write, and the words that all workers share.
 *
 * A worker is a thread of the pool, or a *guest*: a thread of the program that
 * spawns, from its first spawn or future to its end.  Blocks are not unmapped
 * before the library is unloaded, so that a thief may look at one whose thread
 * has gone.
 *
 * Who writes what:
 *   T                    the worker itself
 *   limit                the worker itself; 0 also by thieves, a watcher
 *                        (sched/idle.c) and by who sends a region home
 *   H, near              whoever holds H's lock bit (sched/deque.h)
 *   wake, keeps_off      the worker and whoever wakes it (sched/idle.c)
 *   ready_lock, ready,
 *   n_ready              whoever holds ready_lock (sched/ready.c)
 *   main                 as sched/home.h says
 *   home                 the worker itself, while its deque is empty
 *   futures_returned     whoever frees an entry (sched/future.c)
 *   the rest             the worker itself; read by others for messages
 */
#pragma once

#include "base/ticks.h"
#include "one_machine/sanitizer.h"
#include "one_machine/thread_layout.h"

#include <signal.h>
#include <string.h>

enum {
    UCI_MAX_WORKERS = 4096, /* pool and guests */
    UCI_CALM = 16,
};

/* In a slot: the parent's rbp rbx r12 r13 r14 r15, where its spawn is written
 * out. */
#define UCI_SLOT_REGISTERS uintptr_t registers[6];

struct uci_walk_cache;
struct uci_views;

/* Which signal stack a worker's thread has; crash.c. */
enum uci_signal_stack {
    UCI_SIGNAL_STACK_NONE, /* its own, or none */
    UCI_SIGNAL_STACK_LENT, /* ours until its region ends: it has one itself */
    UCI_SIGNAL_STACK_KEPT, /* ours until its end */
};

/* The region of a guest: sched/home.h. */
struct uci_main {
    _Atomic uintptr_t outermost; /* its outermost frame; or home.h's values */
    _Atomic uint64_t home;       /* the mailbox: main, suspended (uci_ref) */
    _Atomic uint64_t root; /* main, suspended at its region's end (uci_ref) */
    _Atomic uint64_t root_waits;  /* where, while it is; sched/home.c */
    _Atomic uint64_t detached;    /* rule F5: main and running futures */
    _Atomic uint64_t alone_until; /* C5: a time stamp, or 0 */
};

/* C5, one_machine/patience.c: what a guest knows of its regions, in ticks. */
struct uci_patience {
    uint64_t opened;  /* when it opened the last one */
    uint64_t mean[2]; /* from one opening to the next, both ways */
    uint64_t next;    /* when the next trial begins */
    uint64_t judged;  /* the mean behind the last one */
    uint64_t share;   /* of a trial */
    unsigned way;     /* the present one */
    unsigned n_first; /* regions before the first trial */
    unsigned left;    /* regions of the trial */
    /* Of the last region: what opened it, and H then. */
    const struct ucilk_abi_task *task;
    uint64_t head;
    /* By a hash of the task that opens them: how many regions in a row ended
     * before their thieves' patience. */
    struct uci_calm {
        const struct ucilk_abi_task *task;
        uint64_t n;
    } calm[UCI_CALM];
};

struct uci_worker {
    _Atomic(struct uci_slot *) T;
    _Atomic uintptr_t limit;  /* spawns from there up take the slow path */
    uint64_t slack;           /* D3: a pop this near to H fences; deque.h */
    struct uci_chunk *chunks; /* the pool of free chunks, last used first */
    uintptr_t sched_stack;    /* upper end, aligned to 16 */
    uint64_t spawn_hits[UCI_N_SPAWN_HITS]; /* in test builds; spawn.S */
    struct uci_views *views;               /* of the running strand */
    _Atomic uint32_t home; /* id of the guest whose region it runs */
    uint32_t n_chunks;     /* the length of `chunks', about: spawn.S does not
                            * count */
    struct ucilk_abi_child *scope; /* of the running strand; inlets.md, A2 */
    _Atomic uint64_t unwinds; /* A6: every pop goes to uci_deque_conflict */
    char pad0[128 - 112];
    /* Written by thieves: H, with the lock in bit 0. */
    _Atomic uint64_t H;
    _Atomic uint64_t near; /* D3: a pop of an entry below it fences */
    char pad1[48];
    uint64_t outstanding; /* K4: handle for the parent that goes on here */
    _Atomic uint64_t ready_lock;
    _Atomic uint64_t ready; /* suspended threads, newest first (uci_ref) */
    _Atomic uint64_t n_ready;
    _Atomic uint64_t n_regions; /* only for clusters */
    /* K2: the result of a child that ends, of UCILK_ABI_TASK_RETURNS. */
    char result[128] __attribute__((aligned(128)));
    /* Written seldom. */
    unsigned id;
    bool is_guest;
    bool is_foreign;         /* the block of all threads that are no worker */
    _Atomic uint32_t state;  /* enum uci_state */
    _Atomic uint32_t wake;   /* futex: 1 while the worker may sleep */
    _Atomic uint32_t napped; /* F8: how often it began to nap */
    _Atomic uint32_t is_unfenced; /* D3: pops may do without a fence */
    uint32_t n_fenced; /* D3: spawns of the running thread before that */
    cpu_set_t cpus;    /* of the watcher: the CPUs that it may use */
    int keeps_off;     /* of the watcher: one that it keeps off, or -1 */
    _Atomic pid_t pid;
    struct uci_main main;
    struct uci_patience patience;
    struct uci_counters counters;
    uint64_t futures_live, futures_peak; /* entries of the own pool in use */
    _Atomic uint64_t futures_returned;   /* of these, freed by others */
    _Atomic(struct uci_chunk *) futures; /* that pool; sched/future.c */
    uint64_t evac_bytes, evac_peak, stack_peak; /* only for clusters */
    /* Set at the end: futures with consumers left, and the task of one. */
    uint64_t never_got;
    const struct ucilk_abi_task *one_never_got;
    void *ready_block;    /* memory for the next record; one_machine/heap.c */
    uint64_t steal_began; /* time stamp of the last steal */
    _Atomic uint64_t idle_since; /* time stamp, while it looks for work */
    struct uci_loop_time loop_times[UCI_LOOP_TIMES];
    struct uci_trace_ring *trace; /* UCILK_TRACE; null without */
    struct uci_point_log points;
    struct uci_slot *slots, *slots_end;
    struct uci_walk_cache *walks; /* of its promotions; promote.c */
    uint64_t walks_far; /* time stamp of the next long walk, or later */
    /* W4: pops until spawns poll no more, and since when they do; T and H then.
     */
    uint64_t polls, polls_since;
    struct uci_slot *polled;
    uint64_t polls_head,
        in_vain;         /* in_vain: pops since a thief took an entry */
    uintptr_t stack_low; /* lower end of a guest's own stack, or 0 */
    int cancel_state;    /* of a guest, before its region */
    uint64_t float_mode; /* of a guest when it opened its region */
    /* one_machine/crash.c; `was' is the stack that the thread had before. */
    enum uci_signal_stack signal_stack_state;
    char *signal_stack;
    stack_t signal_stack_was;
    struct uci_stack *on, *scheduler, own_stack; /* one_machine/sanitizer.h */
    struct uci_worker *next_free; /* in the list of blocks without a thread */
} __attribute__((aligned(128)));

UCI_LIES_AT(T, UCI_WORKER_T);
UCI_LIES_AT(limit, UCI_WORKER_LIMIT);
UCI_LIES_AT(slack, UCI_WORKER_SLACK);
UCI_LIES_AT(chunks, UCI_WORKER_CHUNKS);
UCI_LIES_AT(sched_stack, UCI_WORKER_SCHED_STACK);
UCI_LIES_AT(spawn_hits, UCI_WORKER_SPAWN_HITS);
static_assert(UCI_POINT_child_cut - UCI_POINT_push_fast == UCI_HIT_CHILD_CUT,
              "points.def");
UCI_LIES_AT(H, UCI_WORKER_H);
UCI_LIES_AT(near, UCI_WORKER_NEAR);
UCI_LIES_AT(result, UCI_WORKER_RESULT);
UCI_LIES_AT(unwinds, UCI_WORKER_UNWINDS);

/* What the workers share. */
struct uci_world {
    _Atomic unsigned n_workers; /* blocks that exist: of the pool, of guests,
                                 * and of guests that have gone */
    unsigned n_pool;
    unsigned long n_cpus;     /* that the program might use at its start */
    bool has_barrier;         /* D3: thieves can fence the owners */
    _Atomic uint32_t done;    /* the pool is to end */
    _Atomic uint32_t exiting; /* only for clusters */
    _Atomic uint32_t naps;    /* I3: sleepers that only a wake-up ends */
    _Atomic uint32_t armed;   /* I5: whether the next spawn wakes the watcher;
                               * values in sched/idle.c */
    _Atomic uint32_t watcher; /* I2: 1 + the watcher's id, or 0 */
    _Atomic int spawns_on;    /* I5: the CPU where it was notified last */
    _Atomic uint32_t changes; /* only for clusters */
    _Atomic uint32_t aborts;  /* A5: frames whose aborted children may run */
    /* groups.md G3: 1 + id of the guest that main's thread is, and of the one
     * that groups of other nodes belong to; 0 without such groups. */
    unsigned groups_main, groups_home;
    struct uci_worker *workers[UCI_MAX_WORKERS];
};
extern struct uci_world uci_the_world;
static struct uci_world *const uci_world = &uci_the_world;

/* The number of workers: those of the pool and one guest. */
unsigned uci_nworkers(void);

/* Sets it; -EBUSY if there is a pool, or another guest than the caller. */
int uci_nworkers_set(unsigned n);

/* Ends the pool's threads and waits for them; -EBUSY if a region is open or a
 * future's task is left. */
int uci_workers_shutdown(void);

/* The block of all threads that are no worker. */
extern struct uci_worker uci_foreign_worker;
/* The block of the calling thread; never null. */
extern __thread struct uci_worker *ucilk_abi_worker
    __attribute__((tls_model("initial-exec")));

/*
 * The same, read again at each call: a function that spawns, suspends or syncs
 * may go on in another thread, and the compiler must keep neither the pointer
 * nor the address of the thread-local variable over such a call.
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
#define uci_own_trace() (uci_self.trace)
#define uci_sched_stack (uci_self.sched_stack)

/* D3: sets `near' for this H.  Whoever changes H calls it under the lock,
 * before the membarrier of a claim, and before it unlocks.  Full fence: `near'
 * is visible before is_unfenced is read. */
static inline void uci_deque_note(struct uci_worker *w, uint64_t head)
{
    /* A6: while the owner unwinds, all slots are below `near'. */
    uci_store_seqcst(&w->near, uci_unlikely(uci_load_relaxed(&w->unwinds))
                                   ? ~(uint64_t)0
                                   : head + w->slack + 1);
}

/* inlets.md A5: true while an abort is under way.  Sequentially consistent:
 * with ucilk_abi_abort, after the own limit was raised. */
static inline bool uci_abort_is_on(void)
{
    return uci_load_seqcst(&uci_world->aborts) != 0;
}
static inline struct uci_loop_time *uci_loop_times(void)
{
    return uci_self.loop_times;
}

/* A6: true if this worker unwinds an aborted strand. */
static inline bool uci_pop_unwinds(void)
{
    return uci_load_relaxed(&uci_self.unwinds) != 0;
}
/* A6: called for an entry that was popped by a worker that unwinds.  If the
 * parent is aborted, it goes on as such, and the call does not return. */
void uci_pop_unwind(struct uci_slot *entry);
bool uci_strand_is_aborted(void);

/* The running strand's scope: inlets.md A2. */
static inline struct ucilk_abi_child *uci_scope(void)
{
    return uci_self.scope;
}
static inline void uci_set_scope(struct ucilk_abi_child *scope)
{
    uci_self.scope = scope;
}

/* The task whose spawn pushed the slot's entry; NULL if the child's bottom is
 * cut. */
const struct ucilk_abi_task *uci_slot_task(const struct uci_slot *slot);

static inline struct uci_worker *uci_peer(unsigned i)
{
    return uci_world->workers[i];
}

/* The guest to which the running strand's region comes home, and the word of
 * its outermost frame. */
#define uci_home_rank() uci_load_relaxed(&uci_self.home)
#define uci_outermost (&uci_peer(uci_home_rank())->main.outermost)

/* True if a region may come home to worker w. */
static inline bool uci_is_home(const struct uci_worker *w)
{
    return w->is_guest;
}

/* Asks worker w, whose deque is empty, for entries: its next spawn promotes
 * some (promote.h). */
static inline void uci_deque_ask(struct uci_worker *w)
{
    if (uci_load_relaxed(&w->limit) != 0)
        uci_store_seqcst(&w->limit, 0);
}

/* Called by the guest when its region has been opened, and has been closed.
 * The guest cannot be cancelled between. */
void uci_home_begins(void);
void uci_home_ends(void);

/* Ends the program where a task comes to its end in a forked child. */
void uci_refuse_forked(void) __attribute__((noreturn, cold));
static inline void uci_check_not_forked(void)
{
    if (uci_unlikely(uci_self.is_foreign))
        uci_refuse_forked();
}

/* The number of workers that may have a region of their own: all may be
 * guests. */
static inline unsigned uci_n_homes(void)
{
    return uci_load_acquire(&uci_world->n_workers);
}
/* True if worker `runs' may run strands of the region of guest `home'.  A guest
 * runs those of its own region only: a strand of another region could wait for
 * what this guest does afterwards.  Groups of other nodes do not (groups.md,
 * G3), so main's thread runs them, too. */
static inline bool uci_may_run_home(const struct uci_worker *runs,
                                    unsigned home)
{
    return !runs->is_guest || home == runs->id ||
           (uci_unlikely(runs->id + 1 == uci_world->groups_main) &&
            home + 1 == uci_world->groups_home);
}
/* True if worker `runs' may run strands that w has.  Acquire: with the release
 * of `home' in get_thread (thread.c). */
static inline bool uci_may_run_for(const struct uci_worker *runs,
                                   const struct uci_worker *w)
{
    return uci_may_run_home(runs, uci_load_acquire(&w->home));
}
static inline bool uci_may_run_of(const struct uci_worker *w)
{
    return uci_may_run_for(uci_worker_self(), w);
}

/* C5: true if thieves leave w's region alone.  Called behind a look at T, whose
 * acquire goes with the release of the region's first push. */
static inline bool uci_is_left_alone(const struct uci_worker *w)
{
    struct uci_worker *home = uci_peer(uci_load_relaxed(&w->home));
    uint64_t until = uci_load_relaxed(&home->main.alone_until);
    return uci_unlikely(until != 0) && uci_ticks() < until;
}

enum { UCI_MEMBARRIER = 1 << 3, UCI_MEMBARRIER_REGISTER = 1 << 4 };

/* All workers are near: in the same process. */
#define uci_near_first 0u
#define uci_n_near uci_load_acquire(&uci_world->n_workers)
#define uci_all_are_near() true
#define uci_has_watcher() true
#define uci_is_near(rank) ((void)(rank), true)
