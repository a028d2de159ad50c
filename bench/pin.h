/* For benchmarks of two workers.  Wants _GNU_SOURCE. */
#ifndef PIN_H
#define PIN_H

#include "seam/worker.h"

#include <sched.h>

/* Pins the calling worker, at its first call, to a CPU of its own. */
static void pin(void)
{
    static long pinned[2]; /* by worker */
    if (pinned[uci_id])
        return;
    pinned[uci_id] = 1;
    cpu_set_t allowed, one;
    sched_getaffinity(0, sizeof allowed, &allowed);
    unsigned n = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &allowed) && n++ == uci_id) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
        }
    }
}

#endif
