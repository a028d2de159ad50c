/* The thief's side of the deque.  See steal.h. */
#include "sched/steal.h"

#include "base/ticks.h"
#include "sched/deque.h"
#include "sched/ready.h"
#include "sched/record.h"
#include "sched/thread.h"
#include "trace/steps.h"

#include <string.h>

/*
 * D3: claims the oldest entry, and leaves the lock held; *entry is its slot.
 * First a look without the lock (the empty check of Akiyama & Taura, JIP
 * 24(3), 6.2).
 */
static enum uci_steal claim(struct uci_worker *v, struct uci_slot **entry)
{
    uintptr_t head = uci_load_acquire(&v->H);
    if ((struct uci_slot *)head >= uci_load_acquire(&v->T)) {
        uci_tally(steal_empty);
        return UCI_STEAL_EMPTY;
    }
    if (head & UCI_LOCKED) {
        uci_tally(steal_locked);
        return UCI_STEAL_LOCKED;
    }
    uci_point(steal_seen);
    struct uci_slot *h = (struct uci_slot *)head;
    uci_step(steal_looked);
    /* Full fence: H is visible before T is read; with the owner's xchg. */
    if (!uci_cas_seqcst(&v->H, &head, (uintptr_t)(h + 1) | UCI_LOCKED)) {
        uci_tally(steal_beaten);
        return UCI_STEAL_LOST;
    }
    uci_step(steal_locked);
    if (uci_world->has_barrier && uci_deque_needs_barrier(h)) {
        uci_deque_barrier();
        uci_point(steal_fenced);
    }
    uci_step(steal_fenced);
    /* Acquire: with the owner's release in a push; T before the slot, or an
     * old slot would be taken for one that was pushed anew. */
    if (h + 1 > uci_load_acquire(&v->T)) {
        uci_point(steal_vain);
        /* Pairs with the owner's wait in uci_deque_conflict. */
        uci_store_release(&v->H, (uintptr_t)h);
        return UCI_STEAL_LOST;
    }
    uci_step(steal_claimed);
    uci_point(steal_claimed);
    *entry = h;
    return UCI_STEAL_OK;
}

/*
 * D5: hands over the record of the child that goes on at the victim, after
 * the copy is complete, and unlocks.  Release: with the acquires in
 * uci_deque_conflict and uci_child_end, and of the next thief.
 */
static void publish(struct uci_worker *v, struct uci_slot *entry, uci_ref child)
{
    uci_point(steal_copied);
    uci_store_release(&entry->record, child);
    uci_point(steal_published);
    uci_store_release(&v->H, (uintptr_t)(entry + 1));
    uci_step(steal_published);
    uci_point(steal_done);
}

enum uci_steal uci_steal_from(unsigned victim, struct uci_stolen *stolen)
{
    struct uci_worker *v = uci_peer(victim);
    struct uci_slot *entry;
    uint64_t began = uci_ticks();
    uci_step(steal_begin);
    enum uci_steal result = claim(v, &entry);
    if (result != UCI_STEAL_OK)
        return result;
    uci_self.steal_began = began;
    stolen->sp = entry->sp;
    stolen->upper = entry[-1].sp;
    /* D4: set, since whoever took the entry before published it under the
     * lock that is ours now. */
    stolen->record = uci_load_acquire(&entry[-1].record);
    size_t size = stolen->upper - stolen->sp;
    uci_step(steal_slots);
    memcpy((void *)stolen->sp, uci_region_view(v, stolen->sp), size);
    uci_step(steal_copied);
    stolen->handle = uci_record_make(
        uci_spawn_task((uintptr_t)uci_region_view(v, entry->sp)));
    uci_step(steal_recorded);
    publish(v, entry, stolen->handle);
    uci_thread_cut(stolen->upper, (void *)stolen->upper);
    uci_self.counters.steals++;
    uci_self.counters.steal_bytes += size;
    return UCI_STEAL_OK;
}

void uci_steal_own(void)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T) - 1, *entry;
    while (uci_deque_head(&uci_self) <= t) {
        if (claim(&uci_self, &entry) != UCI_STEAL_OK) {
            uci_pause();
            continue;
        }
        struct uci_suspended *s = uci_thread_evacuate(
            entry->sp, entry[-1].sp, uci_load_acquire(&entry[-1].record));
        uci_ref handle = uci_record_make(uci_spawn_task(entry->sp));
        s->value = (void *)handle;
        publish(&uci_self, entry, handle);
        uci_ready_push(s);
        return;
    }
}
