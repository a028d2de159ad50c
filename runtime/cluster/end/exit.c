/*
 * The end of a program: libc's exit, in worker 0.
 *
 * In worker 0 one thread runs it, others that call it meanwhile wait.  Its
 * handlers run in the order of libc: first what was registered last.  So ours
 * are registered before main, but for claim(), which comes with the first
 * spawn, or the end of main.
 */
#define _GNU_SOURCE
#include "cluster/end/exit.h"

#include "cluster/check/memory_tools.h"
#include "cluster/data/checks.h"
#include "cluster/end/end_ranks.h"
#include "cluster/end/end_workers.h"
#include "cluster/net/far.h"
#include "cluster/sched/spawn_slow.h"
#include "common/report/stats.h"
#include "words/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic pid_t exiting; /* worker 0's thread that runs exit() */

bool uci_exit_claim(void)
{
    pid_t none = 0;
    if (!uci_cas_seqcst(&exiting, &none, gettid()) && none != gettid())
        return false;
    if (uci_checks)
        uci_checks->stop();
    /* Of no effect where a worker was first, for which we run it. */
    uint32_t nobody = 0;
    uci_cas_seqcst(&uci_world->exiting, &nobody, 1 + uci_id);
    uci_point(exit_claimed);
    return true;
}

void uci_exit_forget(void)
{
    uci_store_relaxed(&exiting, 0);
}

static void wait_if_not_first(void)
{
    if (uci_exit_claim())
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
        uci_end_ranks();
    else
        uci_end_workers();
    uci_stats_report();
    uci_memory_tools_finish();
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

/*
 * exit() in a task: what this process has buffered goes out, then worker 0
 * takes the status over (end_workers.c).  Registered last, so that it
 * runs first and no handler that main registered runs here.
 */
static void leave_on_exit(int status, void *unused)
{
    (void)unused;
    if (uci_id == 0) /* a child that a task has forked: as in C */
        return;
    fflush(NULL);
    uint32_t nobody = 0;
    if (uci_cas_seqcst(&uci_world->exiting, &nobody, 1 + uci_id)) {
        uci_world->exit_status = status;
        uci_point(exit_worker);
        _exit(status);
    }
    for (;;) /* somebody else's exit ends this process */
        pause();
}

void uci_exit_start_worker(void)
{
    on_exit(leave_on_exit, NULL);
}
