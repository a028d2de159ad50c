/* Idle workers.  See idle.h. */
#define _GNU_SOURCE
#include "sched/idle.h"

#include "sched/deadlock.h"
#include "sched/deque.h"
#include "sched/detached.h"
#include "sched/gather.h"
#include "sched/home.h"
#include "sched/ready.h"
#include "sched/sched.h"
#include "trace/trace.h"
#include "sched/heap.h"
#include "sched/thread.h"
#include "sched/victim.h"
#include "sched/words.h"

#include <sched.h>

enum {
    SPINS = 1500, /* attempts to steal, with PAUSES between two */
    YIELDS = 50,  /* then so many, with a yield between two */
    PAUSES = 4,
    /* Attempts before it leaves the count of detached futures (N16), if it
     * spins between them; and if it does not. */
    STAYS = 200,
    FEW_STAYS = 20,
    LOOK_NS = 750000,    /* between two looks of the watcher */
    LOOKS = 12,          /* so many, then it arms */
    LONG_NS = 100000000, /* the longest sleep of an armed watcher */
    /* Microseconds between two looks at other nodes: at first, and at most. */
    MIN_NAP = 50,
    MAX_NAP = 1000
};

/* Values of world->armed; NOTIFYING: a worker that has pushed is waking the
 * watcher, and changes its CPU mask. */
enum { DISARMED, ARMED, NOTIFYING };

enum { NO_CPU = -1 };

/* Sleeps while the own word `wake' is 1, for at most ns nanoseconds; 0 means
 * without a limit.  True if it slept for all of that time. */
static bool sleep_on_word(long ns)
{
    uci_self.counters.naps++;
    return uci_futex_wait(&uci_self.wake, 1, ns);
}

/* True if worker i has an entry or a ready thread that worker `runs' may run.
 * Threads in its queue may be of other regions than what it runs itself. */
static bool has_for(const struct uci_worker *runs, unsigned i)
{
    struct uci_worker *w = uci_peer(i);
    bool is_empty = uci_deque_is_empty(w);
    if (uci_may_run_for(runs, w) && !uci_is_left_alone(w)) {
        if (!is_empty)
            return true;
        uci_deque_ask(w);
    }
    return uci_ready_has(i, runs);
}

/* True if there is something that this worker could take or must attend to: the
 * end, its mailbox, an entry or a ready thread that it may run. */
static bool in_sight(void)
{
    if (uci_load_acquire(&uci_world->done) ||
        uci_load_acquire(&uci_self.main.home) ||
        (uci_unlikely(uci_groups != NULL) && uci_groups->wait()))
        return true;
    for (unsigned k = 0; k < uci_n_near; k++) {
        unsigned i = uci_near_first + k;
        if (i != uci_id && has_for(&uci_self, i))
            return true;
    }
    return false;
}

/* I2: the same for a group that waits (groups.md, G2). */
static void wake_for_groups(void)
{
    if (uci_likely(!uci_groups) || uci_groups->wait())
        return;
    for (unsigned k = 0; k < uci_n_near; k++)
        if (uci_groups->wait_for(uci_peer(uci_near_first + k)) &&
            uci_idle_wake(uci_near_first + k))
            return;
}

/* I2: if there is work that this worker may not run, because it is a guest,
 * wakes a sleeper that may. */
static void wake_for_others(void)
{
    wake_for_groups();
    for (unsigned k = 0; k < uci_n_near; k++) {
        struct uci_worker *w = uci_peer(uci_near_first + k);
        if (uci_deque_is_empty(w) && !uci_load_acquire(&w->ready))
            continue;
        for (unsigned i = uci_near_first; i < uci_near_first + uci_n_near; i++)
            if (i != uci_id && has_for(uci_peer(i), uci_near_first + k) &&
                uci_idle_wake(i)) {
                uci_tally(woken_for_others);
                return;
            }
    }
}

static bool become_watcher(void)
{
    uint32_t nobody = 0;
    return uci_cas_seqcst(&uci_world->watcher, &nobody, uci_id + 1);
}

/* Lets worker w run on all of its CPUs but `cpu'; on all if that is NO_CPU. */
static void keep_off(struct uci_worker *w, int cpu)
{
    cpu_set_t cpus = w->cpus;
    if (cpu >= 0 && cpu < CPU_SETSIZE)
        CPU_CLR(cpu, &cpus);
    if (CPU_COUNT(&cpus) == 0 || cpu == w->keeps_off)
        return;
    sched_setaffinity(uci_load_relaxed(&w->pid), sizeof cpus, &cpus);
    w->keeps_off = cpu;
}

/* I5.  Sequentially consistent: here `armed', then the limits; in
 * uci_idle_raise_limit the limit, then `armed'.  So a limit that is lowered
 * here stays 0, or its owner sees that the watcher has armed. */
static void arm(void)
{
    keep_off(&uci_self, uci_load_relaxed(&uci_world->spawns_on));
    uci_store_seqcst(&uci_world->armed, ARMED);
    uci_point(armed);
    for (unsigned k = 0; k < uci_n_near; k++)
        uci_store_seqcst(&uci_peer(uci_near_first + k)->limit, 0);
}

