/*
 * The deque of blocks.  Its owner pushes and pops as in sched/deque.h; a thief
 * takes the oldest block.  Rules L2-L4 in
 * docs/protocols/child.md.  In round trips to another node:
 *
 *     1  get of T and H
 *     2  compare-and-swap of H: locks and claims
 *     3  get of T and of the slot
 *     4  get of the slot again, and of the block; atomic unlock: posted
 *     5  when it has run: put of the result, flush; put of `done': posted
 */
#include "study/child/child_stealing.h"

#include "base/ticks.h"
#include "sched/deque.h"
#include "sched/sched.h"
#include "sched/steal.h"
#include "sched/victim.h"
#include "trace/steps.h"
#include "sched/words.h"
#include "sched/heap.h"

#include <string.h>

/* --- The owner's side --- */

bool uci_child_push(struct uci_block *b)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T);
    if (uci_unlikely(t == uci_self.slots_end))
        return false;
    uci_store_relaxed(&t->record,
                      UCI_BLOCK_ARGS - UCI_BLOCK_TAKEN + b->args_size);
    uci_deque_push((uintptr_t)b); /* L1: the release */
    return true;
}

/* L2: thieves are close: decides under their lock. */
static bool keep_locked(struct uci_slot *t)
{
    struct uci_slot *head = uci_deque_lock_own(NULL);
    bool is_ours = head <= t;
    if (is_ours)
        uci_self.counters.conflicts++;
    else
        uci_store_relaxed(&uci_self.T, t + 1);
    uci_deque_unlock(uci_id, head, head);
    return is_ours;
}

struct uci_block *uci_child_pop(void)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T);
    uint64_t head = uci_load_acquire(&uci_self.H);
    if (uci_deque_slot(head) >= t) {
        if (!(head & UCI_LOCKED)) /* L7: a claim that fails lowers H */
            uci_deque_tidy();
        return NULL;
    }
    t--;
    /* L2.  Full fence: T is visible before H is read; with the one between H
     * and T in a thief's claim. */
    uci_exchange_seqcst(&uci_self.T, t);
    if (uci_load_acquire(&uci_self.H) > (uintptr_t)t && !keep_locked(t))
        return NULL;
    return (struct uci_block *)t->sp;
}

/* --- The thief's side --- */

/* Reads bytes of any worker's memory; complete after uci_far_flush if the
 * worker is far. */
static void read_later(unsigned rank, void *into, const volatile void *at,
                       size_t size)
{
    if (uci_is_near(rank))
        memcpy(into, (const void *)at, size);
    else
        uci_far_get_later(rank, into, at, size);
}

static void complete(unsigned rank)
{
    if (uci_is_near(rank))
        return;
    uci_self.counters.steal_rounds++;
    uci_far_flush(rank);
}

/* Looks whether there is something to steal: *head is H. */
static enum uci_steal look(unsigned victim, uint64_t *head)
{
    struct uci_worker *v = uci_peer(victim);
    uint64_t T;
    if (uci_is_near(victim)) {
        *head = uci_load_acquire(&v->H);
        T = (uintptr_t)uci_load_acquire(&v->T);
    } else {
        uci_far_get_later(victim, head, &v->H, sizeof *head);
        uci_far_get_later(victim, &T, &v->T, sizeof T);
        complete(victim);
    }
    return (*head & ~UCI_LOCKED) >= T ? UCI_STEAL_EMPTY
           : *head & UCI_LOCKED       ? UCI_STEAL_LOCKED
                                      : UCI_STEAL_OK;
}

/* L2: locks and claims the oldest entry. */
static enum uci_steal claim(unsigned victim, struct uci_slot **entry)
{
    uint64_t head;
    enum uci_steal hint = look(victim, &head);
    uci_step(steal_looked);
    if (hint != UCI_STEAL_OK)
        return hint;
    *entry = (struct uci_slot *)head;
    uci_self.counters.steal_rounds += !uci_is_near(victim);
    /* Full fence: H is visible before T is read; with the one between T and H
     * in the owner's pop. */
    if (!uci_word_cas(victim, &uci_peer(victim)->H, &head,
                      uci_deque_locked(*entry + 1)))
        return UCI_STEAL_LOST;
    uci_step(steal_locked);
    return UCI_STEAL_OK;
}

/* True if the block of a slot that may be older than its push is where blocks
 * can be. */
static bool is_plausible(unsigned victim, const struct uci_slot *s)
{
    enum { MOST = 64 << 10 };
    return uci_block_may_be(victim, s->sp) && s->record <= MOST;
}

static void make_copy(struct uci_prey *prey, const struct uci_slot *s)
{
    prey->original = (struct uci_block *)s->sp;
    prey->copy = uci_heap_alloc(UCI_BLOCK_TAKEN + s->record);
}

static void read_block(const struct uci_prey *prey, size_t size)
{
    read_later(prey->victim, &prey->copy->task, &prey->original->task, size);
}

static void drop_copy(const struct uci_prey *prey)
{
    uci_heap_free(uci_ref_make(uci_id, prey->copy));
}

/* N14: a thief that has not begun its victim's region steals nothing.  The
 * victim's number is read after T.  Where memory is shared by all, and in the
 * simulation, regions begin in all workers at once. */
static bool begins_regions(void)
{
    return !UCI_IS_SIM && uci_sched_begin_regions;
}

