/* Pinning two workers.  Needs _GNU_SOURCE. */
#pragma once

#include "cpu.h"

#include "sched/worker.h"

/* Pins the calling worker, at its first call, to a CPU of its own. */
static void pin(void)
{
    static long pinned[2]; /* by worker */
    if (pinned[uci_id])
        return;
    pinned[uci_id] = 1;
    pin_to(uci_id);
}
