/* Ready queues.  See ready.h. */
#include "sched/ready.h"

#include "base/lock.h"
#include "base/ticks.h"
#include "sched/idle.h"

static void lock(struct uci_worker *w)
{
    uci_spin_lock(&w->ready_lock);
}

static void unlock(struct uci_worker *w)
{
    uci_spin_unlock(&w->ready_lock);
}

void uci_ready_push(struct uci_suspended *threads)
{
    struct uci_suspended *last = threads;
    uint64_t now = uci_ticks();
    uint32_t n = 1;
    for (last->ready_since = now; last->next; n++) {
        last = last->next;
        last->ready_since = now;
    }
    lock(&uci_self);
    last->next = uci_load_relaxed(&uci_self.ready);
    uci_store_relaxed(&uci_self.ready, threads);
    uci_store_relaxed(&uci_self.n_ready,
                      uci_load_relaxed(&uci_self.n_ready) + n);
    unlock(&uci_self);
    uci_point(ready_push);
    uci_idle_notify();
    uci_idle_wake_one();
}

struct uci_suspended *uci_ready_take(struct uci_worker *w)
{
    if (uci_likely(!uci_load_relaxed(&w->ready)))
        return NULL;
    lock(w);
    struct uci_suspended *thread = uci_load_relaxed(&w->ready);
    if (thread) {
        uci_store_relaxed(&w->ready, thread->next);
        uci_store_relaxed(&w->n_ready, uci_load_relaxed(&w->n_ready) - 1);
    }
    unlock(w);
    return thread;
}
