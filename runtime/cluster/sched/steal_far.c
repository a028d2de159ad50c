/*
 * The one-sided steal from another node, in which the victim's CPU takes no
 * part: rules N3-N7 and N14 in docs/protocols/remote.md.  In round trips:
 *
 *     1  get of the victim's block: H, T                    (UCILK_EMPTY_CHECK)
 *     2  compare-and-swap of H: locks and claims
 *     3  get of T and of the slots h-1, h
 *     4  get of the slots again, the region's number, the segment
 *        put of slot[h].record, atomic unlock: posted
 *
 * Without the empty check 1 is an OR that locks, and 2 is an ADD that claims.
 */
#include "sched/steal.h"

#include "arch/x86_64/copy.h"
#include "base/options.h"
#include "base/ticks.h"
#include "cluster/mem/region.h"
#include "sched/deque.h"
#include "sched/record.h"
#include "sched/thread.h"
#include "trace/steps.h"
#include "trace/trace.h"
#include "sched/words.h"

#include <string.h>

static_assert(UCI_WORKER_SLOTS + UCI_SLOTS_CLOSE * UCI_SLOT_SIZE <=
                  sizeof(struct uci_worker),
              "they are there");

/* Counts of the present attempt. */
static UCI_PER_WORKER struct {
    uint64_t rounds; /* round trips waited for */
    uint64_t gets, atomics, posts;
    uint64_t extra;  /* further ones, for what was not there yet */
    uint64_t copied; /* uci_steal_timed */
} ops;

/* slot[h-1], slot[h] */
struct pair {
    struct uci_slot below, entry;
};

static void get_later(unsigned victim, void *into, const volatile void *at,
                      size_t size)
{
    ops.gets++;
    uci_far_get_later(victim, into, at, size);
}

static void complete(unsigned victim)
{
    ops.rounds++;
    uci_far_flush(victim);
}

/* Counts an atomic that waits. */
static void count_atomic(void)
{
    ops.atomics++;
    ops.rounds++;
}

static void unlock(unsigned victim, struct uci_slot *h, struct uci_slot *head)
{
    ops.posts++;
    uci_deque_unlock(victim, h + 1, head);
}

/* What the gets have brought of the victim's block, at the same offsets. */
static struct uci_worker seen;

static struct uci_slot *slots_of(struct uci_worker *w)
{
    return (struct uci_slot *)w->slots_begin;
}

/* Gets T, H, ready and n_regions, and so many of the lowest slots. */
static void get_seen_later(unsigned victim, size_t n_slots)
{
    get_later(victim, &seen.T, &uci_peer(victim)->T,
              UCI_WORKER_SLOTS - UCI_WORKER_T +
                  n_slots * sizeof(struct uci_slot));
}

/* Gets the same and slot[h-1] and slot[h]; in one piece if these are low. */
static void get_pair_later(unsigned victim, struct uci_slot *h,
                           struct pair *pair)
{
    size_t n = (size_t)(h + 1 - slots_of(uci_peer(victim)));
    get_seen_later(victim, n <= UCI_SLOTS_CLOSE ? n : 0);
    if (n > UCI_SLOTS_CLOSE)
        get_later(victim, pair, h - 1, sizeof *pair);
}

static void take_pair(unsigned victim, struct uci_slot *h, struct pair *pair)
{
    size_t n = (size_t)(h + 1 - slots_of(uci_peer(victim)));
    if (n <= UCI_SLOTS_CLOSE)
        memcpy(pair, slots_of(&seen) + n - 2, sizeof *pair);
}

/* N3: looks whether there is something to steal. */
static enum uci_steal look(unsigned victim, uint64_t *head,
                           struct uci_stolen *stolen)
{
    get_seen_later(victim, 0);
    complete(victim);
    *head = uci_load_relaxed(&seen.H);
    stolen->ready = uci_load_relaxed(&seen.ready);
    if (uci_deque_slot(*head) >= uci_load_relaxed(&seen.T)) {
        uci_tally(steal_empty);
        return UCI_STEAL_EMPTY;
    }
    if (*head & UCI_LOCKED) {
        uci_tally(steal_locked);
        return UCI_STEAL_LOCKED;
    }
    return UCI_STEAL_OK;
}

/* N4: *entry is the slot that was at H. */
static enum uci_steal claim(unsigned victim, struct uci_slot **entry,
                            struct uci_stolen *stolen)
{
    uint64_t head;
    enum uci_steal hint = look(victim, &head, stolen);
    if (hint != UCI_STEAL_OK)
        return hint;
    uci_point(steal_seen);
    uci_step(steal_looked);
    *entry = (struct uci_slot *)head;
    count_atomic();
    if (!uci_word_cas(victim, &uci_peer(victim)->H, &head,
                      uci_deque_locked(*entry + 1))) {
        uci_tally(steal_beaten);
        return UCI_STEAL_LOST;
    }
    uci_step(steal_locked);
    return UCI_STEAL_OK;
}

/* N4, without a look: the OR that locks returns H. */
static enum uci_steal claim_blindly(unsigned victim, struct uci_slot **entry)
{
    struct uci_worker *v = uci_peer(victim);
    uci_step(steal_looked);
    count_atomic();
    uint64_t head = uci_far_fetch_op(victim, UCI_NET_OR, &v->H, UCI_LOCKED);
    if (head & UCI_LOCKED) {
        uci_tally(steal_locked);
        return UCI_STEAL_LOCKED;
    }
    count_atomic();
    uci_far_fetch_op(victim, UCI_NET_ADD, &v->H, sizeof **entry);
    *entry = (struct uci_slot *)head;
    uci_step(steal_locked);
    return UCI_STEAL_OK;
}

