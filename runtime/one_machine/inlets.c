/*
 * Inlets and abort.  See inlets.h.
 *
 * The word of a struct ucilk_abi_inlets is a lock and the queue of the results
 * that its holder is to run: NULL while the lock is free, HELD, or the newest
 * of the queued results.
 */
#include "one_machine/inlets.h"

#include "base/message.h"
#include "sched/idle.h"
#include "sched/record.h"
#include "sched/thread.h"
#include "one_machine/switch.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 200 }; /* pauses before a spinning parent yields */

/* A queued result. */
struct result {
    struct result *next; /* older */
    ucilk_abi_inlet_run *run;
    unsigned long born;
    char payload[] __attribute__((aligned(16)));
};

#define HELD ((struct result *)1)

static _Atomic(struct result *) *word_of(struct ucilk_abi_inlets *in)
{
    return (_Atomic(struct result *) *)&in->word;
}

static unsigned long aborts_of(struct ucilk_abi_inlets *in)
{
    return uci_load_acquire((_Atomic unsigned long *)&in->aborts);
}

/* --- The lock and its queue --- */

static bool try_hold(struct ucilk_abi_inlets *in)
{
    struct result *free = NULL;
    return uci_cas_seqcst(word_of(in), &free, HELD);
}

/* Q3: true if the lock was free, and now is the caller's; false if the result
 * is queued, and the lock's holder runs it. */
static bool hold_or_queue(struct ucilk_abi_inlets *in, struct result *node)
{
    struct result *word = NULL;
    uci_point(inlet);
    while (!uci_cas_seqcst(word_of(in), &word, word ? node : HELD))
        node->next = word == HELD ? NULL : word;
    return word == NULL;
}

/* Q4: runs the inlets of queued results in the order in which they came, and
 * frees the results. */
static void run_all(struct ucilk_abi_inlets *in, struct result *newest)
{
    struct result *oldest = NULL, *next;
    for (; newest; newest = next) {
        next = newest->next;
        newest->next = oldest;
        oldest = newest;
    }
    for (; oldest; oldest = next) {
        next = oldest->next;
        uci_thread_acquire(oldest);
        if (aborts_of(in) == oldest->born) /* Q6 */
            oldest->run(oldest->payload);
        free(oldest);
    }
}

/* Q4: gives the lock back with an empty queue; runs what was queued before. */
static void release(struct ucilk_abi_inlets *in)
{
    uci_thread_release(in);
    for (;;) {
        struct result *word = HELD;
        /* Release: with the CAS of the next holder, in try_hold. */
        if (uci_cas_seqcst(word_of(in), &word, NULL))
            return;
        uci_tally(inlets_combined);
        run_all(in, uci_exchange_seqcst(word_of(in), HELD));
        uci_thread_release(in);
    }
}

/* Q5: the parent waits for the lock. */
static void hold(struct ucilk_abi_inlets *in)
{
    for (unsigned n = 1; !try_hold(in); n++) {
        uci_pause();
        if (n % PATIENCE == 0)
            sched_yield();
    }
    uci_thread_acquire(in);
    in->is_held = 1;
}

/* --- Scopes --- */

static bool is_aborted(const struct ucilk_abi_child *scope)
{
    for (; scope; scope = scope->up)
        if (aborts_of(scope->in) != scope->born)
            return true;
    return false;
}

/* A6: begins or ends the unwinding.  It rewrites `near' under the own deque's
 * lock: a thief that holds the lock may be about to write the old value. */
static void unwind(bool begins)
{
    struct uci_worker *self = uci_worker_self();
    if (uci_load_relaxed(&self->unwinds) == begins)
        return;
    uci_store_relaxed(&self->unwinds, begins);
    struct uci_slot *head = uci_deque_lock_own(NULL);
    uci_deque_unlock(uci_id, head, head);
}

int ucilk_abi_aborted(void)
{
    if (uci_likely(!uci_abort_is_on()) || !is_aborted(uci_self.scope))
        return 0;
    uci_tally(aborted);
    unwind(true);
    return 1;
}

bool uci_strand_is_aborted(void)
{
    return ucilk_abi_aborted();
}

