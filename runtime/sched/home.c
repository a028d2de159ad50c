/* Parallel regions and coming home.  See home.h. */
#include "sched/home.h"

#include "arch/x86_64/context.h"
#include "sched/deque.h"
#include "sched/detached.h"
#include "sched/future.h"
#include "sched/gather.h"
#include "sched/idle.h"
#include "sched/ready.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "sched/steal.h"
#include "trace/trace.h"
#include "sched/strand_views.h"
#include "sched/wait.h"
#include "sched/words.h"

/* Values of root_waits: where main is suspended until no future can run. */
enum { NOT_WAITING, AT_END_OF_REGION, AT_END_OF_MAIN };

void uci_home_open(struct ucilk_abi_frame *frame)
{
    uci_deque_set_base(UCI_STACK_ROOT, UCI_RECORD_ROOT);
    /* The release of T in the push that follows publishes it: a thief of the
     * root thread reads it behind its acquire of T. */
    uci_store_relaxed(uci_outermost, (uintptr_t)frame);
    if (uci_frame_state(frame) == UCI_FRAME_JOINED)
        uci_frame_set(frame, UCI_FRAME_MARKED);
    uci_point(home_opened);
    uci_trace(open, 0);
    uci_home_begins();
    uci_idle_raise_limit();
}

/* F9: appends the views of this region's futures that nobody got. */
static void append_views(void)
{
    if (uci_likely(!uci_views_are_used()))
        return;
    if (uci_all_are_near())
        for (unsigned i = 0; i < uci_world->n_workers; i++)
            uci_future_append_left(i);
    else
        uci_gather_all();
}

/* C3: puts main, suspended as `root', into the mailbox of worker `home'. */
static void send(unsigned home, uci_ref root)
{
    struct uci_worker *w = uci_peer(home);
    uci_trace(ready, (uintptr_t)uci_ref_pointer(root));
    if (uci_likely(uci_is_near(home))) {
        /* Release: with the acquire in uci_home_receive.  Sequentially
         * consistent: here the mailbox, then the limit; in
         * uci_idle_raise_limit the limit, then the mailbox.  So worker `home'
         * sees the mailbox, or its limit stays 0. */
        uci_store_seqcst(&w->main.home, root);
        uci_store_seqcst(&w->limit, 0);
        uci_idle_wake(home);
    } else { /* N18 */
        uci_tally(home_far);
        uci_word_store(home, &w->main.home, root);
        uci_far_flush(home);
        uci_word_store(home, &w->limit, 0);
    }
    uci_home_wake(home);
}

static void send_root(unsigned home)
{
    send(home, uci_word_load(home, &uci_peer(home)->main.root));
}

void uci_home_send(void)
{
    send_root(uci_home_rank());
}

/* C3, F6: on the scheduler's stack: suspends main, whose context is at sp, and
 * sends it home, now or when no future can run any more. */
static void mail(void *waits, uintptr_t sp)
{
    uci_stack_live(sp);
    struct uci_slot *base = uci_deque_base();
    struct uci_suspended *root =
        uci_thread_evacuate(sp, base->sp, uci_load_acquire(&base->record));
    root->views = uci_views_copy(); /* R4 */
    uci_views_tally(root->views, views_taken);
    uci_self.counters.homecomings++;
    uci_trace(suspended, (uintptr_t)root);
    uci_point(home);
    struct uci_main *m = uci_home_main();
    uint32_t what = *(const uint32_t *)waits;
    if (what == NOT_WAITING) {
        send(uci_home_rank(), root->self);
    } else {
        unsigned home = uci_home_rank();
        uci_word_store(home, &m->root, root->self);
        uci_word_store(home, &m->root_waits, what);
        if (!uci_is_near(home))
            uci_far_flush(home);
        uci_detached_lower(); /* F6 */
    }
    uci_sched_loop();
}

