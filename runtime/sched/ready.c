/* Ready queues.  See ready.h. */
#include "sched/ready.h"

#include "base/message.h"
#include "base/ticks.h"
#include "sched/idle.h"
#include "trace/trace.h"
#include "sched/words.h"

enum { PATIENCE = 64 }; /* pauses before a spinning worker yields */

/* The value of a lock that this worker has: the watchdog prints it. */
static uint64_t own_mark(void)
{
    return 1 + uci_id;
}

/* N17: far workers take the lock, too, so it is a word for uci_word_cas. */
static bool try_lock(unsigned i)
{
    uint64_t open = 0;
    return uci_word_cas(i, &uci_peer(i)->ready_lock, &open, own_mark());
}

static void lock(unsigned i)
{
    for (unsigned n = 1; !try_lock(i); n++) {
        uci_pause();
        uci_net_relax();
        if (n % PATIENCE == 0)
            uci_yield(); /* its holder may be off its CPU */
    }
}

static void unlock(unsigned i)
{
    if (uci_word_is_here(i)) {
        UCI_ASSERT_OP(uci_load_relaxed(&uci_peer(i)->ready_lock), ==,
                      own_mark());
        uci_store_release(&uci_peer(i)->ready_lock, 0);
    } else {
        uci_word_add(i, &uci_peer(i)->ready_lock, -own_mark());
    }
}

void uci_ready_push(uci_ref threads)
{
    uint64_t now = uci_ticks();
    uint64_t n = 0;
    uci_ref last = 0;
    for (uci_ref thread = threads; thread; n++) {
        last = thread;
        uci_thread_note_ready(thread, now);
        uci_trace_at(now, ready, (uintptr_t)uci_ref_pointer(thread));
        thread = uci_thread_next(thread);
    }
    UCI_ASSERT_OP(n, >, 0);
    lock(uci_id);
    uci_thread_set_next(last, uci_load_relaxed(&uci_self.ready));
    if (!uci_is_near(uci_ref_rank(last)))
        uci_far_flush(uci_ref_rank(last)); /* N17: before the unlock */
    uci_store_relaxed(&uci_self.ready, threads);
    uci_store_relaxed(&uci_self.n_ready,
                      uci_load_relaxed(&uci_self.n_ready) + n);
    unlock(uci_id);
    uci_point(ready_push);
    uci_idle_notify();
    uci_idle_wake_one();
}

/* Takes the newest thread of a far worker's queue.  It does not wait for the
 * lock, whose holder may be on any node. */
static uci_ref take_far(unsigned i)
{
    struct uci_worker *w = uci_peer(i);
    struct {
        uci_ref first;
        uint64_t n;
    } queue;
    static_assert(offsetof(struct uci_worker, n_ready) ==
                      offsetof(struct uci_worker, ready) + sizeof queue.first,
                  "got and put together");
    if (!try_lock(i))
        return 0;
    uci_far_get(i, &queue, &w->ready, sizeof queue);
    uci_ref thread = queue.first;
    if (thread) {
        uci_tally(ready_far);
        queue.first = uci_thread_next(thread);
        queue.n--;
        uci_far_put(i, &w->ready, &queue, sizeof queue);
        uci_far_flush(i);
    }
    unlock(i);
    return thread;
}

/* The newest thread in w's queue that worker `runs' may run, and the one before
 * it, or 0; under the lock. */
static uci_ref find(struct uci_worker *w, const struct uci_worker *runs,
                    uci_ref *before)
{
    uci_ref thread = uci_load_relaxed(&w->ready);
    *before = 0;
    while (thread && !uci_may_run(runs, thread)) {
        *before = thread;
        thread = uci_thread_next(thread);
    }
    return thread;
}

bool uci_ready_has(unsigned i, const struct uci_worker *runs)
{
    uci_ref before;
    struct uci_worker *w = uci_peer(i);
    if (!uci_load_acquire(&w->ready))
        return false;
    lock(i);
    bool has = find(w, runs, &before) != 0;
    unlock(i);
    return has;
}

/* Takes the newest that this worker may run, on this node, under the lock. */
static uci_ref take(struct uci_worker *w)
{
    uci_ref before, thread = find(w, &uci_self, &before);
    if (!thread)
        return 0;
    UCI_ASSERT_OP(uci_load_relaxed(&w->n_ready), >, 0);
    if (before)
        uci_thread_set_next(before, uci_thread_next(thread));
    else
        uci_store_relaxed(&w->ready, uci_thread_next(thread));
    uci_store_relaxed(&w->n_ready, uci_load_relaxed(&w->n_ready) - 1);
    return thread;
}

uci_ref uci_ready_take(unsigned i)
{
    if (uci_unlikely(!uci_is_near(i)))
        return take_far(i);
    struct uci_worker *w = uci_peer(i);
    if (uci_likely(!uci_load_relaxed(&w->ready)))
        return 0;
    lock(i);
    uci_ref thread = take(w);
    unlock(i);
    return thread;
}

bool uci_ready_try_take(uci_ref *thread, uint64_t region)
{
    if (!try_lock(uci_id))
        return false;
    uci_ref first = uci_load_relaxed(&uci_self.ready);
    const struct uci_suspended *s = uci_ref_pointer(first);
    bool good =
        first && uci_is_near(uci_ref_rank(first)) && s->n_regions <= region;
    if (good)
        *thread = take(&uci_self);
    unlock(uci_id);
    return good;
}