/* I5: the watcher is about to leave.  If a notifier was faster, it waits until
 * that has given back its CPU mask. */
static void disarm(void)
{
    uint32_t armed = ARMED;
    if (uci_cas_seqcst(&uci_world->armed, &armed, DISARMED)) {
        keep_off(&uci_self, NO_CPU);
        return;
    }
    /* Somebody has pushed.  Another sleeper can look for the entry while we
     * wait for the notifier, which may be off its CPU.  Acquire: with the
     * release in uci_idle_notify. */
    uci_idle_wake_one();
    while (uci_load_acquire(&uci_world->armed) == NOTIFYING &&
           !uci_load_acquire(&uci_world->done))
        uci_yield();
}

void uci_idle_raise_limit(void)
{
    if (!uci_deque_may_leave_fences_out()) {
        uci_store_relaxed(&uci_self.limit, 0);
        return;
    }
    uci_store_seqcst(&uci_self.limit, uci_load_relaxed(&uci_running_limit));
    if (uci_unlikely(uci_load_seqcst(&uci_world->armed) ||
                     uci_home_is_wanted() || uci_abort_is_on())) {
        uci_tally(limit_lowered);
        uci_store_relaxed(&uci_self.limit, 0);
    }
}

/*
 * Wakes worker i, the armed watcher, on another CPU than this one.  The kernel
 * often wakes a sleeper onto the waker's own CPU, which is busy: in virtual
 * machines a halted CPU does not count as idle.  One of the two would wait
 * there for the next tick, 4 ms.  So the armed watcher keeps off the CPU where
 * it was notified last; a notifier on any other CPU first sends it off that.
 * The watcher stays in office until we have given its CPUs back (disarm).
 */
static void wake_elsewhere(unsigned i)
{
    struct uci_worker *w = uci_peer(i);
    int cpu = sched_getcpu();
    uci_store_relaxed(&uci_world->spawns_on, cpu);
    keep_off(w, cpu);
    uci_idle_wake(i);
    keep_off(w, NO_CPU);
}

void uci_idle_notify(void)
{
    uint32_t armed = ARMED;
    uci_skip_end_on_node();
    if (uci_likely(uci_load_seqcst(&uci_world->armed) != ARMED) ||
        !uci_cas_seqcst(&uci_world->armed, &armed, NOTIFYING))
        return;
    uci_point(notified);
    uint32_t watcher = uci_load_acquire(&uci_world->watcher);
    if (watcher) /* 0 at the program's end: disarm does not wait for us then */
        wake_elsewhere(watcher - 1);
    /* Release: we change the watcher's CPU mask no more; with the acquire in
     * disarm. */
    uci_store_release(&uci_world->armed, DISARMED);
}

/* I2, I5: the watcher's looks, until it leaves the office.  A sleep is long
 * only behind a whole short one since it armed.  A spawn that had passed its
 * limit before the limit was lowered has pushed by then, and the next look
 * finds it. */
static void watch(void)
{
    bool armed = false;
    bool rested = false; /* the last sleep was a whole one */
    /* On the stack: ThreadSanitizer would see libc's writes to the block. */
    cpu_set_t cpus;
    if (sched_getaffinity(0, sizeof cpus, &cpus) != 0)
        CPU_ZERO(&cpus);
    uci_self.cpus = cpus;
    uci_self.keeps_off = NO_CPU;
    uci_point(watch);
    for (unsigned looks = 0; !in_sight(); looks++) {
        /* Sequentially consistent: here `wake', then `armed'; a notifier
         * changes `armed', then looks at `wake'.  One of the two sees the
         * other. */
        uci_store_seqcst(&uci_self.wake, 1);
        if (armed && uci_load_seqcst(&uci_world->armed) != ARMED)
            break; /* notified while awake */
        long ns = armed && rested ? LONG_NS : LOOK_NS;
        if (ns == LONG_NS)
            uci_tally(armed_look);
        if (looks == LOOKS) {
            arm();
            armed = true;
        }
        if (armed)
            uci_deadlock_check();
        wake_for_others();
        rested = !in_sight() && sleep_on_word(ns);
        if (uci_exchange_seqcst(&uci_self.wake, 0) == 0) {
            uci_tally(watch_woken);
            break;
        }
    }
    uci_store_seqcst(&uci_self.wake, 0);
    if (armed)
        disarm();
    /* I3.  Sequentially consistent: here the office, then `naps' (in
     * uci_idle_wake_one); in sleep_unwatched `naps', then the office.  One of
     * the two sees the other. */
    uci_store_seqcst(&uci_world->watcher, 0);
    uci_point(watch_over);
    uci_idle_wake_one();
}

