/* Waiting.  See wait.h. */
#include "sched/wait.h"

#include "arch/x86_64/context.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "sched/views.h"
#include "trace/steps.h"

struct request {
    uci_enlist *enlist;
    uci_ref what;
    const char *place;
};

/*
 * The parent of the running thread, popped from the own deque, goes on in its
 * place as if it were stolen; `record' is its handle.  The older entries stay
 * where they are.
 */
static _Noreturn void resume_parent(struct uci_slot *entry, uci_ref record)
{
    uci_tally(wait_parent);
    uci_context_resume(entry->sp, (void *)record);
}

/* On the scheduler's stack, the thread's context at sp. */
static void suspend(void *argument, uintptr_t sp)
{
    struct request request = *(struct request *)argument;
    struct uci_slot *slot = uci_deque_base();
    uci_point(wait_begun);
    /* (i), (ii).  D4: where the record is set, the parent is gone. */
    bool won = uci_load_acquire(&slot->record) == 0 && uci_deque_pop();
    const struct ucilk_abi_task *task = NULL;
    uci_ref record;
    if (won) {
        task = uci_spawn_task(slot->sp);
        record = uci_record_make(task);
        uci_tally(wait_won);
    } else {
        record = uci_load_acquire(&slot->record);
        uci_tally(wait_lost);
    }
    struct uci_suspended *s = uci_thread_evacuate(sp, slot->sp, record);
    uci_step(suspend_copied);
    uci_point(wait_evacuated);
    s->place = request.place;
    s->views = uci_views_copy(); /* R4 */
    uci_views_tally(s->views, views_taken);
    if (request.enlist(s, request.what)) {
        uci_step(suspend_end);
        uci_point(wait_registered);
        if (won)
            resume_parent(slot, record);
        uci_sched_loop();
    }
    /* (v): it came in between, and the thread is still in its place. */
    uci_point(wait_in_place);
    if (won) {
        uci_tally(wait_pushed_back);
        uci_record_drop(record, task);
        /* D1.  Release: with the acquire of T in a thief's claim. */
        uci_store_release(&uci_self.T, slot + 1);
        uci_idle_notify();
    }
    uci_views_tally(s->views, views_kept);
    uci_views_drop(s->views);
    uci_thread_free(s->self);
    uci_context_resume(sp, NULL);
}

void uci_wait(uci_enlist *enlist, uci_ref what, const char *place)
{
    struct request request = {enlist, what, place};
    uci_step(suspend_begin);
    uci_context_suspend(suspend, &request, uci_sched_stack);
}
