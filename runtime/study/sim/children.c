/* The start and the end of child stealing (runtime/study/child/). */
#include "study/sim/sim.h"

#include "study/child/child_stealing.h"
#include "cluster/mem/region.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/deque.h"
#include "sched/thread.h"

#include <signal.h>
#include <unistd.h>

void uci_sim_scheduler_start(void)
{
    /* Worker 0's deque is tidied as often as it gets empty above this. */
    uci_deque_high_mark = UCI_SLOTS_CLOSE;
}

/* Main's stack is all that is there, and its deque does not tell its length. */
uintptr_t uci_sim_region_end(const struct uci_sim_worker *w)
{
    (void)w;
    return UCI_REGION_END;
}

void uci_sim_fault(uintptr_t address)
{
    uintptr_t lower_end = uci_child_kind->stack();
    if (!uci_region_is_guard(address) &&
        !(address < lower_end && address >= lower_end - UCI_PAGE))
        return;
    char size[32];
    uci_message("worker %u: stack overflow at %#lx with all %s of stack in "
                "use; raise UCILK_STACK_SIZE",
                uci_id, address, uci_size_text(size, uci_world->region_size));
    _exit(128 + SIGSEGV);
}

/* All children are joined: each frame has synced. */
void uci_sim_main_ends(void)
{
}
