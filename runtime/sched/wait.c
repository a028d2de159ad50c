/* Waiting.  See wait.h. */
#include "sched/wait.h"

#include "arch/x86_64/context.h"
#include "base/ticks.h"
#include "sched/deque.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "sched/strand_views.h"
#include "trace/steps.h"
#include "trace/trace.h"

struct request {
    uci_enlist *enlist;
    uci_ref what;
    const char *place;
    struct uci_leave *leaves;
};

/*
 * F3 (6): the parent of the suspended thread, popped from the own deque, goes
 * on here as if it were stolen.  Older entries stay where they are.
 */
static _Noreturn void resume_parent(const struct uci_stolen *parent)
{
    uci_tally(wait_parent);
    uci_trace(parent, 0);
    uci_stack_continue(parent);
}

/* Suspends the thread whose context is at sp; on the scheduler's stack. */
static void suspend(void *argument, uintptr_t sp)
{
    uci_stack_live(sp);
    struct request request = *(struct request *)argument;
    uci_stack_publish(sp, request.leaves);
    struct uci_slot *slot = uci_deque_base();
    uci_point(wait_begun);
    /* F3 (1), (2).  Acquire: with the release in publish (steal.c).  If the
     * record is set, a thief has the parent, or the thread never had one in
     * this deque. */
    bool won = uci_load_acquire(&slot->record) == 0 && uci_deque_pop_to_wait();
    const struct ucilk_abi_task *task = NULL;
    struct uci_stolen parent;
    uci_ref record;
    if (won) {
        task = uci_slot_task(slot);
        uci_stack_part(slot, &parent);
        record = parent.handle;
        uci_tally(wait_won);
    } else {
        record = uci_load_acquire(&slot->record);
        uci_tally(wait_lost);
    }
    struct uci_suspended *s = uci_thread_evacuate(sp, slot->sp, record);
    uci_thread_leave(s, request.leaves);
    uci_step(suspend_copied);
    uci_point(wait_evacuated);
    s->place = request.place;
    s->views = uci_views_copy(); /* R4 */
    uci_views_tally(s->views, views_taken);
    uint64_t now = uci_ticks(); /* behind the enlisting *s may be gone */
    if (request.enlist(s, request.what)) {
        if (won)
            uci_trace_at(now, published, (uintptr_t)uci_ref_pointer(record));
        if (request.enlist == uci_future_enlist)
            uci_trace_at(now, awaits, (uintptr_t)s);
        else
            uci_trace_at(now, suspended, (uintptr_t)s);
        uci_step(suspend_end);
        uci_point(wait_registered);
        if (won)
            resume_parent(&parent);
        uci_sched_loop();
    }
    /* F3 (5): what it waits for was done meanwhile.  The thread is still in
     * its place. */
    uci_point(wait_in_place);
    if (won) {
        uci_tally(wait_pushed_back);
        uci_record_drop(record, task);
        uci_stack_join(slot, &parent);
        /* D1.  Release: with the acquire of T in uci_steal_claim. */
        uci_store_release(&uci_self.T, slot + 1);
        uci_idle_notify();
    }
    uci_views_tally(s->views, views_kept);
    uci_views_drop(s->views);
    uci_thread_stay(s);
}

void uci_wait(uci_enlist *enlist, uci_ref what, const char *place)
{
    struct request request = {enlist, what, place, NULL};
    uci_step(suspend_begin);
    uci_context_suspend(suspend, &request, uci_sched_stack);
}

static void suspend_leaving(void *argument)
{
    struct request *request = argument;
    suspend(request, uci_leave_sp(request->leaves));
}

_Noreturn void uci_wait_leaving(uci_enlist *enlist, uci_ref what,
                                struct uci_leave *leaves)
{
    struct request request = {enlist, what, NULL, leaves};
    uci_step(suspend_begin);
    uci_context_enter(suspend_leaving, &request, uci_sched_stack);
}
