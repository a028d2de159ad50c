/* Pinning threads to CPUs.  Needs _GNU_SOURCE. */
#pragma once

#include <sched.h>

/* Pins the calling thread to the program's first CPU, 0, or its second, 1. */
static void pin_to(unsigned which)
{
    cpu_set_t allowed, one;
    unsigned n = 0;
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &allowed) && n++ == which) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
        }
    }
}
