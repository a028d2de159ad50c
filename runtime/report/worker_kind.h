/* What reports ask of the workers, threads or processes. */
#pragma once

#include "sched/worker.h"

/* The word for a worker in messages. */
#ifdef UCILK_ABI_CLUSTER
#define UCI_WORKER_KIND "process"
#else
#define UCI_WORKER_KIND "thread"
#endif

/* The other workers have been started at some time; stats.c. */
extern bool uci_workers_started;

/* Writes where worker i stands, as in "in task `fib' spawned at fib.c:12", to
 * text, and returns that. */
const char *uci_where_text(unsigned i, char text[256]);

/* True if a parallel region is open, or main lingers. */
bool uci_is_parallel(void);

/* Bytes of stack that worker w has ever touched, in whole pages.  In one
 * process that is not measured. */
size_t uci_region_high_water(const struct uci_worker *w);

/* Writes what the worker waits for from another rank, as in "steal by worker
 * 2"; false if it waits for no answer. */
bool uci_am_awaited(char text[64]);
