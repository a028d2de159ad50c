/* What report/ needs of threads. */
#ifndef UCI_SEAM_REPORT_H
#define UCI_SEAM_REPORT_H

#include "words/worker.h"

/* What a worker is, for messages. */
#define UCI_WORKER_KIND "thread"

/* Has the pool been started? */
bool uci_workers_started(void);

/* Where worker i stands: "in task `fib' spawned at fib.c:12". */
const char *uci_where_text(unsigned i, char text[256]);

/* Is a parallel region open? */
bool uci_is_parallel(void);

/* Stacks are not counted. */
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
