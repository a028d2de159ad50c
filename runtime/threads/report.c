/* Where a worker stands, for messages. */
#include "sched/sched.h"
#include "seam/report.h"

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
