/* What messages call a future. */
#include "sched/future.h"

#include <stdio.h>

const char *uci_future_text(const struct ucilk_abi_task *task, char buffer[256])
{
    if (task->flags & UCILK_ABI_TASK_PROMISE)
        snprintf(buffer, 256, "the promise made at %s:%d", task->file,
                 task->line);
    else if (task->flags & UCILK_ABI_TASK_VALUE)
        snprintf(buffer, 256, "the future made from a value at %s:%d",
                 task->file, task->line);
    else
        snprintf(buffer, 256, "the future of `%s' (%s:%d)", task->name,
                 task->file, task->line);
    return buffer;
}
