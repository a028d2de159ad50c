/* A worker's start, its way into the scheduler, and how it waits there. */
#include "sched/sched.h"

#include "study/child/child_stealing.h"
#include "cluster/mem/region.h"
#include "arch/x86_64/context.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/victim.h"
#include "sched/words.h"
#include "sched/heap.h"
#include "sched/thread.h"

#include <string.h>

UCI_PER_WORKER uintptr_t uci_sched_stack;
const struct uci_child_kind *uci_child_kind;

void uci_sched_start(void)
{
    uci_child_kind = strcmp(uci_options.child, "full") == 0 ? &uci_child_full
                                                            : &uci_child_rtc;
    uci_victim_start();
    uci_heap_start();
}

void uci_sched_loop(void)
{
    uci_child_kind->loop();
}

void uci_child_idle(unsigned n)
{
    enum { LOOKS = 64, MOST_US = 16 };
    uci_net_relax();
    uci_pause();
    if (!UCI_IS_SIM) {
        uci_child_rest(n);
        return;
    }
    /* N20, but not for long: nobody wakes a worker when a child of its own has
     * ended. */
    if (n < LOOKS || !uci_options.sim_backoff)
        return;
    uci_self.counters.naps++;
    unsigned us = n / LOOKS;
    uci_far_nap(us < MOST_US ? us : MOST_US);
}

/* On the scheduler's stack: messages need more than is left of a full one. */
static void stop(void *full_task)
{
    const struct ucilk_abi_task *task = full_task;
    if (uci_child_kind == &uci_child_full)
        uci_fatal("%s:%d: spawn of `%s': the stack of this task, of 32 KiB, is "
                  "full; use UCILK_CHILD=rtc",
                  task->file, task->line, task->name);
    uci_fatal("%s:%d: spawn of `%s': the stack of this worker is full; raise "
              "UCILK_STACK_SIZE",
              task->file, task->line, task->name);
}

void uci_child_check_stack(const struct ucilk_abi_task *task)
{
    enum { RESERVE = 4 << 10 }; /* for calls that do not spawn */
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (uci_unlikely(here < uci_child_kind->stack() + RESERVE))
        uci_context_enter(stop, (void *)task, uci_sched_stack);
}
