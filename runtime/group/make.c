/* Making groups: rule G1 in docs/protocols/groups.md. */
#include "group/group.h"

#include "base/future_errors.h"
#include "base/message.h"
#include "sched/future.h"
#include "sched/sched.h"
#include "one_machine/pool.h"

#include <ucilk/groups.h>

#include <stdlib.h>
#include <string.h>

struct uci_node uci_node = {.n = 1};

unsigned ucilk_node(void)
{
    return uci_node.rank;
}

unsigned ucilk_nnodes(void)
{
    return uci_node.n;
}

struct uci_group *uci_group_new(const struct ucilk_abi_task *made_as,
                                const struct ucilk_abi_blobs *blobs)
{
    static const struct ucilk_abi_blobs none;
    struct uci_group *g = malloc(sizeof *g + 64 + made_as->args_size);
    if (!g)
        uci_fatal("no memory for a group of `%s' (%s:%d)", made_as->name,
                  made_as->file, made_as->line);
    g->made_as = made_as;
    g->blobs = blobs ? blobs : &none;
    g->task = *made_as;
    g->task.flags |= UCI_TASK_IN_GROUP;
    g->has_copies = false;
    return g;
}

void uci_group_free(struct uci_group *g)
{
    if (g->has_copies)
        uci_wire_free_blobs(g);
    free(g);
}

/* G3: a group belongs to main's region, or to another group.  One that another
 * thread of the program makes is a future. */
static bool may_leave_region(void)
{
    unsigned home = uci_home_rank() + 1;
    return home == uci_world->groups_main || home == uci_world->groups_home;
}

/* G1, F5: the entry of its future. */
static ucilk_future_t make_entry(const struct ucilk_abi_task *task,
                                 long consumers)
{
    uci_ref ref = uci_future_detach(task);
    struct uci_future *f = uci_ref_pointer(ref);
    uint64_t life = uci_load_relaxed(&f->life);
    /* A plain store: nobody else has the handle yet. */
    uci_store_relaxed(&f->life, life + (uint64_t)consumers - 1);
    return (ucilk_future_t){ref, uci_future_tag(task, life)};
}

static ucilk_future_t make(void *args, const struct ucilk_abi_task *task,
                           const struct ucilk_abi_blobs *blobs,
                           struct ucilk_abi_frame *frame, long consumers)
{
    uci_region_open(frame);
    ucilk_future_t future = make_entry(task, consumers);
    struct uci_group *g = uci_group_new(task, blobs);
    g->entry = future.ref;
    g->owner = uci_node.rank;
    g->home = g->home_there = uci_home_rank();
    memcpy(uci_group_args(g), args, task->args_size);
    uci_self.counters.groups_made++;
    if (uci_node.copies_always && g->blobs->n_in > 0)
        uci_wire_copy_blobs(g);
    uci_point(group_made);
    if (uci_unlikely(uci_node.sends_always))
        uci_balance_send(g, 1);
    else if (uci_load_relaxed(&uci_node.n_static) > 0 &&
             uci_fetch_add_seqcst(&uci_node.n_static, -1) > 0)
        uci_balance_send(g, 0);
    else {
        /* G5: before a worker can take this one and ask for more. */
        uci_balance_ask_no_more();
        uci_queue_put(g);
    }
    return future;
}

ucilk_future_t ucilk_abi_group(void *args, const struct ucilk_abi_task *task,
                               const struct ucilk_abi_blobs *blobs,
                               struct ucilk_abi_frame *frame, long consumers)
{
    if (uci_unlikely(blobs && blobs->n_in > 0))
        uci_wire_check(args, task, blobs);
    if (uci_likely(!uci_groups))
        return ucilk_abi_future(args, task, frame, consumers);
    if (uci_self.is_foreign)
        uci_stack_adopt(NULL, NULL);
    if (!may_leave_region() || !uci_wire_knows(task))
        return ucilk_abi_future(args, task, frame, consumers);
    uci_future_check_consumers(consumers, "cilk_group", task);
    return make(args, task, blobs, frame, consumers);
}