void uci_abort_check_spawn(uintptr_t sp)
{
    const struct uci_slot slot = {.sp = sp};
    const struct ucilk_abi_task *task =
        *(const struct ucilk_abi_task **)(sp - UCI_SPAWN_TASK);
    if (!(task->flags & UCILK_ABI_TASK_ABORTS) || !is_aborted(uci_self.scope))
        return;
    uci_tally(abort_spawn);
    unwind(true);
    uci_stack_skip(&slot, false);
}

void uci_pop_unwind(struct uci_slot *entry)
{
    if (!is_aborted(uci_self.scope)) {
        /* A future's task, perhaps, inside of an aborted strand. */
        if (!uci_abort_is_on())
            unwind(false);
        return;
    }
    if (!(uci_slot_task(entry)->flags & UCILK_ABI_TASK_ABORTS))
        return;
    uci_tally(abort_pop);
    uci_stack_skip(entry, true);
}

/* A6: behind a spawn that was not promoted, in a worker that unwinds. */
void *ucilk_abi_skip(void)
{
    if (!ucilk_abi_aborted()) {
        if (!uci_abort_is_on())
            unwind(false);
        return NULL;
    }
    uci_tally(abort_pop);
    uci_self.outstanding = (uintptr_t)UCILK_ABI_ABORTED;
    return UCILK_ABI_OUTSTANDING;
}

/* --- The parent --- */

/* Q1, A1: called by the parent before a spawn (with the child) or a sync. */
void ucilk_abi_inlets_leave(struct ucilk_abi_inlets *in,
                            struct ucilk_abi_child *child)
{
    in->scope = uci_self.scope;
    if (child) {
        child->in = in;
        child->born = aborts_of(in);
        child->up = in->scope;
    }
    if (in->is_held) {
        in->is_held = 0;
        release(in);
        if (child) /* an inlet that was queued may have aborted */
            child->born = aborts_of(in);
    }
}

/* Q2, A3: called by the parent behind a spawn. */
void ucilk_abi_inlets_back(struct ucilk_abi_inlets *in)
{
    uci_self.scope = in->scope;
    if (uci_frame_first(in->frame))
        hold(in);
}

/* A5: the parent has joined its children. */
void ucilk_abi_inlets_joined(struct ucilk_abi_inlets *in)
{
    if (in->is_counted) {
        in->is_counted = 0;
        uci_fetch_add_seqcst(&uci_world->aborts, -1u);
    }
}

/* A4, A5.  The caller holds the lock, or is the parent and has no children. */
void ucilk_abi_abort(struct ucilk_abi_inlets *in)
{
    bool counts = !in->is_counted;
    if (counts)
        uci_fetch_add_seqcst(&uci_world->aborts, 1);
    in->is_counted = 1;
    uci_point(abort);
    /* Release: whoever sees this sees the count; with the acquires in
     * aborts_of. */
    uci_store_release((_Atomic unsigned long *)&in->aborts, in->aborts + 1);
    if (!counts)
        return;
    /* Sequentially consistent: here the count, then the limits; in
     * uci_idle_raise_limit the limit, then the count.  So a limit stays 0, or
     * its owner sees the count. */
    for (unsigned k = 0; k < uci_n_near; k++)
        uci_store_seqcst(&uci_peer(uci_near_first + k)->limit, 0);
}

/* --- A child --- */

void ucilk_abi_child_begin(struct ucilk_abi_child *child)
{
    uci_self.scope = child;
}

void ucilk_abi_child_end(struct ucilk_abi_child *child)
{
    uci_self.scope = child->up;
}

/* Q3, Q6: a child has ended: runs its inlet, or queues its result. */
void ucilk_abi_inlet(struct ucilk_abi_child *child, ucilk_abi_inlet_run *run,
                     const void *payload, unsigned long size)
{
    struct ucilk_abi_inlets *in = child->in;
    if (is_aborted(child)) {
        /* A6: the parent does not go on as if the inlet had run. */
        if (is_aborted(child->up))
            unwind(true);
        return;
    }
    if (try_hold(in)) {
        uci_thread_acquire(in);
        if (aborts_of(in) == child->born)
            run((void *)payload);
        release(in);
        return;
    }
    struct result *node = malloc(sizeof *node + size);
    if (!node)
        uci_fatal("out of memory for the result of a child");
    node->run = run;
    node->born = child->born;
    memcpy(node->payload, payload, size);
    uci_thread_release(node);
    if (!hold_or_queue(in, node))
        return;
    uci_thread_acquire(in);
    run_all(in, (node->next = NULL, node));
    release(in);
}
