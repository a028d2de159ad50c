/*
 * The end of a program: libc's exit, in worker 0.
 *
 * In worker 0 one thread runs it, others that call it meanwhile wait.  Its
 * handlers run in the order of libc: first what was registered last.  So ours
 * are registered before main, but for claim(), which comes with the first
 * spawn, or the end of main.
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "cluster/spawn_slow.h"
#include "seam/worker.h"
#include "start/tools.h"

#include <stdlib.h>
#include <unistd.h>

static void wait_if_not_first(void)
{
    if (uci_workers_claim_exit())
        return;
    uci_tally(exit_waits);
    for (;;)
        pause();
}

/* The first to run, of those that know of us. */
static void claim(void)
{
    wait_if_not_first();
    /* A handler's continuation must not be stolen, and exit with it. */
    if (gettid() == uci_spawn_thread)
        uci_spawn_end();
}

static void finish(void)
{
    wait_if_not_first();
    if (uci_transport)
        uci_end_all();
    else
        uci_workers_end();
    uci_stats_report();
    uci_tools_finish();
}

/* The last one: libc skips handlers that another thread is in. */
static void let_first_end(void)
{
    wait_if_not_first();
}

void uci_exit_start(void)
{
    atexit(let_first_end);
    atexit(finish);
}

void uci_exit_start_workers(void)
{
    static bool registered; /* a forked child inherits the handler */
    if (!registered)
        atexit(claim);
    registered = true;
}
