/* The thief's side of the deque.  See steal.h. */
#include "sched/steal.h"

#include "base/options.h"
#include "base/random.h"
#include "base/ticks.h"
#include "sched/deque.h"
#include "sched/ready.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "trace/steps.h"
#include "trace/trace.h"
#include "sched/words.h"

/* D3, D5.  It first looks without the lock (the empty check of Akiyama & Taura,
 * JIP 24(3), 6.2). */
enum uci_steal uci_steal_claim(unsigned victim, struct uci_slot **entry)
{
    struct uci_worker *v = uci_peer(victim);
    uint64_t head = uci_load_acquire(&v->H);
    bool is_empty = (struct uci_slot *)head >= uci_load_acquire(&v->T);
    bool may_run =
        uci_may_run_of(v) && (victim == uci_id || !uci_is_left_alone(v));
    if (!may_run || is_empty) {
        if (may_run)
            uci_deque_ask(v);
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
    /* Full fence: H is visible before T is read; with the one between T and H
     * in the owner's pop (D2). */
    if (!uci_word_cas(victim, &v->H, &head, uci_deque_locked(h + 1))) {
        uci_tally(steal_beaten);
        return UCI_STEAL_LOST;
    }
    uci_deque_note(v, (uintptr_t)(h + 1));
    uci_step(steal_locked);
    if (uci_world->has_barrier && uci_deque_needs_barrier(v, h)) {
        uci_deque_barrier();
        uci_point(steal_fenced);
    }
    uci_step(steal_fenced);
    /* Acquire: with the owner's release in a push.  T is read before the slot,
     * or the slot's contents could be older than its push. */
    if (h + 1 > uci_load_acquire(&v->T)) {
        uci_point(steal_vain);
        /* Pairs with the owner's wait in uci_deque_conflict. */
        uci_deque_unlock(victim, h + 1, h);
        return UCI_STEAL_LOST;
    }
    /* The victim may be in another guest's region since the look above. */
    if (uci_unlikely(!uci_may_run_of(v))) {
        uci_deque_unlock(victim, h + 1, h);
        return UCI_STEAL_LOST;
    }
    /* N14: read after T.  Only where there are several nodes does each worker
     * apply the beginning of a region by itself. */
    if (uci_unlikely(uci_load_acquire(&v->n_regions) >
                     uci_load_relaxed(&uci_self.n_regions)) &&
        uci_far_is_there) {
        uci_tally(steal_newer);
        uci_deque_unlock(victim, h + 1, h);
        return UCI_STEAL_NEWER;
    }
    uci_step(steal_claimed);
    uci_point(steal_claimed);
    *entry = h;
    return UCI_STEAL_OK;
}

/* D5: where the thread of a claimed entry reports.  A near thief of the entry
 * before has published this record under the lock that we hold now; that of a
 * far thief may still be on its way, so we wait for it (N8). */
static uci_ref record_below(struct uci_slot *entry)
{
    uci_ref record;
    while ((record = uci_load_acquire(&entry[-1].record)) == 0)
        uci_net_relax();
    return record;
}

/*
 * D5: publishes the record of the child that goes on at the victim, when the
 * parent's stack has been taken, and unlocks.  Release: with the acquires in
 * uci_deque_conflict and uci_child_end, and with that of the next thief.
 */
static void publish(unsigned victim, struct uci_slot *entry, uci_ref child)
{
    uci_point(steal_copied);
    uci_trace(published, (uintptr_t)uci_ref_pointer(child));
    uci_store_release(&entry->record, child);
    uci_point(steal_published);
    uci_deque_unlock(victim, entry + 1, entry + 1);
    uci_step(steal_published);
    uci_point(steal_done);
}

enum uci_steal uci_steal_from(unsigned victim, struct uci_stolen *stolen)
{
    struct uci_worker *v = uci_peer(victim);
    struct uci_slot *entry;
    uint64_t began = uci_ticks();
    uci_step(steal_begin);
    if (uci_finds_nothing(victim)) {
        uci_tally(steal_empty);
        return UCI_STEAL_EMPTY;
    }
    enum uci_steal result = uci_steal_claim(victim, &entry);
    if (result != UCI_STEAL_OK)
        return result;
    uci_self.steal_began = began;
    stolen->record = record_below(entry);
    uci_step(steal_slots);
    uci_trace_at(began, stealing, (uintptr_t)uci_ref_pointer(stolen->record));
    uint64_t copying = uci_steal_clock();
    uci_stack_take(v, entry, stolen);
    uint64_t copied = uci_steal_clock() - copying;
    uci_step(steal_recorded);
    publish(victim, entry, stolen->handle);
    uci_steal_timed(began, copied);
    uci_self.counters.steals++;
    uci_trace(stolen, victim | uci_stolen_bytes(stolen)
                                   << UCI_TRACE_BYTES_SHIFT);
    return UCI_STEAL_OK;
}

void uci_steal_own(void)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T) - 1, *entry;
    while (uci_deque_head(&uci_self) <= t) {
        if (uci_steal_claim(uci_id, &entry) != UCI_STEAL_OK) {
            uci_pause();
            uci_net_relax();
            continue;
        }
        struct uci_suspended *s =
            uci_thread_evacuate_entry(entry, record_below(entry));
        publish(uci_id, entry, (uci_ref)s->value);
        uci_ready_push(s->self);
        return;
    }
}

bool uci_steal_is_forced(void)
{
    enum { ONE_OF = 8 };
    static UCI_PER_WORKER uint64_t random_state;
    if (*uci_options.test_steal != 'r')
        return *uci_options.test_steal != 0;
    if (random_state == 0)
        random_state = (uci_options.test_seed * UCI_MOST_WORKERS + uci_id + 1) *
                       0x9e3779b97f4a7c15u;
    return uci_random_next(&random_state) % ONE_OF == 0;
}

void uci_steal_migrate(void)
{
    enum { PATIENCE = 2000, MANY_READY = 256 };
    struct uci_slot *t = uci_load_relaxed(&uci_self.T) - 1;
    for (unsigned n = 0; n < PATIENCE && uci_sched_has_idle_peer(); n++) {
        if (uci_deque_head(&uci_self) > t)
            return;
        if (n % 16 == 15)
            uci_yield();
        else
            uci_pause();
    }
    /* S6: without a bound the queues would hold a share of all tasks. */
    if (uci_load_relaxed(&uci_self.n_ready) < MANY_READY)
        uci_steal_own();
    else
        uci_tally(ready_long);
}