/* C4: closes the region, in worker 0. */
static void close_region(struct ucilk_abi_frame *frame, bool ends)
{
    uci_store_relaxed(&uci_home_main()->root_waits, NOT_WAITING);
    if (uci_detached_is_main_alone()) {
        uci_thread_acquire(uci_home_main());
        uci_sched_see_changes(); /* by futures that nobody got */
        uci_store_relaxed(&uci_self.main.detached, 1);
        append_views();
        uci_store_relaxed(uci_outermost, UCI_HOME_SERIAL);
    } else {
        uci_tally(home_lingers);
        /* Release: with the acquire in uci_home_is_calm, which is to see all
         * futures counted. */
        uci_store_release(uci_outermost, UCI_HOME_LINGERS);
        if (!ends)
            uci_frame_set(frame, UCI_FRAME_MARKED);
    }
    uci_store_relaxed(&uci_self.limit, 0);
    uci_trace(close, 0);
    uci_home_ends();
}

void uci_home_return(struct ucilk_abi_frame *frame, bool ends)
{
    uint32_t waits = !ends   ? NOT_WAITING
                     : frame ? AT_END_OF_REGION
                             : AT_END_OF_MAIN;
    if (uci_home_is_here() && (!ends || uci_detached_is_main_alone())) {
        uci_tally(home_stayed);
    } else {
        if (ends && !uci_detached_is_main_alone())
            uci_tally(home_drains);
        uci_context_suspend(mail, &waits, uci_sched_stack);
    }
    close_region(frame, ends);
}

void uci_home_finish(void)
{
    if (uci_world && uci_home_is_here() &&
        uci_load_relaxed(uci_outermost) == UCI_HOME_LINGERS)
        uci_home_return(NULL, true);
}

/* F6: if main of worker `home' waits at its region's end, gives its 1 back and
 * sends it home. */
static bool give_up(unsigned home)
{
    struct uci_main *m = &uci_peer(home)->main;
    if (uci_load_acquire(&m->root_waits) != AT_END_OF_REGION)
        return false;
    uci_tally(home_gives_up);
    uci_store_relaxed(&m->root_waits, NOT_WAITING);
    uci_detached_raise(home);
    send_root(home);
    return true;
}

bool uci_home_give_up(void)
{
    bool any = false;
    for (unsigned i = 0; i < uci_n_homes(); i++)
        any |= give_up(i);
    return any;
}

uci_ref uci_home_sort_out(uci_ref list)
{
    if (uci_likely(!uci_home_may_linger()))
        return list;
    struct {
        uci_ref next;
        uint64_t goes_home;
    } waiter;
    uci_ref before = 0;
    for (uci_ref thread = list; thread; thread = waiter.next) {
        uci_read(thread, offsetof(struct uci_suspended, next), &waiter,
                 sizeof waiter);
        if (!waiter.goes_home) {
            before = thread;
            continue;
        }
        uci_tally(home_sorted_out);
        if (before) {
            uci_thread_set_next(before, waiter.next);
            if (!uci_is_near(uci_ref_rank(before)))
                uci_far_flush(uci_ref_rank(before));
        } else {
            list = waiter.next;
        }
        send(uci_thread_home(thread), thread);
    }
    return list;
}

bool uci_home_is_calm(void)
{
    uintptr_t outermost = uci_load_acquire(uci_outermost);
    if (outermost == UCI_HOME_SERIAL)
        return true;
    /* F5: the count is of main only while main waits for no future (F6).
     * Acquire in is_main_alone: root_waits is stored before main takes its 1
     * off. */
    return outermost == UCI_HOME_LINGERS && uci_detached_is_main_alone() &&
           uci_load_acquire(&uci_home_main()->root_waits) == NOT_WAITING;
}

void uci_home_receive(void)
{
    if (uci_likely(!uci_load_relaxed(&uci_self.main.home)))
        return;
    uci_ref root = uci_load_acquire(&uci_self.main.home);
    /* F8.  Release: this worker's state, which says that it does not nap; with
     * the acquire in anything_to_run (deadlock.c). */
    uci_store_release(&uci_self.main.home, 0);
    uci_point(home_received);
    uci_thread_resume(root);
}

static bool enlist_ready(struct uci_suspended *s, uci_ref unused)
{
    (void)unused;
    uci_ready_push(s->self);
    return true;
}

void uci_home_make_way(void)
{
    uci_point(home_makes_way);
    while (!uci_deque_is_empty(&uci_self))
        uci_steal_own();
    uci_wait(enlist_ready, 0, NULL);
}
