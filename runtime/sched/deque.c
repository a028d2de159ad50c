/* The owner's side of the deque.  See deque.h. */
#define _GNU_SOURCE
#include "sched/deque.h"

#include "base/message.h"
#include "sched/words.h"

#include <sys/syscall.h>
#include <unistd.h>

enum {
    PATIENCE = 1000, /* pauses before a spinning owner yields */
    FENCED = 64,     /* spawns of a thread whose pops fence: D3 */
};

unsigned uci_deque_high_mark = 4096;

/* Makes the deque empty, all but H, and returns what H is to point to.  H is
 * stored last: it lets thieves in. */
static struct uci_slot *clear(struct uci_worker *w)
{
    struct uci_slot *base = w->slots;
    base->sp = 0;
    uci_store_relaxed(&base->record, UCI_RECORD_NONE);
    uci_store_release(&w->T, base + 1);
    return base + 1;
}

void uci_deque_start(struct uci_worker *w)
{
    w->slack = UCI_SLACK;
    uint64_t head = (uintptr_t)clear(w);
    uci_deque_note(w, head);
    uci_store_release(&w->H, head);
}

bool uci_deque_register_barrier(void)
{
    return syscall(SYS_membarrier, UCI_MEMBARRIER_REGISTER, 0, 0) == 0;
}

void uci_deque_barrier(void)
{
    uci_self.counters.barriers++;
    if (syscall(SYS_membarrier, UCI_MEMBARRIER, 0, 0) != 0)
        uci_fatal("membarrier failed after it was registered: a filter of "
                  "system calls (seccomp) must allow it, or refuse it from "
                  "the program's start");
}

bool uci_deque_may_leave_fences_out(void)
{
    if (uci_likely(uci_load_relaxed(&uci_self.is_unfenced)) ||
        !uci_world->has_barrier)
        return true;
    if (uci_self.n_fenced++ < FENCED)
        return false;
    /* D3.  A full fence before any later pop reads H; with the one between the
     * CAS of H and the load of is_unfenced in uci_steal_claim. */
    uci_store_seqcst(&uci_self.is_unfenced, 1);
    uci_tally(unfenced);
    return true;
}

void uci_deque_push(uintptr_t sp)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T);
    t->sp = sp;
    /* D1.  Release: with the acquire of T in a thief's claim. */
    uci_store_release(&uci_self.T, t + 1);
}

/* D4: decides a pop.  True: the entry, which T points to, is the owner's. */
static bool decide(void)
{
    uci_check_not_forked();
    struct uci_slot *t = uci_load_relaxed(&uci_self.T);
    uci_point(pop_conflict);
    for (unsigned n = 1;; n++) {
        /* D4.  Acquire: with the release in publish (steal.c), before which
         * the thief has taken the parent's stack. */
        if (uci_load_acquire(&t->record) != 0) {
            uci_store_relaxed(&uci_self.T, t + 1);
            uci_point(conflict_lost);
            return false;
        }
        if (uci_deque_head(&uci_self) <= t) {
            if (uci_unlikely(uci_pop_unwinds()))
                return true; /* perhaps without a thief */
            uci_self.counters.conflicts++;
            uci_point(conflict_kept);
            return true;
        }
        uci_pause();
        uci_net_relax();
        if (n % PATIENCE == 0)
            uci_yield();
    }
}

bool uci_deque_pop_to_wait(void)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T) - 1;
    /* D2.  Full fence: T is visible before H is read, or the owner could
     * miss a thief that misses the owner. */
    uci_exchange_seqcst(&uci_self.T, t);
    uci_point(pop_slow);
    return uci_likely(uci_load_acquire(&uci_self.H) <= (uintptr_t)t) ||
           decide();
}

/* A child has ended, and this is what came of its parent's entry. */
static bool popped(bool is_ours)
{
    if (uci_unlikely(uci_pop_unwinds()) && is_ours)
        uci_pop_unwind(uci_load_relaxed(&uci_self.T));
    return is_ours;
}

bool uci_deque_pop(void)
{
    return popped(uci_deque_pop_to_wait());
}

bool uci_deque_conflict(void)
{
    return popped(decide());
}

/* D3: the pops of a new thread fence at first.  Release: the stores of T by
 * earlier pops that did not fence; with the acquire in
 * uci_deque_needs_barrier. */
static void fence_pops(void)
{
#ifdef UCI_TEST_BUILD /* every other thread leaves the fences out at once */
    uci_self.n_fenced = uci_self.counters.steals % 2 ? FENCED : 0;
#else
    uci_self.n_fenced = 0;
#endif
    uci_store_release(&uci_self.is_unfenced, 0);
}

void uci_deque_leave_fences_out_at_once(void)
{
    uci_self.n_fenced = FENCED;
}

void uci_deque_set_base(uintptr_t upper, uci_ref record)
{
    /* H is above T while a thief's claim fails (D5). */
    UCI_CHECK_OP(uci_deque_head(&uci_self), >=, uci_load_relaxed(&uci_self.T));
    struct uci_slot *base = uci_deque_base();
    base->sp = upper;
    uci_store_relaxed(&base->record, record);
    fence_pops();
}

void uci_deque_tidy(void)
{
    struct uci_slot *base = uci_self.slots, *t = uci_load_relaxed(&uci_self.T);
    if (uci_likely(t - base < uci_deque_high_mark))
        return;
    unsigned n_waits = 0;
    uci_deque_lock_own(&n_waits);
    if (n_waits > 0)
        uci_tally(reset_waits);
    uci_point(reset_locked);
    for (struct uci_slot *s = base; s < t; s++)
        uci_store_relaxed(&s->record, 0);
    /* Release: the cleared slots and T; with the acquire of H in
     * uci_steal_claim. */
    uci_deque_unlock(uci_id, t, clear(&uci_self));
    uci_self.counters.deque_resets++;
}

struct uci_slot *uci_deque_lock_own(unsigned *n_waits)
{
    struct uci_worker *self = uci_peer(uci_id);
    uint64_t head = (uintptr_t)uci_deque_head(self);
    while (!uci_word_cas(uci_id, &self->H, &head, head | UCI_LOCKED)) {
        head &= ~UCI_LOCKED;
        if (n_waits)
            ++*n_waits;
        uci_net_relax();
        uci_yield();
    }
    return uci_deque_slot(head);
}

void uci_deque_unlock(unsigned rank, const struct uci_slot *held,
                      const struct uci_slot *head)
{
    struct uci_worker *w = uci_peer(rank);
    uci_deque_note(w, (uintptr_t)head);
    if (uci_word_is_here(rank)) {
        UCI_ASSERT_OP(uci_load_relaxed(&w->H), ==, uci_deque_locked(held));
        uci_store_release(&w->H, (uintptr_t)head);
    } else {
        uci_word_add(rank, &w->H, (uintptr_t)head - uci_deque_locked(held));
    }
}
