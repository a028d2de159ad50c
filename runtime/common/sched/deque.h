/*
 * The deque of continuations of a worker: rules D1-D8 in
 * docs/protocols/deque.md.
 *
 * slot[i] = { sp_i, record_i }.  [sp_i, sp_{i-1}) is the segment of
 * continuation i.  record_i is where the thread that runs *above*
 * continuation i reports when it ends and its parent is gone.  It is null
 * until entry i is stolen.
 *
 * Entries are [H, T).  The slot below H always holds a record and, as its sp,
 * the upper end of the lowest thread's segment.  Slots never move and never
 * wrap; T stays when an entry is lost, and T == H is the new base.
 */
#ifndef UCI_DEQUE_H
#define UCI_DEQUE_H

#include "words/worker.h"

struct uci_slot {
    uintptr_t sp;
    _Atomic uci_ref record;
    UCI_SLOT_REGISTERS
};
static_assert(sizeof(struct uci_slot) == UCI_SLOT_SIZE, "spawn.S");

/* H carries the thieves' lock in its lowest bit. */
#define UCI_LOCKED ((uintptr_t)1)

/* The word H, locked, where it points to `slot'. */
static inline uint64_t uci_deque_locked(const struct uci_slot *slot)
{
    return (uintptr_t)slot | UCI_LOCKED;
}
static inline struct uci_slot *uci_deque_slot(uint64_t head)
{
    return (struct uci_slot *)(head & ~UCI_LOCKED);
}

/*
 * D3: the owner's pop fences only within UCI_POP_SLACK entries of H; in return
 * a thief that claims an entry whose index is a multiple of that fences the
 * owner, by membarrier(2).
 *
 * Prepares this process for others' membarrier; false if there is none.
 */
bool uci_deque_register_barrier(void);
/* A full fence in every worker that is running. */
void uci_deque_barrier(void);

static inline bool uci_deque_needs_barrier(struct uci_worker *owner,
                                           const struct uci_slot *entry)
{
    return (uintptr_t)entry / sizeof *entry % UCI_POP_SLACK == 0 &&
           uci_load_acquire(&owner->is_unfenced);
}

/* At a spawn in the slow path: may the next ones take the fast path?  Not the first
 * of a thread, whose pops fence: so thieves need no membarrier for loops and
 * regions that are soon over. */
bool uci_deque_may_leave_fences_out(void);

/* The record of the root thread, which ends nowhere, and of no thread. */
#define UCI_RECORD_ROOT ((uci_ref)1)
#define UCI_RECORD_NONE ((uci_ref)2)

static inline struct uci_slot *uci_deque_head(struct uci_worker *w)
{
    return uci_deque_slot(uci_load_acquire(&w->H));
}

/* Entries that a thief would find; a guess where w is not this worker. */
static inline bool uci_deque_is_empty(struct uci_worker *w)
{
    return uci_deque_head(w) >= uci_load_acquire(&w->T);
}

/* The slot that describes the running thread: below it, its parent. */
static inline struct uci_slot *uci_deque_base(void)
{
    return uci_load_relaxed(&uci_self.T) - 1;
}

/* How far from H the owner's pop goes without a fence: UCI_POP_SLACK entries;
 * all of them where thieves cannot fence it. */
#define UCI_SLACK (UCI_POP_SLACK * sizeof(struct uci_slot))
#define UCI_SLACK_ALL ((uint64_t)1 << 44)

/* Empties worker w's deque: one that nobody looks at yet, or the own one under
 * its lock.  Done for every worker before the first is forked: a thief may look
 * before its victim has got as far as to do it itself. */
void uci_deque_start(struct uci_worker *w);

/* Gives H of worker `rank' back: it points to `held', is locked, and is to
 * point to `head'.  By an atomic, where the network does it: never a put. */
void uci_deque_unlock(unsigned rank, const struct uci_slot *held,
                      const struct uci_slot *head);

/* Locks the own deque, waiting for thieves; returns where H points to.  How
 * often it had to wait, or null. */
struct uci_slot *uci_deque_lock_own(unsigned *n_waits);

/* The owner's push and pop, for the slow path; spawn.S has the fast ones. */
void uci_deque_push(uintptr_t sp);
bool uci_deque_pop(void);

/* Decides a pop that found H above its entry.  True: the entry is the
 * owner's.  False: it is stolen, its record is set, T is back above it. */
bool uci_deque_conflict(void);

/* The thread that is about to run ends at `upper' and reports to `record'. */
void uci_deque_set_base(uintptr_t upper, uci_ref record);

/* Called where the worker has no thread: starts the indices anew when so many
 * slots are used up by steals. */
extern unsigned uci_deque_high_mark;
void uci_deque_tidy(void);

#endif
