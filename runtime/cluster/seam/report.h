/* What report/ needs of processes. */
#ifndef UCI_SEAM_REPORT_H
#define UCI_SEAM_REPORT_H

#include "mem/region.h"
#include "net/am.h"
#include "start/start.h"

/* What a worker is, for messages. */
#define UCI_WORKER_KIND "process"

/* Is a parallel region open? */
static inline bool uci_is_parallel(void)
{
    return uci_load_acquire(uci_outermost) != 0;
}

#endif
