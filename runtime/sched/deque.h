/*
 * The deque of continuations of a worker: rules D1-D8 in
 * docs/protocols/deque.md.  This file has the side of the owner, and the lock
 * that owner and thieves share; steal.h has the side of the thieves.
 *
 * slot[i] = { sp_i, record_i }.  [sp_i, sp_{i-1}) is the segment of
 * continuation i.  record_i is where the thread that runs *above* continuation
 * i reports when it ends and its parent is gone.  It is null until entry i is
 * stolen.
 *
 * Entries are [H, T).  The slot below H always holds a record and, as its sp,
 * the upper end of the oldest entry's segment, or of the running thread's if
 * there is no entry.  Slots never move and never wrap.  An owner that has lost
 * its entry leaves T above that slot: T == H, and the slot is the new base.
 */
#pragma once

#include "sched/worker.h"

struct uci_slot {
    uintptr_t sp;
    _Atomic uci_ref record;
    UCI_SLOT_REGISTERS
};
static_assert(sizeof(struct uci_slot) == UCI_SLOT_SIZE, "spawn.S");

/* H carries the thieves' lock in its lowest bit. */
#define UCI_LOCKED ((uintptr_t)1)

/* The value of H that points to `slot' and is locked. */
static inline uint64_t uci_deque_locked(const struct uci_slot *slot)
{
    return (uintptr_t)slot | UCI_LOCKED;
}
static inline struct uci_slot *uci_deque_slot(uint64_t head)
{
    return (struct uci_slot *)(head & ~UCI_LOCKED);
}

/*
 * D3: the owner's pop fences only within UCI_POP_SLACK entries of H.  In return
 * a thief that claims an entry whose index is a multiple of that number fences
 * all running owners, by membarrier(2).
 */
/* Registers this process, so that others' membarrier reaches it; false if the
 * kernel has no membarrier. */
bool uci_deque_register_barrier(void);
/* A full fence in every worker that is running. */
void uci_deque_barrier(void);

/* True if the thief that has claimed `entry' must call uci_deque_barrier.
 * Acquire: with the release in fence_pops (deque.c). */
static inline bool uci_deque_needs_barrier(struct uci_worker *owner,
                                           const struct uci_slot *entry)
{
    return (uintptr_t)entry / sizeof *entry % UCI_POP_SLACK == 0 &&
           uci_load_acquire(&owner->is_unfenced);
}

/* Called at a spawn on the slow path: true if the next ones may take the fast
 * path, whose pops leave the fence out.  The first 64 of a thread may not, so
 * that thieves need no membarrier for loops and regions that end soon (D3). */
bool uci_deque_may_leave_fences_out(void);

/* C5: the running thread, which is new, does so at once. */
void uci_deque_leave_fences_out_at_once(void);

/* In place of a record: of the root thread, whose end is main's return; and of
 * a worker that has run no thread. */
#define UCI_RECORD_ROOT ((uci_ref)1)
#define UCI_RECORD_NONE ((uci_ref)2)

static inline struct uci_slot *uci_deque_head(struct uci_worker *w)
{
    return uci_deque_slot(uci_load_acquire(&w->H));
}

/* True if a thief would find no entry.  Only a hint where w is another
 * worker. */
static inline bool uci_deque_is_empty(struct uci_worker *w)
{
    return uci_deque_head(w) >= uci_load_acquire(&w->T);
}

/* The slot that describes the running thread: sp is the thread's upper end,
 * record is where it reports. */
static inline struct uci_slot *uci_deque_base(void)
{
    return uci_load_relaxed(&uci_self.T) - 1;
}

/* Values of `slack': a pop fences if its entry lies fewer bytes than this above
 * H.  UCI_SLACK_ALL: every pop fences, since thieves cannot fence its owner. */
#define UCI_SLACK (UCI_POP_SLACK * sizeof(struct uci_slot))
#define UCI_SLACK_ALL ((uint64_t)1 << 44)

/* Makes worker w's deque an empty one, before anybody looks at it.  Worker 0
 * does it for all workers before it starts the first: a thief may look into a
 * deque before its owner has run. */
void uci_deque_start(struct uci_worker *w);

/* Unlocks the deque of worker `rank'.  The caller holds the lock, and H points
 * to `held'; now it points to `head'.  Where the network changes H this is an
 * atomic, never a put (N2). */
void uci_deque_unlock(unsigned rank, const struct uci_slot *held,
                      const struct uci_slot *head);

/* Locks the own deque, waiting for thieves, and returns where H points to.
 * Adds to *n_waits, unless that is null, how often it had to wait. */
struct uci_slot *uci_deque_lock_own(unsigned *n_waits);

/* The owner's push and pop, for the slow path; spawn.S has the fast ones.  A
 * pop returns as uci_deque_conflict does. */
void uci_deque_push(uintptr_t sp);
bool uci_deque_pop(void);

/* D4: decides a pop that found H above its entry.  True: the entry is the
 * owner's.  False: it is stolen, its record is set, and T is back above it.
 * Like uci_deque_pop it does not return if an aborted parent goes on as such
 * (inlets.md A6). */
bool uci_deque_conflict(void);

/* A pop for a child that has not ended, but waits: it always returns. */
bool uci_deque_pop_to_wait(void);

/* D7: the thread that is about to run ends at `upper' and reports to `record'.
 * The deque is empty. */
void uci_deque_set_base(uintptr_t upper, uci_ref record);

/* D6: resets the indices to the start if steals have used up more slots than
 * uci_deque_high_mark.  The worker has no thread. */
extern unsigned uci_deque_high_mark;
void uci_deque_tidy(void);
