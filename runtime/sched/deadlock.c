/* Deadlock.  See deadlock.h. */
#include "sched/deadlock.h"

#include "base/message.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/sched.h"
#include "sched/words.h"

#include <unistd.h>

enum { MAX_LINES = 20 };

/* F8: how often the workers have begun to nap, if all of them nap now and one
 * of them is a guest; otherwise 0.  A napping worker has no thread, and says
 * that it does not nap before it looks for one. */
static uint64_t asleep(void)
{
    uint64_t sum = 0;
    bool any_home = false; /* if not, no thread of the program waits */
    for (unsigned i = 0; i < uci_world->n_workers; i++) {
        /* Acquire: with the release in uci_idle_wait. */
        uint32_t state = uci_load_acquire(&uci_peer(i)->state);
        if (state != UCI_STATE_NAPPING && state != UCI_STATE_ABSENT)
            return 0;
        any_home |= state == UCI_STATE_NAPPING && uci_is_home(uci_peer(i));
        sum += uci_load_acquire(&uci_peer(i)->napped);
    }
    return any_home ? sum : 0;
}

/* True if some worker could get a thread, or the program ends. */
static bool anything_to_run(void)
{
    if (uci_load_acquire(&uci_world->done) ||
        uci_load_acquire(&uci_world->exiting))
        return true;
    for (unsigned i = 0; i < uci_world->n_workers; i++) {
        struct uci_worker *w = uci_peer(i);
        if (!uci_deque_is_empty(w) || uci_load_acquire(&w->ready) ||
            uci_load_acquire(&w->main.home))
            return true;
    }
    return false;
}

struct report {
    unsigned waiting;
    unsigned lines; /* to print at most */
};

/* Counts the threads that wait for the entry, and prints some of them. */
static void go_through(uci_ref ref, const struct uci_future *f, void *to)
{
    (void)ref;
    struct report *r = to;
    uci_ref state = uci_load_acquire(&f->state);
    if (state == UCI_FUTURE_DONE)
        return;
    for (struct uci_suspended s; state; state = s.next) {
        uci_read(state, 0, &s, sizeof s);
        r->waiting++;
        if (r->lines > 0) {
            r->lines--;
            char text[256];
            uci_message("  %s: get of %s", s.place,
                        uci_future_text(f->task, text));
        }
    }
}

void uci_deadlock_check(void)
{
    uci_tally(deadlock_look);
    uint64_t before = asleep();
    if (before == 0 || (uci_groups && uci_groups->may_bring()) ||
        anything_to_run() || asleep() != before)
        return;
    if (!uci_home_give_up())
        uci_deadlock_report();
}

static void each(struct report *report)
{
    if (uci_all_are_near())
        uci_future_each(go_through, report);
    else
        uci_deadlock_each_far(go_through, report);
}

void uci_deadlock_report(void)
{
    struct report r = {0, 0};
    each(&r);
    uci_message("deadlock: no task can run any more, and %u get%s for what "
                "nobody will fulfil:",
                r.waiting, r.waiting == 1 ? " waits" : "s wait");
    r = (struct report){0, MAX_LINES};
    each(&r);
    if (r.waiting > MAX_LINES)
        uci_message("  and %u more", r.waiting - MAX_LINES);
    unsigned n_cut = 0;
    for (unsigned i = 0; i < uci_n_near; i++)
        n_cut += (unsigned)uci_peer(uci_near_first + i)->counters.walks_cut;
    if (n_cut > 0) /* W2 */
        uci_message(
            "  perhaps callers of these tasks would, but were not found "
            "%u times: compile what is between them with "
            "-fasynchronous-unwind-tables",
            n_cut);
    uci_abort_ranks(UCI_EXIT_ERROR);
    _exit(UCI_EXIT_ERROR);
}

_Noreturn void uci_deadlock_alone(const struct ucilk_abi_task *task,
                                  const char *place)
{
    char text[256];
    uci_fatal("deadlock: %s: get of %s, which nobody will fulfil: no task runs "
              "any more",
              place, uci_future_text(task, text));
}
