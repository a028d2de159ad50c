/* Where a worker stands, for messages; and the table for debuggers. */
#include "sched/deque.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "report/worker_kind.h"
#include "sched/thread.h"
#include "report/debugger.h"

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

const unsigned long uci_debugger_layout[] = {
    5, /* version of this table; that for clusters has 3 */
    UCI_DEBUGGER_WORDS,
    offsetof(struct uci_world, workers),
    UCI_STACK_ROOT,
    /* The words of a spawn: layout.h. */
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
    UCI_SITE_ANSWERS,
};

size_t uci_region_high_water(const struct uci_worker *w)
{
    (void)w;
    return 0;
}

bool uci_am_awaited(char text[64])
{
    (void)text;
    return false;
}
