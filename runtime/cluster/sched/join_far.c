/*
 * The join where the record lies on another node: rules N11, N12 in
 * docs/protocols/remote.md.
 */
#include "common/sched/join.h"

#include "cluster/sched/arrive.h"
#include "common/sched/sched.h"
#include "seam/thread.h"
#include "seam/views.h"
#include "seam/far.h"

/* Results up to this size come with their record in one round trip. */
enum { GUESS = 256 };

void uci_child_end_far(uci_ref ref, const void *result, size_t size)
{
    unsigned owner = uci_ref_rank(ref);
    struct uci_record *r = uci_ref_pointer(ref);
    uci_ref views = uci_views_copy(); /* R3 */
    uci_views_tally(views, views_delivered);
    if (uci_steals_by_message)
        uci_arrive_child(ref, result, size, views);
    if (size > 0)
        uci_far_put(owner, r->result, result, size);
    if (views)
        uci_far_put(owner, &r->views, &views, sizeof views);
    if (size > 0 || views)
        uci_far_flush(owner); /* N11 */
    uci_point(child_delivered_far);
    if (uci_word_fetch_add(owner, &r->arrived, 1) == 0) {
        uci_point(child_first);
        uci_sched_loop();
    }
    uci_self.counters.outstanding_joins++;
    uci_point(child_second);
    uci_ref waiter;
    uci_far_get(owner, &waiter, &r->waiter, sizeof waiter);
    uci_thread_resume_waiter(waiter);
}

/* J4: true if the child has not arrived. */
bool uci_join_register_far(uci_ref record, uci_ref waiter)
{
    unsigned owner = uci_ref_rank(record);
    struct uci_record *r = uci_ref_pointer(record);
    if (uci_steals_by_message)
        return uci_arrive_parent(record, waiter);
    uci_far_put(owner, &r->waiter, &waiter, sizeof waiter);
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
