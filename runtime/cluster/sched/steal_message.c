/*
 * Steals by message: whoever polls in the victim's process claims as a thief on
 * its node would, and answers with the segment.  Rule N10 in
 * docs/protocols/remote.md.
 *
 *     thief                                     victim's process
 *     STEAL: the thief's region number  ---->   claims; the lock is kept
 *     bytes into place                  <----   ends, records, task, bytes
 *     PUBLISH: record of the child      ---->   slot[h].record, unlocks
 *
 * If there is no entry a ready thread comes instead; its copy is freed there.
 */
#include "sched/steal.h"

#include "arch/x86_64/copy.h"
#include "base/message.h"
#include "base/ticks.h"
#include "sched/heap.h"
#include "cluster/mem/region.h"
#include "cluster/far/am.h"
#include "cluster/sched/far_messages.h"
#include "sched/deque.h"
#include "sched/idle.h"
#include "sched/ready.h"
#include "sched/record.h"
#include "trace/steps.h"
#include "trace/trace.h"

#include <string.h>

struct answer {
    uint64_t result; /* enum uci_steal; if OK the bytes of [sp, upper) follow */
    uint64_t ready;  /* if not OK: one of those below */
    uintptr_t sp, upper;
    uci_ref record; /* of slot[h-1] */
    const struct ucilk_abi_task *task;
    struct uci_slot *entry;
    struct uci_suspended thread; /* if GIVEN; its bytes follow */
};

/* The ready queue is empty; it is not; or the answer has a thread of it. */
enum { NONE_READY, READY, GIVEN };

struct publication {
    struct uci_slot *entry;
    uci_ref record;
};

/* --- The victim's process --- */

/* Claims an entry for a thief in region n_regions.  A handler waits for
 * nothing, so if the record of the entry before is missing it undoes the claim
 * (N8). */
static enum uci_steal take_entry(struct answer *answer, uint64_t n_regions)
{
    struct uci_slot *entry;
    enum uci_steal result = uci_steal_claim(uci_id, &entry);
    if (result != UCI_STEAL_OK)
        return result;
    answer->record = uci_load_acquire(&entry[-1].record);
    if (uci_load_acquire(&uci_self.n_regions) > n_regions)
        result = UCI_STEAL_NEWER;
    else if (!answer->record)
        result = UCI_STEAL_LOCKED;
    if (result != UCI_STEAL_OK) {
        uci_deque_unlock(uci_id, entry + 1, entry);
        return result;
    }
    answer->entry = entry;
    answer->sp = entry->sp;
    answer->upper = entry[-1].sp;
    answer->task =
        uci_spawn_task((uintptr_t)uci_region_view(uci_peer(uci_id), entry->sp));
    return UCI_STEAL_OK;
}

static void handle_steal(unsigned from, uint64_t token, const char *bytes,
                         size_t size)
{
    uint64_t n_regions; /* the thief's */
    struct answer answer = {.ready = NONE_READY};
    UCI_CHECK_OP(size, ==, sizeof n_regions);
    memcpy(&n_regions, bytes, sizeof n_regions);
    answer.result = take_entry(&answer, n_regions);
    if (answer.result == UCI_STEAL_OK) {
        uci_am_reply(from, token, &answer, sizeof answer,
                     uci_region_view(uci_peer(uci_id), answer.sp),
                     answer.upper - answer.sp);
        return;
    }
    uci_ref ready = uci_load_relaxed(&uci_self.ready);
    if (ready)
        answer.ready = READY;
    if (!ready || !uci_ready_try_take(&ready, n_regions)) {
        uci_am_reply(from, token, &answer, sizeof answer, NULL, 0);
        return;
    }
    const struct uci_suspended *s = uci_ref_pointer(ready);
    answer.ready = GIVEN;
    answer.thread = *s;
    uci_am_reply(from, token, &answer, sizeof answer, s->bytes, s->size);
    uci_heap_free_by_bit(ready);
}

