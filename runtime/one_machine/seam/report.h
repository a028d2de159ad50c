/* What common/report needs to know of workers that are threads. */
#ifndef UCI_SEAM_REPORT_H
#define UCI_SEAM_REPORT_H

#include "words/worker.h"

/* The word for a worker in messages. */
#define UCI_WORKER_KIND "thread"

/* True if the pool has been started at any time. */
bool uci_workers_started(void);

/* Writes where worker i stands, as in "in task `fib' spawned at fib.c:12", to
 * text, and returns that. */
const char *uci_where_text(unsigned i, char text[256]);

/* True if a parallel region is open, or main lingers. */
bool uci_is_parallel(void);

/* In one process the use of stacks is not measured. */
static inline size_t uci_region_high_water(const struct uci_worker *w)
{
    (void)w;
    return 0;
}

static inline bool uci_am_awaited(char asked[64])
{
    (void)asked;
    return false;
}

#endif
