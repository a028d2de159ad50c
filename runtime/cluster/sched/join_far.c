/*
 * The join where the record lies on another node: rules N11, N12 in
 * docs/protocols/remote.md.
 */
#include "sched/join.h"

#include "cluster/sched/far_messages.h"
#include "base/ticks.h"
#include "sched/sched.h"
#include "base/policies.h"
#include "sched/thread.h"
#include "sched/strand_views.h"
#include "trace/trace.h"
#include "sched/words.h"

/* Results up to this size come with their record in one round trip. */
enum { GUESS = 256 };

/* Gets what the parent writes when it registers: the waiter and its stack. */
static void get_waiter_later(unsigned owner, struct uci_record *into,
                             const struct uci_record *r)
{
    enum { FROM = offsetof(struct uci_record, waiter) };
    uci_far_get_later(owner, &into->waiter, &r->waiter,
                      offsetof(struct uci_record, result) - FROM);
}

void uci_child_end_far(uci_ref ref, const void *result, size_t size)
{
    unsigned owner = uci_ref_rank(ref);
    struct uci_record *r = uci_ref_pointer(ref);
    uci_ref views = uci_views_copy(); /* R3 */
    uci_views_tally(views, views_delivered);
    if (uci_steals_by_message && !(UCI_IS_STUDY && uci_stalls))
        uci_arrive_child(ref, result, size, views);
    if (size > 0)
        uci_far_put(owner, r->result, result, size);
    if (views)
        uci_far_put(owner, &r->views, &views, sizeof views);
    if (UCI_IS_STUDY && uci_stalls)
        uci_stalling_child_end(ref);
    if (size > 0 || views)
        uci_far_flush(owner); /* N11 */
    uci_point(child_delivered_far);
    /* N11: the waiter comes in the same round trip, if it was there already. */
    struct uci_record seen;
    get_waiter_later(owner, &seen, r);
    bool first = uci_word_fetch_add(owner, &r->arrived, 1) == 0;
    uci_far_flush(owner);
    if (first) {
        uci_point(child_first);
        uci_sched_loop();
    }
    uci_self.counters.outstanding_joins++;
    uci_point(child_second);
    if (!seen.waiter || !seen.stack.sp || !seen.stack.size) {
        uci_tally(waiter_late);
        get_waiter_later(owner, &seen, r);
        uci_far_flush(owner);
    }
    if (uci_is_near(uci_ref_rank(seen.waiter)))
        uci_thread_resume_waiter(seen.waiter);
    uci_trace(joined, (uintptr_t)uci_ref_pointer(seen.waiter));
    uci_thread_resume_far(seen.waiter, uci_ticks(), seen.stack);
}

/* J4: true if the child has not arrived. */
bool uci_join_register_far(uci_ref record, const struct uci_suspended *s)
{
    unsigned owner = uci_ref_rank(record);
    struct uci_record *r = uci_ref_pointer(record);
    if (uci_steals_by_message)
        return uci_arrive_parent(record, s->self);
    struct uci_record_stack stack = {s->sp, s->size};
    uci_far_put(owner, &r->waiter, &s->self, sizeof s->self);
    uci_far_put(owner, &r->stack, &stack, sizeof stack);
    uci_far_flush(owner); /* N12 */
    uci_point(join_registered_far);
    return uci_word_fetch_add(owner, &r->arrived, 1) == 0;
}

/* The same with a large result.  The copy is on the strand's stack: a finisher
 * is the program's code, and reads it. */
static __attribute__((noinline)) void take_large(struct ucilk_abi_frame *frame,
                                                 uci_ref ref, size_t size,
                                                 uintptr_t live)
{
    char copy[size] __attribute__((aligned(16)));
    uci_read(ref, 0, copy, size);
    uci_join_take(frame, ref, (struct uci_record *)copy, live);
}

void uci_join_take_far(struct ucilk_abi_frame *frame, uci_ref ref,
                       uintptr_t live)
{
    union {
        struct uci_record record;
        char bytes[sizeof(struct uci_record) + GUESS];
    } got;
    uci_tally(join_far);
    uci_read(ref, 0, &got, sizeof got);
    size_t size = got.record.task->result_size;
    if (size <= GUESS)
        uci_join_take(frame, ref, &got.record, live);
    else
        take_large(frame, ref, sizeof got.record + size, live);
}
