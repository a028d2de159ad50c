/* Where a worker stands, for messages. */
#include "sched/sched.h"
#include "seam/report.h"

#include <stdio.h>

const char *uci_where_text(unsigned i, char text[256])
{
    const struct ucilk_abi_task *task = uci_sched_task_of(uci_peer(i));
    if (task)
        snprintf(text, 256, "in `%s' (spawned at %s:%d)", task->name,
                 task->file, task->line);
    else
        snprintf(text, 256, "in no task");
    return text;
}