/* I3: sleeps beside a watcher, or becomes it after all. */
static void sleep_unwatched(void)
{
    uci_fetch_add_seqcst(&uci_world->naps, 1);
    uci_point(nap_counted);
    uci_store_seqcst(&uci_self.wake, 1);
    bool watching = become_watcher();
    if (!watching && !in_sight()) {
        uci_point(nap);
        sleep_on_word(0);
    }
    uci_store_seqcst(&uci_self.wake, 0);
    uci_fetch_add_seqcst(&uci_world->naps, -1u);
    if (watching) {
        uci_tally(nap_watcher);
        watch();
    }
}

/* N23: sleeps until a region begins. */
static void sleep_in_lull(void)
{
    uci_tally(nap_lull);
    uci_store_seqcst(&uci_self.wake, 1);
    if (uci_is_lull() && !in_sight())
        sleep_on_word(uci_lull_longest());
    uci_store_seqcst(&uci_self.wake, 0);
}

/* N20: nobody can wake a worker of another node, so each one naps and looks by
 * itself.  n naps have come before. */
static void nap_far(unsigned n)
{
    if (in_sight()) {
        uci_yield();
        return;
    }
    if (uci_is_lull()) {
        sleep_in_lull();
        return;
    }
    uci_victim_look_far();
    unsigned us = n < 8 ? MIN_NAP << n : MAX_NAP;
    uci_self.counters.naps++;
    uci_tally(nap_far);
    uci_far_nap(us < MAX_NAP ? us : MAX_NAP);
}

/* What an idle worker does for the other nodes.  n looks for work have failed
 * before. */
static void serve_far(unsigned n, unsigned spins)
{
    uci_gather_bring();
    bool has_left = n >= (spins ? STAYS : FEW_STAYS) && uci_detached_leave();
    uci_deadlock_poll(n == 0 || has_left);
}

/* So many more looks fail in the same way: up to the one before which the
 * worker does something else. */
static unsigned looks_alike(unsigned n, unsigned spins)
{
    unsigned stays = spins ? STAYS : FEW_STAYS;
    unsigned next = n < stays ? stays : n < spins ? spins : spins + YIELDS;
    return next - n - 1;
}

unsigned uci_idle_wait(unsigned n)
{
    bool is_cluster = !uci_has_watcher();
    /* The courier of groups is a guest, and runs no tasks. */
    unsigned n_run = uci_n_near - (uci_groups != NULL);
    unsigned spins = n_run <= uci_world->n_cpus ? SPINS : 0;
    if (uci_unlikely(is_cluster))
        serve_far(n, spins);
    if (n < spins) {
        for (int i = 0; i < PAUSES; i++)
            uci_pause();
        return uci_skip_looks(looks_alike(n, spins), PAUSES * UCI_PAUSE_NS);
    }
    if (n < spins + YIELDS) {
        if (n == spins)
            uci_tally(idle_yields);
        uci_yield();
        return uci_skip_looks(looks_alike(n, spins), UCI_YIELD_NS);
    }
    uci_tally(idle_sleeps);
    uci_heap_idle();
    /* F8: it counts the nap, then says that it naps.  Release: with the acquire
     * in asleep (deadlock.c). */
    uci_store_relaxed(&uci_self.napped, uci_load_relaxed(&uci_self.napped) + 1);
    uci_store_release(&uci_self.state, UCI_STATE_NAPPING);
    /* With work in sight that another one holds it comes by very often. */
    bool is_traced = uci_unlikely(uci_own_trace()) && !in_sight();
    if (is_traced)
        uci_trace(nap, 0);
    if (uci_unlikely(is_cluster))
        nap_far(n - spins - YIELDS);
    else if (become_watcher())
        watch();
    else
        sleep_unwatched();
    if (is_traced)
        uci_trace(wake, 0);
    uci_store_release(&uci_self.state, UCI_STATE_SCHEDULER);
    return 0;
}

bool uci_idle_wake(unsigned i)
{
    if (uci_unlikely(!uci_is_near(i)))
        return false;
    struct uci_worker *w = uci_peer(i);
    uci_skip_end(i);
    if (!uci_load_seqcst(&w->wake) || !uci_exchange_seqcst(&w->wake, 0))
        return false;
    uci_futex_wake(&w->wake);
    return true;
}

void uci_idle_wake_one(void)
{
    if (uci_likely(uci_load_seqcst(&uci_world->naps) == 0))
        return;
    for (unsigned k = 1; k < uci_n_near; k++) {
        unsigned i =
            uci_near_first + (uci_id - uci_near_first + k) % uci_n_near;
        struct uci_worker *w = uci_peer(i);
        if (uci_load_seqcst(&w->wake)) {
            uci_tally(woken_one);
            uci_idle_wake(i);
            return;
        }
    }
}

void uci_idle_wake_watcher(void)
{
    uint32_t watcher = uci_load_seqcst(&uci_world->watcher);
    if (watcher)
        uci_idle_wake(watcher - 1);
}

void uci_idle_wake_all(void)
{
    for (unsigned k = 0; k < uci_n_near; k++)
        uci_idle_wake(uci_near_first + k);
}
