/* A worker takes a group, and its end: rules G2, G3 and G7 in
 * docs/protocols/groups.md. */
#include "group/group.h"

#include "base/message.h"
#include "sched/detached.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/join.h"
#include "sched/ready.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include "sched/strand_views.h"

#include <stdlib.h>

enum {
    FEW = 2,   /* looks at other workers before one into the queue */
    LONG = 40, /* looks in vain, before it may nap: the node is idle */
};

bool uci_group_wait_for(const struct uci_worker *w)
{
    return uci_queue_length() > 0 &&
           (!w->is_guest || w->id + 1 == uci_world->groups_main);
}

bool uci_group_wait(void)
{
    return uci_group_wait_for(uci_worker_self());
}

bool uci_group_any_sleeps(void)
{
    return uci_load_relaxed(&uci_world->naps) > 0 ||
           uci_load_relaxed(&uci_world->watcher) != 0;
}

static void note_taken(uint64_t left)
{
    /* G5: whoever sleeps does not look again, so this worker says that for it,
     * if it takes the last one. */
    if (left == 0 && uci_group_any_sleeps())
        uci_balance_ask(true);
    else if (left < uci_node.low)
        uci_balance_ask(false);
    uci_self.counters.groups_run++;
    uci_point(group_taken);
}

void uci_group_take(unsigned n)
{
    uint64_t left;
    bool may = !uci_self.is_guest || uci_id + 1 == uci_world->groups_main;
    if (n < FEW && uci_world->n_pool > 0)
        return;
    struct uci_group *g = may ? uci_queue_take(&left) : NULL;
    if (!g) {
        if (n >= LONG && may)
            uci_balance_ask(true);
        return;
    }
    note_taken(left);
    uci_thread_run_new(&g->task, uci_group_args(g), uci_ref_make(uci_id, g),
                       g->home);
}

static struct uci_group *group_of(const uintptr_t words[3])
{
    return (struct uci_group *)(words[2] - offsetof(struct uci_group, task));
}

/* A reducer of which there is a view left has begun outside of the group. */
static void check_views(const struct uci_group *g)
{
    if (uci_unlikely(uci_self.views != NULL) && uci_views_drop_set())
        uci_fatal("%s:%d: the group of `%s' has updated a reducer that it has "
                  "not declared itself, and no other node would see that: "
                  "return the value",
                  g->task.file, g->task.line, g->task.name);
}

/* Runs the body; returns its result.  Behind it the worker may be another
 * one. */
static __attribute__((noinline)) const void *call(struct uci_group *g)
{
    typedef const void *body(void *);
    const struct ucilk_abi_task *task = g->made_as;
    char *args = uci_group_args(g);
    const void *result = ((body *)(void (*)(void))task->body)(args);
    return task->flags & UCILK_ABI_TASK_RETURNS ? result
                                                : args + task->result_offset;
}

/* Behind the result: wakes those that wait for the future, whose task has
 * ended. */
static void fulfil(uci_ref entry)
{
    uci_thread_release(uci_home_main());
    uci_ref waiters =
        uci_home_sort_out(uci_future_fulfil(uci_ref_pointer(entry)));
    if (waiters)
        uci_ready_push(waiters);
    uci_detached_end(uci_ref_rank(entry));
}

/* G2: behind the body, in whatever worker the strand is. */
static __attribute__((noinline)) void end_here(struct uci_group *g,
                                               const void *result)
{
    uci_ref entry = g->entry;
    struct uci_future *f = uci_ref_pointer(entry);
    check_views(g);
    uci_future_deliver(f, result);
    uci_group_free(g);
    uci_thread_release(&f->task);
    fulfil(entry);
}

void uci_group_run_here(uci_ref entry)
{
    uint64_t left;
    /* F7: while main lingers a spawn of the body would open a region. */
    if (uci_load_relaxed(uci_outermost) <= UCI_HOME_LINGERS)
        return;
    struct uci_group *g = uci_queue_take_own(entry, uci_home_rank(), &left);
    if (!g)
        return;
    note_taken(left);
    uci_ref own = uci_views_copy();
    struct ucilk_abi_child *scope = uci_scope();
    uci_views_begin();
    uci_set_scope(NULL); /* inlets.md A7 */
    end_here(g, call(g));
    uci_set_scope(scope);
    uci_views_restore(own);
}

/* G7: sends the result of another node's group. */
static void send_result(struct uci_group *g, const void *result)
{
    struct uci_bytes message;
    struct uci_head head = {UCI_SAY_RESULT, g->entry, g->home_there,
                            uci_wire_place(g->blobs)};
    uci_say_begin(&message);
    uci_wire_add_result(&message, g, result);
    uci_say_block(g->owner, &head, &message);
}

void uci_group_end(const uintptr_t words[3], const void *result)
{
    struct uci_group *g = group_of(words);
    uci_ref entry = g->entry;
    check_views(g);
    if (g->owner == uci_node.rank) {
        uci_ref waiters = uci_future_end(entry, words, result);
        uci_group_free(g);
        uci_future_leave(entry, waiters);
    }
    send_result(g, result);
    uci_stack_leave(words, NULL);
    uci_group_free(g);
    uci_point(group_answered);
    uci_fetch_add_seqcst(&uci_node.foreign, -(uint64_t)1); /* G8 */
    uci_sched_loop();
}

void uci_group_fulfil(uci_ref entry, unsigned home, void *result,
                      uint64_t blobs)
{
    struct uci_future *f = uci_ref_pointer(entry);
    uci_store_relaxed(&uci_self.home, home); /* F5: that region counts it */
    uci_wire_take_result(result, f->task, blobs);
    uci_future_deliver(f, result);
    fulfil(entry);
    /* G7.  Release: the waiters are in a queue; with the acquire in
     * uci_group_may_bring. */
    uci_fetch_add_acqrel(&uci_node.away, -(uint64_t)1);
}

bool uci_group_may_bring(void)
{
    return uci_node.rank != 0 || uci_end_is_near() ||
           uci_load_acquire(&uci_node.away) > 0 || uci_queue_length() > 0;
}
