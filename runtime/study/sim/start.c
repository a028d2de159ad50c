/* From the process's start to main, on the top of the stack region. */
#define _GNU_SOURCE
#include "study/sim/sim.h"

#include "cluster/far/am.h"
#include "cluster/far/far.h"
#include "cluster/far/lull.h"
#include "cluster/mem/region.h"
#include "api/interpose.h"
#include "arch/x86_64/context.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/sched.h"
#include "sched/thread.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

uci_main_function *uci_program_main;
static int program_argc;
static char **program_argv;

/* A virtual worker's stack has overflowed; any other fault strikes again with
 * its default action. */
static void handle(int signal, siginfo_t *info, void *context)
{
    (void)context;
    uci_sim_fault((uintptr_t)info->si_addr);
    sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
}

static void watch_stacks(void)
{
    static char own[128 << 10];
    stack_t stack = {.ss_sp = own, .ss_size = sizeof own};
    struct sigaction action = {.sa_sigaction = handle,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
}

static void run_main(void *unused)
{
    (void)unused;
    int status = uci_program_main(program_argc, program_argv, environ);
    uci_sim_main_ends();
    exit(status);
}

/* libc calls it in place of main. */
int uci_start(int argc, char **argv, char **environment)
{
    program_argc = argc;
    program_argv = argv;
    if (!uci_options_read(environment))
        _exit(UCI_EXIT_ERROR);
    if (uci_options.help) {
        uci_options_print();
        exit(0);
    }
    uci_sim_n = (unsigned)uci_options.nworkers;
    uci_sim_node = (unsigned)uci_options.node_size;
    if (uci_sim_node == 0)
        uci_sim_node = 48;
    if (uci_sim_node > uci_sim_n)
        uci_sim_node = uci_sim_n;
    uci_sim_cost_start();
    uci_sim_network_start();
    uci_sim_world_create();
    uci_sim_skip_start();
    uci_far_start();
    uci_sim_scheduler_start();
    uci_lull_end(1); /* no assistant would end a lull */
    uci_am_start();
    uci_sim_workers_start();
    uci_sched_start();
    uci_store_relaxed(&uci_self.state, UCI_STATE_RUNNING);
    uci_sim_report_start();
    watch_stacks();
    uci_context_enter(run_main, NULL, UCI_REGION_END);
}
