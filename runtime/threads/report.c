/* Where a worker stands, for messages and for debuggers. */
#include "sched/deque.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "seam/report.h"
#include "seam/thread.h"

#include <ucilk/abi.h>

#include <stdio.h>

const char *uci_where_text(unsigned i, char text[256])
{
    struct uci_worker *w = uci_peer(i);
    const struct ucilk_abi_task *task = uci_sched_task_of(w);
    if (task)
        snprintf(text, 256, "in task `%s' spawned at %s:%d", task->name,
                 task->file, task->line);
    else if (uci_load_acquire(&w->state) != UCI_STATE_RUNNING)
        snprintf(text, 256, "outside of any task, in the scheduler");
    else
        snprintf(text, 256, "outside of any task");
    return text;
}

/*
 * Where a debugger finds the words of the workers: read by
 * tools/gdb/ucilk-gdb.py, which names them in this order.  A program need not
 * have debug information of the runtime for it.
 */
extern const unsigned long uci_debugger_layout[];

const unsigned long uci_debugger_layout[] = {
    2, /* version of this table: 1 is the cluster's */
    offsetof(struct uci_world, n_workers),
    offsetof(struct uci_world, workers),
    offsetof(struct uci_worker, T),
    offsetof(struct uci_worker, H),
    offsetof(struct uci_worker, state),
    offsetof(struct uci_worker, pid),
    offsetof(struct uci_worker, n_ready),
    offsetof(struct uci_worker, slots),
    offsetof(struct uci_worker, slots_end),
    sizeof(struct uci_slot), /* its sp comes first */
    UCI_STACK_ROOT,
    offsetof(struct ucilk_abi_task, name),
    offsetof(struct ucilk_abi_task, file),
    offsetof(struct ucilk_abi_task, line),
    /* The words of a spawn: layout.h. */
    UCI_SPAWN_TASK,
    UCI_SPAWN_FRAME,
    UCI_KIND_MASK,
    UCI_KIND_BELOW,
    UCI_KIND_APART,
    UCI_CHUNK_UPPER + UCI_CHUNK_SP,
    UCI_SPAWN_UPPER,
    UCI_CONTEXT_SIZE,
    offsetof(struct uci_slot, record),
    offsetof(struct uci_slot, registers),
    offsetof(struct uci_record, task),
    offsetof(struct uci_record, stack.home),
    offsetof(struct uci_record, stack.spawn),
    UCI_SITE_JUMP,
    UCI_SITE_JUMP_SIZE,
    UCI_SITE_ANSWERS,
};
