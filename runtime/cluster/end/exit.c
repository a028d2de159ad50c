/*
 * The end of a program: libc's exit, in worker 0.
 *
 * One thread of worker 0 runs it; others that call it wait.  libc runs handlers
 * in reverse order of their registration.  So ours are registered before main,
 * to run last; except claim(), which is registered at the first spawn.
 */
#define _GNU_SOURCE
#include "cluster/end/process_end.h"

#include "net/output.h"
#include "cluster/check/memory_tools.h"
#include "cluster/far/far.h"
#include "cluster/sched/spawn_slow.h"
#include "cluster/trace/trace_parts.h"
#include "report/stats.h"
#include "sched/worker.h"

#include <stdlib.h>
#include <unistd.h>

static void wait_if_not_first(void)
{
    if (uci_end_claim())
        return;
    uci_tally(exit_waits);
    for (;;)
        pause();
}

/* Runs before the handlers that the program has registered before its first
 * spawn. */
static void claim(void)
{
    wait_if_not_first();
    /* Handlers must not spawn: a thief would take the rest of exit, too. */
    if (gettid() == uci_spawn_thread)
        uci_spawn_end();
}

static void finish(void)
{
    wait_if_not_first();
    if (uci_transport) {
        uci_end_ranks();
    } else {
        uci_trace_end();
        uci_end_workers();
        uci_trace_complete();
    }
    uci_stats_report();
    uci_memory_tools_finish();
}

void uci_exit_start(void)
{
    /* Runs last, in a second thread that calls exit(): libc does not run a
     * handler again that the first thread is in. */
    atexit(wait_if_not_first);
    atexit(finish);
}

void uci_exit_start_workers(void)
{
    static bool registered; /* a forked child has inherited the handler */
    if (!registered)
        atexit(claim);
    registered = true;
}

/*
 * E2: exit() in a task of another worker: writes out what this process has
 * buffered, and leaves the status to worker 0 (end_workers.c).  It is
 * registered last, so that it runs first, and no handler that main has
 * registered runs here.
 */
static void leave_on_exit(int status, void *unused)
{
    (void)unused;
    if (uci_id == 0) /* in a child that a task has forked: exit as in C */
        return;
    uci_output_flush_all();
    uint32_t nobody = 0;
    if (uci_cas_seqcst(&uci_world->exiting, &nobody, 1 + uci_id)) {
        uci_world->exit_status = status;
        uci_point(exit_worker);
        _exit(status);
    }
    for (;;) /* another worker has called exit, and this process is ended */
        pause();
}

void uci_exit_start_worker(void)
{
    on_exit(leave_on_exit, NULL);
}
