/* What common/report needs to know of workers that are processes. */
#ifndef UCI_SEAM_REPORT_H
#define UCI_SEAM_REPORT_H

#include "cluster/mem/region.h"
#include "cluster/net/am.h"
#include "words/worker.h"

/* The word for a worker in messages. */
#define UCI_WORKER_KIND "process"

/* True if the other workers have been started. */
bool uci_workers_started(void);

/* Writes where worker i stands, as in "in task `fib' spawned at fib.c:7", to
 * text, and returns that. */
const char *uci_where_text(unsigned i, char text[256]);

/* True if a parallel region is open, or main lingers. */
static inline bool uci_is_parallel(void)
{
    return uci_load_acquire(uci_outermost) != 0;
}

#endif
