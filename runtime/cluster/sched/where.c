/* Where a worker stands, for messages.  See where.h and report/worker_kind.h.
 */
#define _GNU_SOURCE
#include "cluster/sched/where.h"

#include "base/message.h"
#include "sched/deque.h"
#include "sched/sched.h"
#include "report/worker_kind.h"

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

void uci_where_report_overflow(uintptr_t address)
{
    char where[256], size[32];
    uci_where_text(uci_id, where);
    long deep = uci_load_relaxed(&uci_self.T) - uci_deque_head(&uci_self);
    uci_message("worker %u: stack overflow %s, %ld spawns deep, at %#lx with "
                "all %s of stack in use; raise UCILK_STACK_SIZE",
                uci_id, where, deep, address,
                uci_size_text(size, uci_world->region_size));
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
