/* The scheduler.  See sched.h. */
#include "sched/sched.h"

#include "base/options.h"
#include "base/ticks.h"
#include "sched/heap.h"
#include "sched/deque.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/ready.h"
#include "base/policies.h"
#include "sched/steal.h"
#include "base/kind.h"
#include "sched/thread.h"
#include "sched/victim.h"
#include "trace/trace.h"
#include "sched/words.h"

/* S5: under UCILK_TEST_STEAL=always a worker tries to steal so often before it
 * looks into its own ready queue. */
enum { TRIES = 40 };

const struct uci_groups *uci_groups;
void (*uci_sched_done)(void) __attribute__((noreturn));
void (*uci_sched_catch_up)(void);
bool (*uci_sched_begin_regions)(uint64_t least);
uint32_t uci_sched_caught_up;

void uci_sched_start(void)
{
    uci_victim_start();
    uci_heap_start();
    uci_future_start();
    if (UCI_IS_STUDY)
        uci_stalling_start();
}

/* Resumes worker i's newest ready thread; returns if there is none. */
static void take_ready(unsigned i)
{
    uci_ref thread = uci_ready_take(i);
    if (thread) {
        if (UCI_IS_STUDY && i != uci_id)
            uci_victim_gave();
        uci_self.counters.ready_taken++;
        uci_tally(ready_take);
        uci_idle_wake_one();
        uci_thread_resume(thread);
    }
}

/* Runs what was stolen, or counts why nothing was. */
static void run_or_count(enum uci_steal result, const struct uci_stolen *stolen)
{
    switch (result) {
    case UCI_STEAL_OK:
        if (UCI_IS_STUDY)
            uci_victim_gave();
        uci_idle_wake_one();
        uci_thread_run_stolen(stolen);
    case UCI_STEAL_EMPTY:
        uci_self.counters.failed_empty++;
        break;
    case UCI_STEAL_LOCKED:
        uci_self.counters.failed_locked++;
        break;
    case UCI_STEAL_LOST:
        uci_self.counters.failed_lost++;
        break;
    case UCI_STEAL_NEWER:
        break;
    }
}

/* One attempt on one victim; does not return if it succeeds. */
static void try_steal(void)
{
    struct uci_stolen stolen;
    unsigned victim = uci_victim_draw();
    if (victim == UCI_VICTIM_NONE)
        return;
    if (uci_likely(uci_is_near(victim))) {
        run_or_count(uci_steal_from(victim, &stolen), &stolen);
        if (!uci_finds_nothing(victim))
            take_ready(victim);
    } else {
        run_or_count(uci_steals_by_message
                         ? uci_steal_by_message(victim, &stolen)
                         : uci_steal_far(victim, &stolen),
                     &stolen);
        if (stolen.ready)
            take_ready(victim);
        uci_victim_failed();
    }
}

void uci_sched_count_idle(void)
{
    uint64_t since = uci_load_relaxed(&uci_self.idle_since);
    if (since) {
        uint64_t now = uci_ticks();
        uci_self.counters.idle_ticks += now - since;
        uci_trace_at(now, busy, 0);
    }
    uci_store_relaxed(&uci_self.idle_since, 0);
}

void uci_sched_loop(void)
{
    uci_stack_live(UCI_STACK_ROOT);
    uci_store_release(&uci_self.state, UCI_STATE_SCHEDULER);
    if (!uci_load_relaxed(&uci_self.idle_since)) {
        uint64_t now = uci_ticks();
        uci_store_relaxed(&uci_self.idle_since, now);
        uci_trace_at(now, idle, 0);
    }
    if (uci_unlikely(uci_thread_watch))
        uci_thread_watch(UCI_STACK_ROOT);
    uci_point(idle);
    uci_deque_tidy();
    if (uci_unlikely(uci_far_is_there))
        uci_future_settle();
    uci_victim_found();
    uci_heap_prepare();
    for (unsigned n = 0;; n++) {
        uci_net_relax();
        if (uci_unlikely(uci_sched_begin_regions) &&
            uci_sched_begin_regions(0)) {
            uci_victim_found(); /* there is work somewhere */
            n = 0;
        }
        uci_home_receive();
        if (uci_unlikely(uci_load_acquire(&uci_world->done))) {
            uci_sched_count_idle();
            uci_sched_done();
        }
        uci_sched_see_changes(); /* before a strand would wait for it */
        if (n >= TRIES || !*uci_options.test_steal) /* S5 */
            take_ready(uci_id);
        bool holds = UCI_IS_STUDY && uci_stalls && uci_stalling_take(); /* P2 */
        if (uci_world->n_workers > 1)
            try_steal();
        if (uci_unlikely(uci_groups != NULL))
            uci_groups->take(n);
        if (!holds)
            n += uci_idle_wait(n);
    }
}

void uci_sched_leave(void)
{
    uci_sched_count_idle();
    /* E1.  Sequentially consistent: here the state, then `done'; whoever ends
     * the program sets `done', then kills the workers that it sees running.
     * One of the two sees the other. */
    uci_store_seqcst(&uci_self.state, UCI_STATE_RUNNING);
    if (uci_unlikely(uci_load_seqcst(&uci_world->done))) {
        uci_store_release(&uci_self.state, UCI_STATE_SCHEDULER);
        uci_point(exit_late);
        uci_sched_done();
    }
    uci_sched_see_changes();
}

bool uci_sched_has_idle_peer(void)
{
    for (unsigned k = 0; k < uci_n_near; k++) {
        unsigned i = uci_near_first + k;
        uint32_t state = uci_load_acquire(&uci_peer(i)->state);
        if (i != uci_id &&
            (state == UCI_STATE_SCHEDULER || state == UCI_STATE_NAPPING))
            return true;
    }
    return false;
}

const struct ucilk_abi_task *uci_sched_task_of(struct uci_worker *w)
{
    struct uci_slot *t = uci_load_acquire(&w->T);
    if (uci_load_acquire(&w->state) != UCI_STATE_RUNNING || t <= w->slots ||
        t > w->slots_end)
        return NULL;
    uintptr_t sp = t[-1].sp;
    return uci_stack_task_of(w, sp);
}