/* D5: publishes the record and unlocks, as publish in sched/steal.c. */
static void handle_publication(unsigned from, uint64_t token, const char *bytes,
                               size_t size)
{
    struct publication p;
    (void)from, (void)token;
    UCI_CHECK_OP(size, ==, sizeof p);
    memcpy(&p, bytes, sizeof p);
    uci_store_release(&p.entry->record, p.record);
    uci_deque_unlock(uci_id, p.entry + 1, p.entry + 1);
}

void uci_steal_start_messages(void)
{
    uci_am_handle(UCI_AM_STEAL, handle_steal);
    uci_am_handle(UCI_AM_PUBLISH, handle_publication);
    uci_arrive_start_messages();
    uci_future_start_messages();
}

/* --- The thief --- */

/* Runs in the worker or in the assistant.  The worker waits for the answer, and
 * its region is empty. */
static void take_answer(void *to, const char *bytes, size_t size)
{
    struct answer *answer = to;
    memcpy(answer, bytes, sizeof *answer);
    bytes += sizeof *answer;
    size -= sizeof *answer;
    if (answer->result == UCI_STEAL_OK)
        uci_copy_to_stack((void *)answer->sp, bytes, size);
    else if (answer->ready == GIVEN)
        uci_copy_to_stack((void *)answer->thread.sp, bytes, size);
}

/* Resumes a ready thread that came instead of an entry. */
static _Noreturn void resume_given(const struct uci_suspended *thread,
                                   uint64_t began)
{
    uci_self.counters.segments_freed++;
    uci_self.counters.ready_taken++;
    uci_tally(ready_far);
    uci_trace(resumed, (uintptr_t)uci_ref_pointer(thread->self));
    uci_idle_wake_one();
    uci_thread_go_on(thread, thread->ready_since ? began : 0);
}

enum uci_steal uci_steal_by_message(unsigned victim, struct uci_stolen *stolen)
{
    uint64_t began = uci_ticks();
    uci_step(steal_begin);
    uint64_t n_regions = uci_load_relaxed(&uci_self.n_regions);
    struct answer answer;
    struct uci_am_call call = {.take = take_answer, .to = &answer};
    uci_am_request(&call, victim, UCI_AM_STEAL, &n_regions, sizeof n_regions,
                   NULL, 0);
    uci_step(steal_looked);
    uci_step(steal_locked);
    uci_step(steal_claimed);
    uci_am_wait(&call);
    if (answer.ready == GIVEN)
        resume_given(&answer.thread, began);
    stolen->ready = answer.ready;
    if (answer.result != UCI_STEAL_OK)
        return (enum uci_steal)answer.result;
    uci_self.steal_began = began;
    uci_step(steal_slots);
    uci_step(steal_copied);
    stolen->sp = answer.sp;
    stolen->upper = answer.upper;
    stolen->record = answer.record;
    stolen->handle = uci_record_make(answer.task);
    uci_step(steal_recorded);
    struct publication p = {answer.entry, stolen->handle};
    uci_trace_at(began, stealing, (uintptr_t)uci_ref_pointer(stolen->record));
    uci_point(steal_copied);
    uci_trace(published, (uintptr_t)uci_ref_pointer(p.record));
    uci_am_send(victim, UCI_AM_PUBLISH, &p, sizeof p, NULL, 0);
    uci_step(steal_published);
    uci_point(steal_done);
    uci_thread_cut(stolen->upper, (void *)stolen->upper);
    struct uci_counters *c = &uci_self.counters;
    c->steals++;
    c->steal_bytes += stolen->upper - stolen->sp;
    c->far_steals++;
    c->steal_rounds++;
    uci_steal_timed(began, 0); /* the answer brings the copy */
    uci_trace(stolen, victim | uci_stolen_bytes(stolen)
                                   << UCI_TRACE_BYTES_SHIFT);
    return UCI_STEAL_OK;
}
