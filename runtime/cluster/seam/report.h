/* What report/ needs of processes. */
#ifndef UCI_SEAM_REPORT_H
#define UCI_SEAM_REPORT_H

#include "cluster/mem/region.h"
#include "cluster/net/am.h"
#include "words/worker.h"

/* What a worker is, for messages. */
#define UCI_WORKER_KIND "process"

/* Have the other workers been started? */
bool uci_workers_started(void);

/* Where worker i stands: "in task `fib' spawned at fib.c:7". */
const char *uci_where_text(unsigned i, char text[256]);

/* Is a parallel region open? */
static inline bool uci_is_parallel(void)
{
    return uci_load_acquire(uci_outermost) != 0;
}

#endif