static bool is_ahead(uint64_t region)
{
    return region > uci_load_relaxed(&uci_self.n_regions);
}

/*
 * L2: the claim holds if T is above the entry.  The slot is valid if it is read
 * after that; one that is read together with T is a guess, by which the block
 * comes with the valid one.
 */
static enum uci_steal copy_far(struct uci_prey *prey, struct uci_slot *entry)
{
    unsigned victim = prey->victim;
    struct uci_slot guess, slot;
    uint64_t T;
    uci_far_get_later(victim, &T, &uci_peer(victim)->T, sizeof T);
    uci_far_get_later(victim, &guess, entry, sizeof guess);
    complete(victim);
    if ((uintptr_t)(entry + 1) > T)
        return UCI_STEAL_LOST;
    uci_step(steal_claimed);
    uci_claimed_far(victim);
    bool guessed = is_plausible(victim, &guess);
    uint64_t region = 0;
    uci_far_get_later(victim, &slot, entry, sizeof slot);
    if (begins_regions())
        uci_far_get_later(victim, &region, &uci_peer(victim)->n_regions,
                          sizeof region);
    if (guessed) {
        make_copy(prey, &guess);
        read_block(prey, guess.record);
    }
    complete(victim);
    if (is_ahead(region)) {
        if (guessed)
            drop_copy(prey);
        return UCI_STEAL_NEWER;
    }
    if (guessed && guess.sp == slot.sp && guess.record == slot.record)
        return UCI_STEAL_OK;
    if (guessed)
        drop_copy(prey);
    make_copy(prey, &slot);
    read_block(prey, slot.record);
    uci_self.counters.steal_extra++;
    uci_far_flush(victim);
    return UCI_STEAL_OK;
}

static enum uci_steal copy_near(struct uci_prey *prey, struct uci_slot *entry)
{
    /* Acquire: with the release in a push.  T is read before the slot. */
    if (entry + 1 > uci_load_acquire(&uci_peer(prey->victim)->T))
        return UCI_STEAL_LOST;
    uci_step(steal_claimed);
    /* Acquire: with the release in uci_begin_region. */
    if (begins_regions() &&
        is_ahead(uci_load_acquire(&uci_peer(prey->victim)->n_regions)))
        return UCI_STEAL_NEWER;
    make_copy(prey, entry);
    read_block(prey, entry->record);
    return UCI_STEAL_OK;
}

static enum uci_steal attempt(struct uci_prey *prey)
{
    struct uci_slot *entry;
    uci_step(steal_begin);
    enum uci_steal result = claim(prey->victim, &entry);
    if (result != UCI_STEAL_OK)
        return result;
    uint64_t began = uci_ticks();
    result = uci_is_near(prey->victim) ? copy_near(prey, entry)
                                       : copy_far(prey, entry);
    uci_step(steal_slots);
    if (result == UCI_STEAL_OK) {
        uci_self.counters.steal_copy_ticks += uci_ticks() - began;
        uci_self.counters.steal_bytes +=
            UCI_BLOCK_ARGS - UCI_BLOCK_TAKEN + prey->copy->args_size;
    }
    uci_deque_unlock(prey->victim, entry + 1,
                     result == UCI_STEAL_OK ? entry + 1 : entry);
    uci_step(steal_published);
    return result;
}

static void count_failure(enum uci_steal result)
{
    struct uci_counters *c = &uci_self.counters;
    if (result == UCI_STEAL_EMPTY)
        c->failed_empty++;
    else if (result == UCI_STEAL_LOCKED)
        c->failed_locked++;
    else if (result == UCI_STEAL_LOST)
        c->failed_lost++;
}

bool uci_child_steal(struct uci_prey *prey)
{
    if (uci_world->n_workers == 1)
        return false;
    prey->victim = uci_victim_draw();
    if (prey->victim == UCI_VICTIM_NONE)
        return false;
    bool is_far = !uci_is_near(prey->victim);
    uint64_t began = uci_ticks();
    enum uci_steal result = attempt(prey);
    uint64_t took = uci_ticks() - began;
    if (result != UCI_STEAL_OK) {
        count_failure(result);
        uci_self.counters.failed_ticks += took;
        if (is_far)
            uci_victim_failed();
        return false;
    }
    uci_self.counters.steals++;
    uci_self.counters.far_steals += is_far;
    uci_self.counters.steal_ticks += took;
    uci_victim_found();
    return true;
}

void uci_child_deliver(const struct uci_prey *prey)
{
    size_t size;
    const void *result = uci_block_result(prey->copy, &size);
    size_t offset = (size_t)((const char *)result - (const char *)prey->copy);
    uci_ref original = uci_ref_make(prey->victim, prey->original);
    if (size > 0) {
        uci_write(original, offset, result, size);
        if (!uci_is_near(prey->victim))
            uci_far_flush(prey->victim); /* L3 */
    }
    drop_copy(prey);
    /* L3.  Release: with the acquire in uci_block_is_done; of a far block the
     * flush above. */
    bool has_clock = UCI_IS_SIM || uci_is_near(prey->victim);
    uci_word_store(prey->victim, &prey->original->done,
                   has_clock ? uci_ticks() | UCI_BLOCK_DONE : UCI_BLOCK_AWAY);
}
