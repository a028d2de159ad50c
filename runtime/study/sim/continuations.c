/* The start and the end of the scheduler that is simulated: the one that
 * programs for clusters have. */
#define _GNU_SOURCE
#include "study/sim/sim.h"

#include "cluster/data/data.h"
#include "cluster/mem/region.h"
#include "cluster/sched/spawn_slow.h"
#include "cluster/sched/where.h"
#include "base/message.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/sched.h"
#include "sched/thread.h"

#include <signal.h>
#include <unistd.h>

static __attribute__((noreturn)) void done(void)
{
    uci_fatal("a virtual worker has come to the program's end");
}

void uci_sim_scheduler_start(void)
{
    uci_spawn_start_workers = uci_begin_region;
    uci_sched_done = done;
    uci_running_limit = 0;
    uci_deque_high_mark = UCI_SLOTS_CLOSE / 2;
    uci_begin_region_start();
    uci_spawn_thread = gettid();
}

/* That of the segment above the oldest entry's, if a parent lay there.  It has
 * been stolen or claimed, but may come back (D5), and its child still reads its
 * arguments in the old frame, and leaves its result there.  Where a thief has
 * the lock it may have raised H above T, by a claim that will fail: then the
 * oldest entry is the one above. */
uintptr_t uci_sim_region_end(const struct uci_sim_worker *w)
{
    if (w->high)
        return w->high < UCI_REGION_END ? w->high : UCI_REGION_END;
    uint64_t head = uci_load_relaxed(&w->block->H);
    const struct uci_slot *slot = uci_deque_slot(head);
    int most = head & UCI_LOCKED ? 3 : 2;
    uintptr_t end = slot[-1].sp;
    for (int k = 2; k <= most && slot - w->block->slots >= k; k++)
        if (slot[-k].sp > end)
            end = slot[-k].sp;
    /* 0: main, before its first region. */
    return end && end < UCI_REGION_END ? end : UCI_REGION_END;
}

void uci_sim_fault(uintptr_t address)
{
    if (!uci_region_is_guard(address))
        return;
    uci_where_report_overflow(address);
    _exit(128 + SIGSEGV);
}

void uci_sim_main_ends(void)
{
    uci_home_finish();
    uci_spawn_end();
}
