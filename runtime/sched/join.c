/* The join.  See join.h. */
#include "sched/join.h"

#include "base/message.h"
#include "sched/deque.h"
#include "sched/detached.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/ready.h"
#include "sched/sched.h"
#include "base/policies.h"
#include "trace/trace.h"
#include "sched/strand_views.h"
#include "sched/wait.h"
#include "sched/words.h"

#include <string.h>

uci_ref uci_future_end(uci_ref future, const uintptr_t words[3],
                       const void *result)
{
    const struct ucilk_abi_task *task = (const struct ucilk_abi_task *)words[2];
    if (uci_likely(uci_word_is_here(uci_ref_rank(future)))) {
        struct uci_future *f = uci_ref_pointer(future);
        uci_future_deliver(f, result);
        uci_store_relaxed(&f->views, uci_views_copy());
        uci_thread_release(&f->task);
        uci_thread_release(uci_home_main());
        uci_stack_leave(words, NULL);
        return uci_future_fulfil(f);
    }
    return uci_future_fulfil_far(future, task, result, uci_views_copy());
}

void uci_future_leave(uci_ref future, uci_ref waiters)
{
    uci_ref first = uci_home_sort_out(waiters);
    uci_ref others = first ? uci_thread_next(first) : 0;
    if (others)
        uci_ready_push(others);
    uci_detached_end(uci_ref_rank(future));
    if (!first)
        uci_sched_loop();
    uci_tally(future_resumed);
    uci_thread_resume_waiter(first);
}

void uci_child_end(const uintptr_t words[3], uintptr_t value)
{
    const struct ucilk_abi_task *task = (const struct ucilk_abi_task *)words[2];
    const void *result = uci_spawn_result(words, &value);
    /* The parent's old frame, in which the result lies, is above the words. */
    uci_stack_keep((uintptr_t)words,
                   result == &value ? (uintptr_t)(words + 3)
                                    : (uintptr_t)result + task->result_size);
    uci_self.counters.failed_pops++;
    uci_ref ref = uci_load_acquire(&uci_deque_base()->record);
    if (uci_unlikely(ref <= UCI_RECORD_NONE))
        uci_fatal("a process that was forked inside of a task (`%s') came to "
                  "the task's end: it must leave by exec or _exit",
                  task->name);
    uci_trace(child, (uintptr_t)uci_ref_pointer(ref));
    uci_point(child_end);
    if (uci_unlikely(task->flags & UCI_TASK_IN_GROUP))
        uci_groups->end(words, result);
    if (task->flags & UCILK_ABI_TASK_FUTURE)
        uci_future_leave(ref, uci_future_end(ref, words, result));
    if (uci_unlikely(!uci_is_near(uci_ref_rank(ref))))
        uci_child_end_far(ref, result, task->result_size);
    struct uci_record *r = uci_ref_pointer(ref);
    uci_thread_copy(r->result, result, task->result_size);
    r->views = uci_views_copy(); /* R3 */
    uci_views_tally(r->views, views_delivered);
    uci_thread_release(r);
    uci_stack_leave(words, r);
    uci_point(child_delivered);
    if (UCI_IS_STUDY && uci_stalls)
        uci_stalling_child_end(ref);
    /* J3.  Release: the result; with the acquires of `arrived' in
     * uci_join_frame and uci_join_enlist.  Acquire: the waiter; with the
     * release in uci_join_enlist. */
    if (uci_word_fetch_add(uci_ref_rank(ref), &r->arrived, 1) == 0) {
        uci_point(child_first);
        uci_sched_loop();
    }
    uci_self.counters.outstanding_joins++;
    uci_point(child_second);
    uci_thread_resume_waiter(r->waiter);
}

bool uci_join_enlist(struct uci_suspended *s, uci_ref record)
{
    struct uci_record *r = uci_ref_pointer(record);
    unsigned owner = uci_ref_rank(record);
    bool first;
    if (uci_likely(uci_is_near(owner))) {
        uci_stack_note_waiter(r, s);
        r->waiter = s->self;
        uci_point(join_registered);
        /* J4.  Release: the waiter and its bytes; acquire: the result.  Both
         * with the fetch-and-add in uci_child_end. */
        first = uci_word_fetch_add(owner, &r->arrived, 1) == 0;
    } else {
        first = uci_join_register_far(record, s);
    }
    if (first) {
        uci_self.counters.suspends++;
        uci_point(join_first);
        return true;
    }
    uci_self.counters.joined_in_place++;
    uci_point(join_second);
    return false;
}

/* Runs the finisher, unless its destination no longer exists. */
static void finish(const struct uci_record *r, uintptr_t live)
{
    if (r->finish && !uci_stack_is_gone((uintptr_t)r->dst, live))
        r->finish(r->dst, r->result);
}

void uci_join_take(struct ucilk_abi_frame *frame, uci_ref ref,
                   const struct uci_record *r, uintptr_t live)
{
    uci_trace(taken, (uintptr_t)uci_ref_pointer(ref));
    uci_views_tally(r->views, views_joined);
    uci_thread_acquire(r);
    if (UCI_WORKERS_ARE_PROCESSES) {
        uci_views_append(r->views);
        finish(r, live);
    } else { /* R9: the destination may be in these views, which are freed */
        finish(r, live);
        uci_views_append(r->views);
    }
    frame->outstanding = (void *)uci_record_next(frame, ref, r);
    uci_point(join_finished);
    uci_record_free(ref);
}

/* Waits for a child that had not arrived. */
static void wait_for(uci_ref record)
{
    if (UCI_IS_STUDY && uci_stalls) {
        const struct uci_record *r = uci_ref_pointer(record);
        uci_stalling_wait(uci_ref_rank(record), &r->arrived, 1, NULL);
        uci_stalling_joined(record);
    } else {
        uci_wait(uci_join_enlist, record, NULL);
    }
}

void uci_join_frame(struct ucilk_abi_frame *frame, uintptr_t live, bool ends)
{
    bool marked = uci_frame_state(frame) == UCI_FRAME_MARKED;
    uci_ref own = 0; /* R5 */
    if (uci_frame_first(frame)) {
        own = uci_views_copy();
        uci_views_begin();
    }
    for (uci_ref ref; (ref = uci_frame_first(frame)) != 0;) {
        struct uci_record *r = uci_ref_pointer(ref);
        /* Acquire: with the child's release in uci_child_end. */
        if (uci_word_load(uci_ref_rank(ref), &r->arrived) == 0)
            wait_for(ref);
        else
            uci_tally(join_ready);
        uci_sched_see_changes();
        /* The wait may have brought us to another worker, and node. */
        if (uci_likely(uci_is_near(uci_ref_rank(ref))))
            uci_join_take(frame, ref, r, live);
        else
            uci_join_take_far(frame, ref, live);
    }
    uci_frame_set(frame, UCI_FRAME_JOINED);
    uci_views_tally(own, views_own);
    uci_views_append(own);
    if (marked || uci_home_is_outermost(frame, uci_deque_base()->sp))
        uci_home_return(frame, ends);
}
