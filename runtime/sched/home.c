/* Parallel regions and coming home.  See home.h. */
#include "sched/home.h"

#include "arch/x86_64/context.h"
#include "sched/deque.h"
#include "sched/idle.h"
#include "sched/output.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "sched/views.h"

void uci_home_open(struct ucilk_abi_frame *frame)
{
    uci_deque_set_base(UCI_REGION_END, UCI_RECORD_ROOT);
    /* Published with the push that follows: a thief of the root thread reads
     * it after it has seen that push. */
    uci_store_relaxed(&uci_world->outermost, (uintptr_t)frame);
    if (uci_world->n_workers > 1)
        uci_output_open();
    uci_point(home_opened);
    uci_idle_raise_limit();
}

void uci_home_close(void)
{
    uci_store_relaxed(&uci_world->outermost, 0);
    if (uci_world->n_workers > 1)
        uci_output_close();
    uci_store_relaxed(&uci_self.limit, 0);
}

void uci_home_mark(void)
{
    struct ucilk_abi_frame *frame =
        (struct ucilk_abi_frame *)uci_load_relaxed(&uci_world->outermost);
    if (frame && !frame->outstanding) {
        frame->outstanding = UCI_FRAME_MARKED;
        uci_tally(home_marked);
    } else if (frame) {
        uci_tally(home_linked);
    }
}

static void mail(void *unused, uintptr_t sp)
{
    (void)unused;
    struct uci_slot *base = uci_deque_base();
    uci_output_flush();
    struct uci_suspended *root =
        uci_thread_evacuate(sp, base->sp, uci_load_acquire(&base->record));
    root->views = uci_views_copy(); /* R4 */
    uci_views_tally(root->views, views_taken);
    uci_self.counters.homecomings++;
    uci_point(home);
    /* Release: with the acquire in uci_home_receive. */
    uci_store_seqcst(&uci_world->home, root);
    uci_idle_wake(0);
    uci_sched_loop();
}

void uci_home_return(void)
{
    if (uci_id == 0)
        uci_tally(home_stayed);
    else
        uci_context_suspend(mail, NULL, uci_sched_stack);
    uci_home_close();
}

void uci_home_receive(void)
{
    if (uci_likely(!uci_load_relaxed(&uci_world->home)))
        return;
    struct uci_suspended *root = uci_load_acquire(&uci_world->home);
    uci_store_relaxed(&uci_world->home, NULL);
    uci_store_relaxed(&uci_world->outermost, 0); /* arrived: no mark */
    uci_point(home_received);
    uci_thread_resume(root);
}