/* True if these can be the ends of a segment. */
static bool is_segment(const struct pair *p)
{
    return uci_region_holds(p->entry.sp - UCI_SPAWN_TASK) &&
           p->entry.sp < p->below.sp && p->below.sp <= UCI_REGION_END;
}

/* Gets a segment, and the word below it that names the child's task, to the
 * same addresses here. */
static void get_segment(unsigned victim, const struct pair *p)
{
    uintptr_t from = p->entry.sp - UCI_SPAWN_TASK;
    uci_stack_keep(from, p->below.sp);
    uci_copy_prepare((void *)from, p->below.sp - from);
    get_later(victim, (void *)from, uci_region_of(victim, from),
              p->below.sp - from);
}

/* N5: gets T, and behind it the slots and the segment.  N14: the region's
 * number comes with the second read. */
static enum uci_steal get(unsigned victim, struct uci_slot *h,
                          struct pair *slots, struct uci_stolen *stolen)
{
    struct pair guess;
    get_pair_later(victim, h, &guess);
    complete(victim);
    take_pair(victim, h, &guess);
    stolen->ready = uci_load_relaxed(&seen.ready);
    struct uci_slot *T = uci_load_relaxed(&seen.T);
    if (h + 1 > T) {
        uci_point(steal_vain);
        return h >= T ? UCI_STEAL_EMPTY : UCI_STEAL_LOST;
    }
    uci_step(steal_claimed);
    uci_claimed_far(victim);
    uci_point(steal_claimed);
    uint64_t copying = uci_steal_clock();
    get_pair_later(victim, h, slots);
    bool guessed = is_segment(&guess);
    if (guessed)
        get_segment(victim, &guess);
    complete(victim);
    take_pair(victim, h, slots);
    if (uci_load_relaxed(&seen.n_regions) >
        uci_load_relaxed(&uci_self.n_regions)) {
        uci_tally(steal_newer);
        uci_stack_live(UCI_STACK_ROOT); /* the segment is not taken */
        return UCI_STEAL_NEWER;
    }
    uci_step(steal_slots);
    if (!guessed || guess.entry.sp != slots->entry.sp ||
        guess.below.sp != slots->below.sp) {
        uci_tally(steal_guess);
        get_segment(victim, slots);
        ops.gets -= guessed; /* `extra' counts this one */
        uci_far_flush(victim);
        ops.extra++;
    }
    /* N8: the thief of h-1 has unlocked, but its put of the record may still be
     * under way. */
    while (!uci_load_relaxed(&slots->below.record)) {
        uci_tally(steal_unpublished);
        get_later(victim, slots, h - 1, sizeof *slots);
        ops.gets--;
        uci_far_flush(victim);
        ops.extra++;
        uci_net_relax();
    }
    uci_step(steal_copied);
    ops.copied = uci_steal_clock() - copying;
    return UCI_STEAL_OK;
}

/* N6: publishes the record and unlocks; both are posted. */
static void publish(unsigned victim, struct uci_slot *h, uci_ref child)
{
    uci_point(steal_copied);
    ops.posts++;
    uci_trace(published, (uintptr_t)uci_ref_pointer(child));
    uci_far_put(victim, &h->record, &child, sizeof child);
    uci_point(steal_published);
    unlock(victim, h, h + 1);
    uci_step(steal_published);
    uci_point(steal_done);
}

static void count(size_t size)
{
    struct uci_counters *c = &uci_self.counters;
    c->steals++;
    c->steal_bytes += size;
    c->far_steals++;
    c->steal_rounds += ops.rounds;
    c->steal_gets += ops.gets;
    c->steal_atomics += ops.atomics;
    c->steal_posts += ops.posts;
    c->steal_extra += ops.extra;
}

enum uci_steal uci_steal_far(unsigned victim, struct uci_stolen *stolen)
{
    struct uci_slot *h;
    struct pair slots;
    uint64_t began = uci_ticks();
    uci_step(steal_begin);
    memset(&ops, 0, sizeof ops);
    stolen->ready = 0;
    enum uci_steal result = uci_options.empty_check ? claim(victim, &h, stolen)
                                                    : claim_blindly(victim, &h);
    if (result != UCI_STEAL_OK)
        return result;
    uci_self.steal_began = began;
    result = get(victim, h, &slots, stolen);
    if (result != UCI_STEAL_OK) {
        unlock(victim, h, h); /* N7 */
        return result;
    }
    stolen->sp = slots.entry.sp;
    stolen->upper = slots.below.sp;
    stolen->record = uci_load_relaxed(&slots.below.record);
    stolen->handle = uci_record_make(uci_spawn_task(stolen->sp));
    uci_trace_at(began, stealing, (uintptr_t)uci_ref_pointer(stolen->record));
    uci_step(steal_recorded);
    publish(victim, h, stolen->handle);
    uci_thread_cut(stolen->upper, (void *)stolen->upper);
    count(stolen->upper - stolen->sp);
    uci_steal_timed(began, ops.copied);
    uci_trace(stolen, victim | uci_stolen_bytes(stolen)
                                   << UCI_TRACE_BYTES_SHIFT);
    return UCI_STEAL_OK;
}
