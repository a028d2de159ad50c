/* The scheduler.  See sched.h. */
#include "sched/sched.h"

#include "base/options.h"
#include "base/random.h"
#include "base/ticks.h"
#include "mem/heap.h"
#include "sched/deque.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/ready.h"
#include "sched/steal.h"
#include "sched/thread.h"

enum { TRIES = 40 }; /* under UCILK_TEST_STEAL=always: elsewhere first */

void (*uci_sched_done)(void) __attribute__((noreturn));
void (*uci_sched_catch_up)(void);
uint32_t uci_sched_caught_up;
void (*uci_sched_check_end)(enum uci_strand_end end,
                            const struct ucilk_abi_task *task,
                            const void *place);

static uint64_t random_state;
static uint64_t idle_since; /* time stamp; 0 while a thread runs */

void uci_sched_start(void)
{
    random_state = (uci_id + 1) * 0x9e3779b97f4a7c15u;
    uci_heap_start();
    uci_future_start();
}

/* Any worker but this one, each as likely. */
static unsigned random_victim(void)
{
    unsigned others = uci_world->n_workers - 1;
    uint64_t draw = uci_random_next(&random_state) >> 32;
    unsigned i = (unsigned)(draw * others >> 32);
    return i < uci_id ? i : i + 1;
}

/* Goes on with worker w's newest ready thread if there is one. */
static void take_ready(struct uci_worker *w)
{
    struct uci_suspended *s = uci_ready_take(w);
    if (s) {
        uci_self.counters.ready_taken++;
        uci_tally(ready_take);
        uci_idle_wake_one();
        uci_thread_resume(s);
    }
}

/* One attempt on one victim; does not return if it succeeds. */
static void try_steal(void)
{
    struct uci_stolen stolen;
    unsigned victim = random_victim();
    switch (uci_steal_from(victim, &stolen)) {
    case UCI_STEAL_OK:
        uci_idle_wake_one();
        uci_thread_run(stolen.sp, stolen.upper, stolen.record,
                       (void *)stolen.handle);
    case UCI_STEAL_EMPTY:
        uci_self.counters.failed_empty++;
        break;
    case UCI_STEAL_LOCKED:
        uci_self.counters.failed_locked++;
        break;
    case UCI_STEAL_LOST:
        uci_self.counters.failed_lost++;
        break;
    }
    take_ready(uci_peer(victim));
}

static void count_idle_time(void)
{
    if (idle_since)
        uci_self.counters.idle_ticks += uci_ticks() - idle_since;
    idle_since = 0;
}

void uci_sched_loop(void)
{
    uci_store_release(&uci_self.state, UCI_STATE_SCHEDULER);
    idle_since = uci_ticks();
    if (uci_unlikely(uci_thread_watch))
        uci_thread_watch(UCI_REGION_END);
    uci_point(idle);
    uci_deque_tidy();
    for (unsigned n = 0;; n++) {
        if (uci_id == 0)
            uci_home_receive();
        if (uci_unlikely(uci_load_acquire(&uci_world->done))) {
            count_idle_time();
            uci_sched_done();
        }
        uci_sched_see_changes(); /* so that nobody waits for the idle */
        if (n >= TRIES || !*uci_options.test_steal) /* S5 */
            take_ready(&uci_self);
        if (uci_world->n_workers > 1)
            try_steal();
        uci_idle_wait(n);
    }
}

void uci_sched_leave(void)
{
    count_idle_time();
    /* Sequentially consistent: whoever ends the program sets `done', then
     * kills the workers that it sees running (rule E1).  One of the two sees
     * the other. */
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
    for (unsigned i = 0; i < uci_world->n_workers; i++) {
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
    if (!uci_region_holds(sp))
        return NULL;
    return uci_spawn_task((uintptr_t)uci_region_view(w, sp));
}
