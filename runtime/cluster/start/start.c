/*
 * From the start of the process to the program's main and back.
 *
 * The runtime interposes __libc_start_main, so that an ordinary main runs at
 * the top of the stack region.  Constructors run before that, on the process's
 * own stack, which becomes the scheduler's stack of worker 0.
 */
#define _GNU_SOURCE
#include "cluster/start/start.h"

#include "cluster/check/memory_checks.h"
#include "cluster/check/memory_tools.h"
#include "cluster/data/data.h"
#include "cluster/end/process_end.h"
#include "cluster/far/far.h"
#include "cluster/sched/spawn_slow.h"
#include "cluster/trace/trace_parts.h"
#include "api/interpose.h"
#include "arch/x86_64/context.h"
#include "base/message.h"
#include "base/options.h"
#include "cluster/mem/region.h"
#include "report/debugger.h"
#include "report/stats.h"
#include "report/watchdog.h"
#include "sched/home.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include "trace/points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const unsigned long uci_debugger_layout[] = {
    3, /* version of this table */
    UCI_DEBUGGER_WORDS,
    offsetof(struct uci_worker, region),
    UCI_REGION_END,
};

uci_main_function *uci_program_main;
static struct uci_program program;

static void run_main(void *unused)
{
    (void)unused;
    uci_memory_tools_enter_stack();
    /* environ: MPI may have set variables, and libc may have moved the
     * array. */
    int status = uci_program_main(program.argc, program.argv, environ);
    uci_home_finish();
    uci_spawn_end(); /* handlers of atexit must not spawn */
    exit(status);
}

static void say_transport(void)
{
    char text[64];
    snprintf(text, sizeof text, "shm: %lu worker%s", uci_options.nworkers,
             uci_options.nworkers > 1 ? "s" : "");
    uci_launch_report(text);
}

/* libc calls it in place of main, on the process's own stack. */
int uci_start(int argc, char **argv, char **environment)
{
    program.argc = argc;
    program.argv = argv;
    if (!uci_options_read(environment))
        _exit(UCI_EXIT_ERROR);
    if (uci_options.help) {
        uci_options_print();
        uci_points_print();
        exit(0);
    }
    uci_launch_decide(argv, environment);
    uci_memory_tools_start(argv, environment);
    uci_stats_start();
    if (uci_launch_is_cluster()) {
        uci_ranks_join(&program);
    } else {
        uci_region_reserve(uci_options.stack_size);
        uci_start_world((unsigned)uci_options.nworkers);
        uci_trace_start_workers();
        if (uci_options.verbose)
            say_transport();
    }
    uci_region_map();
    if (!uci_transport && uci_options.nworkers > 1)
        uci_data_start();
    uci_crash_start();
    uci_check_start();
    uci_fork_start();
    uci_exit_start();
    if (uci_options.test_timeout)
        uci_watchdog_start(uci_options.test_timeout);
    uci_sched_stack = uci_context_below();
    if (uci_transport) {
        uci_ranks_take_canary(); /* this function never returns */
        uci_ranks_start();
    }
    uci_start_watch_end();
    uci_memory_tools_leave_stack();
    if (uci_id != 0)
        uci_context_enter((void (*)(void *))uci_sched_loop, NULL,
                          uci_sched_stack);
    uci_context_enter(run_main, NULL, UCI_REGION_END);
}
