/* The join.  See join.h. */
#include "sched/join.h"

#include "arch/x86_64/context.h"
#include "base/message.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/output.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include "sched/views.h"
#include "trace/steps.h"

#include <string.h>

void uci_child_end(const uintptr_t words[3], uintptr_t value)
{
    const struct ucilk_abi_task *task = (const struct ucilk_abi_task *)words[2];
    const void *result = task->flags & UCILK_ABI_TASK_DIRECT
                             ? (const char *)&value
                             : (const char *)words[1] + task->result_offset;
    uci_self.counters.failed_pops++;
    uci_ref ref = uci_load_acquire(&uci_deque_base()->record);
    if (uci_unlikely(ref <= UCI_RECORD_NONE))
        uci_fatal("a process that was forked inside of a task (`%s') came to "
                  "the task's end: it must leave by exec or _exit",
                  task->name);
    struct uci_record *r = uci_ref_pointer(ref);
    uci_point(child_end);
    memcpy(r->result, result, task->result_size);
    r->views = uci_views_copy(); /* R3 */
    uci_views_tally(r->views, views_delivered);
    uci_output_flush();
    uci_point(child_delivered);
    /* J3.  Release: the result is in place, with the parent's acquire.
     * Acquire: the waiter's location, with its release. */
    if (uci_fetch_add_acqrel(&r->arrived, 1) == 0) {
        uci_point(child_first);
        uci_sched_loop();
    }
    uci_self.counters.outstanding_joins++;
    uci_point(child_second);
    uci_thread_resume(uci_ref_pointer(r->waiter));
}

/* J4: on the scheduler's stack, the parent's context at sp. */
static void park(void *record, uintptr_t sp)
{
    struct uci_record *r = record;
    struct uci_slot *base = uci_deque_base();
    /* Above T while a thief looks in vain: rule D3. */
    UCI_CHECK_OP(uci_deque_head(&uci_self), >=, base + 1);
    uci_point(join_checked);
    uci_output_flush();
    struct uci_suspended *s =
        uci_thread_evacuate(sp, base->sp, uci_load_acquire(&base->record));
    uci_step(suspend_copied);
    uci_point(join_evacuated);
    s->views = uci_views_copy(); /* R4 */
    uci_views_tally(s->views, views_taken);
    r->waiter = s->self;
    uci_point(join_registered);
    /* Release: location and bytes, with the child's acquire.  Acquire: the
     * result, with the child's release. */
    if (uci_fetch_add_acqrel(&r->arrived, 1) == 0) {
        uci_step(suspend_end);
        uci_self.counters.suspends++;
        uci_point(join_first);
        uci_sched_loop();
    }
    /* The child came in between: the thread is still in its place. */
    uci_self.counters.joined_in_place++;
    uci_point(join_second);
    uci_views_tally(s->views, views_kept);
    uci_views_drop(s->views);
    uci_thread_free(s);
    uci_context_resume(sp, NULL);
}

void uci_join_frame(struct ucilk_abi_frame *frame, uintptr_t live)
{
    uci_ref own = 0; /* R5 */
    if (uci_frame_first(frame)) {
        own = uci_views_copy();
        uci_views_begin();
    }
    for (uci_ref ref; (ref = uci_frame_first(frame)) != 0;) {
        struct uci_record *r = uci_ref_pointer(ref);
        /* Acquire: with the child's release in uci_child_end. */
        if (uci_load_acquire(&r->arrived) == 0) {
            uci_step(suspend_begin);
            uci_context_suspend(park, r, uci_sched_stack);
        } else {
            uci_tally(join_ready);
        }
        uci_views_tally(r->views, views_joined);
        uci_views_append(r->views);
        uintptr_t dst = (uintptr_t)r->dst;
        if (r->finish && !(uci_region_holds(dst) && dst < live))
            r->finish(r->dst, r->result);
        frame->outstanding = (void *)r->next;
        uci_point(join_finished);
        uci_record_free(ref);
    }
    frame->outstanding = NULL;
    uci_views_tally(own, views_own);
    uci_views_append(own);
    if (uci_home_is_outermost(frame))
        uci_home_return();
}
