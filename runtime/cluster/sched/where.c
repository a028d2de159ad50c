/* Where a worker stands, for messages.  See where.h and seam/report.h. */
#define _GNU_SOURCE
#include "cluster/sched/where.h"

#include "common/sched/sched.h"
#include "seam/report.h"

#include <ucilk/abi.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void uci_claim_report(void)
{
    uint32_t no = 0;
    if (!uci_cas_seqcst(&uci_world->has_reported, &no, 1))
        for (;;)
            pause();
}

const char *uci_signal_name(int signal, char buffer[32])
{
    const char *name = sigabbrev_np(signal);
    if (name)
        snprintf(buffer, 32, "SIG%s", name);
    else
        snprintf(buffer, 32, "signal %d", signal);
    return buffer;
}

const char *uci_where_text(unsigned i, char buffer[256])
{
    struct uci_worker *w = uci_peer(i);
    const struct ucilk_abi_task *task = uci_sched_task_of(w);
    if (task)
        snprintf(buffer, 256, "in task `%s' spawned at %s:%d", task->name,
                 task->file, task->line);
    else if (uci_load_acquire(&w->state) != UCI_STATE_RUNNING)
        snprintf(buffer, 256, "outside of any task, in the scheduler");
    else
        snprintf(buffer, 256, "outside of any task, in main's own strand");
    return buffer;
}
