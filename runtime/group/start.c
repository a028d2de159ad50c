/*
 * From the start of the process to the program's main and back.  A launcher
 * starts a process on each node.  On node 0 main runs; the others work, in
 * their main threads too, until they are told to end (end.c).
 */
#define _GNU_SOURCE
#include "net/checksum.h"
#include "net/output.h"
#include "net/job.h"
#include "net/network.h"
#include "net/transport.h"
#include "api/interpose.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/home.h"
#include "sched/sched.h"
#include "group/group.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct uci_groups several_nodes = {
    .wait = uci_group_wait,
    .wait_for = uci_group_wait_for,
    .take = uci_group_take,
    .run_here = uci_group_run_here,
    .end = uci_group_end,
    .may_bring = uci_group_may_bring,
    .print = uci_counts_print,
};

/* --- Is it one of several? --- */

/* Opens the transport, if there is to be one. */
static void connect_nodes(void)
{
    const char *wanted = uci_options.transport, *said_by;
    if (strcmp(wanted, "shm") == 0)
        return;
    if (strcmp(wanted, "nic") == 0) {
        if (uci_options.nodes > 1)
            uci_network_open_nic((unsigned)uci_options.nodes, false);
        return;
    }
    if (uci_job_is_of_a_rank())
        return;
    unsigned long expected = uci_job_size(&said_by);
    if (expected == 0)
        uci_job_refuse_strangers();
    if (expected <= 1 && strcmp(wanted, "mpi") != 0)
        return;
    uci_launcher_start();
    uci_network_open_mpi(expected, false);
}

/* --- All nodes run the same program --- */

static void compare_programs(void)
{
    size_t size;
    char *bytes = uci_program_file_map(&size);
    uint64_t own = uci_checksum(0, bytes, size), zero = own;
    munmap(bytes, size);
    uci_transport->broadcast(&zero, sizeof zero);
    uint64_t first =
        uci_transport->least(own != zero ? uci_transport->rank : UINT64_MAX);
    if (first == UINT64_MAX)
        return;
    while (uci_transport->rank != first)
        pause(); /* that one prints the message, and ends all */
    uci_fatal("node %lu runs another program than node 0: copy the same file "
              "to all hosts",
              first);
}

/* --- The nodes --- */

/* In a forked child, which is a program of one node. */
static void forget_nodes(void)
{
    uci_groups = NULL;
    uci_node = (struct uci_node){.n = 1};
}

/* G5 */
static void set_policy(void)
{
    const char *policy = uci_options.groups;
    bool is_static = strcmp(policy, "static") == 0;
    uci_node.asks = !is_static && !uci_node.sends_always;
    uci_store_relaxed(&uci_node.n_static, is_static ? INT64_MAX
                                          : strcmp(policy, "switch") == 0
                                              ? (int64_t)uci_node.n
                                              : 0);
    uci_node.low = strcmp(policy, "pull") == 0 ? 0 : uci_options.group_low;
    uci_node.high = uci_options.group_high ? uci_options.group_high
                                           : 2 * uci_options.nworkers;
    if (uci_node.low > uci_node.high)
        uci_fatal("UCILK_GROUP_LOW=%lu, the low mark, is above "
                  "UCILK_GROUP_HIGH=%lu, the high one",
                  uci_node.low, uci_node.high);
}

static void start_nodes(void)
{
    uci_net_share_options();
    compare_programs();
    if (uci_transport->rank != 0) {
        /* Node 0 has these files. */
        unsetenv("UCILK_STATS");
        unsetenv("UCILK_TRACE");
        uci_output_by_lines();
    }
    uci_node.rank = uci_transport->rank;
    uci_node.n = uci_transport->size;
    uci_node.sends_always = strcmp(uci_options.test_group, "away") == 0;
    uci_node.copies_always = strcmp(uci_options.test_group, "copy") == 0;
    set_policy();
    uci_balance_start();
    uci_counts_start();
    uci_stack_adopt(NULL, NULL); /* main's thread is the first guest */
    uci_world->groups_main = uci_id + 1;
    uci_groups = &several_nodes;
    uci_courier_start();
    pthread_atfork(NULL, NULL, forget_nodes);
    uci_end_start();
    /* Nobody receives before all have started their couriers: a message that
     * comes before waits in the transport. */
    if (uci_options.verbose && uci_node.rank == 0)
        uci_message("transport %s (%s): %u nodes, of which each has its own "
                    "workers, %lu on this one",
                    uci_transport->name, uci_transport->about, uci_node.n,
                    uci_options.nworkers);
}

uci_main_function *uci_program_main;

int uci_start(int argc, char **argv, char **environment)
{
    if (!uci_options_read(environment))
        _exit(UCI_EXIT_ERROR);
    if (!uci_options.help)
        connect_nodes();
    if (uci_transport && uci_transport->size > 1)
        start_nodes();
    if (uci_node.rank != 0) {
        uci_end_await();
        exit(0);
    }
    /* environ: MPI may have set variables. */
    int status = uci_program_main(argc, argv, environ);
    if (uci_groups) {
        uci_home_finish();
        uci_end_main_returned();
        uci_end_await();
    }
    exit(status);
}
