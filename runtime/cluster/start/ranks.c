/*
 * A rank becomes a worker.  The ranks compare what must be equal in all of
 * them, and those on one machine become a node and share memory (nodes.c).
 */
#define _GNU_SOURCE
#include "cluster/start/start.h"

#include "net/output.h"
#include "cluster/data/data.h"
#include "cluster/end/process_end.h"
#include "cluster/start/identity.h"
#include "cluster/start/nodes.h"
#include "cluster/sched/spawn_slow.h"
#include "cluster/trace/trace_parts.h"
#include "base/message.h"
#include "base/options.h"
#include "cluster/mem/region.h"
#include "cluster/far/am.h"
#include "cluster/far/far.h"
#include "net/network.h"
#include "cluster/far/strategy.h"
#include "net/transport.h"
#include "sched/deque.h"
#include "sched/sched.h"
#include "sched/steal.h"
#include "sched/thread.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The address of argv in all ranks; above the region. */
#define ARGUMENTS 0x288000000000ul

/* --- What must be equal --- */

struct self {
    char host[64];
    struct uci_identity equal;
};
static struct self own, zero; /* of this rank, and of rank 0 */
static unsigned n_ranks;
static unsigned witnesses[UCI_WITNESSES];

enum { NOBODY = -1 };

/* The rank that differs prints the message and ends all; the others wait. */
static _Noreturn void refuse(unsigned rank, const char *what, bool is_library)
{
    const char *library = is_library ? uci_identity_library() : "";
    while (uci_transport->rank != rank)
        pause();
    uci_fatal("rank %u has what rank 0 on host %s has not: %s%s%s%s", rank,
              zero.host, what, *library ? " (" : "", library,
              *library ? ")" : "");
}

/* Each rank compares itself with rank 0.  The first that differs is found by
 * the least of their numbers; the last bit says that libraries are equal. */
static void compare(void)
{
    unsigned self = uci_transport->rank;
    zero = own;
    uci_transport->broadcast(&zero, sizeof zero);
    const struct uci_identity *a = &zero.equal, *b = &own.equal;
    const char *what = uci_identity_difference(a, b);
    uint64_t mine = (uint64_t)self << 1 | (a->libraries == b->libraries);
    uint64_t first = uci_transport->least(what ? mine : (uint64_t)NOBODY);
    if (first != (uint64_t)NOBODY)
        refuse((unsigned)(first >> 1), what, !(first & 1));
    if (uci_options.verbose &&
        uci_transport->least(a->tls != b->tls ? self : (uint64_t)NOBODY) ==
            self)
        uci_message("rank %u on host %s has its thread-local memory at another "
                    "address than rank 0; nothing depends on it",
                    self, own.host);
}

__attribute__((optimize("no-stack-protector"))) void uci_ranks_take_canary(void)
{
    uci_identity_take_canary(&zero.equal);
}

/* --- Arguments of rank 0 --- */

/* Puts rank 0's argv at the same address in all ranks. */
static void take_arguments(struct uci_program *program)
{
    size_t size = (size_t)(program->argc + 1) * sizeof(char *);
    for (int i = 0; i < program->argc; i++)
        size += strlen(program->argv[i]) + 1;
    char *block = malloc(size), **argv = (char **)block;
    char *text = block + (size_t)(program->argc + 1) * sizeof *argv;
    if (!block)
        uci_fatal("no memory for the program's arguments");
    for (int i = 0; i < program->argc; i++) {
        argv[i] = (char *)ARGUMENTS + (text - block);
        text = stpcpy(text, program->argv[i]) + 1;
    }
    argv[program->argc] = NULL;
    char *theirs = uci_net_share(block, &size);
    size_t whole = uci_round_up(size, UCI_PAGE);
    memcpy(uci_data_image((char *)ARGUMENTS, whole), theirs, size);
    uci_data_put();
    program->argv = (char **)ARGUMENTS;
    for (program->argc = 0; ((char **)theirs)[program->argc];)
        program->argc++;
    if (theirs != block)
        free(theirs);
    free(block);
}

/* --- Memory --- */

static bool is_stack_given(void)
{
    return getenv("UCILK_STACK_SIZE");
}

static bool is_stack_pinned(void)
{
    return uci_transport->is_pinned && !is_stack_given();
}

/* Lays out the memory; equally in all ranks, each of which knows where the
 * memory of all others is.  Among very many ranks the address space is shared
 * out so that stacks become smaller, too. */
static void plan_memory(void)
{
    enum { LEAST_STACK = 8 << 20 };
    if (is_stack_pinned())
        uci_options.stack_size = LEAST_STACK;
    bool fits;
    while (!(fits = uci_world_plan(n_ranks, uci_options.stack_size,
                                   uci_options.evac_size)) &&
           !is_stack_given() && uci_options.stack_size > LEAST_STACK)
        uci_options.stack_size /= 2;
    if (!fits)
        uci_fatal("no address space for the stacks and heaps of %u ranks; "
                  "lower UCILK_STACK_SIZE (now %lu bytes) or UCILK_EVAC_SIZE "
                  "(now %lu)",
                  n_ranks, uci_options.stack_size, uci_options.evac_size);
}

/* --- The whole --- */

static void say_transport(void)
{
    char text[400], stack[32];
    snprintf(text, sizeof text,
             "%s (%s): %u ranks, %u on this node; stack %s each%s",
             uci_transport->name, uci_transport->about, n_ranks, uci_n_near,
             uci_size_text(stack, uci_options.stack_size),
             is_stack_pinned() ? ", since the network pins memory" : "");
    uci_launch_report(text);
}

void uci_ranks_join(struct uci_program *program)
{
    if (uci_options.check_memory)
        uci_fatal("UCILK_CHECK_MEMORY is for programs on one machine: set "
                  "UCILK_TRANSPORT=shm");
    /* Before MPI's libraries are loaded, which may differ between ranks. */
    uci_identity_note_objects(&own.equal);
    /* The data are prepared behind the fork of ranks, since each has data of
     * its own; but before MPI's libraries are loaded, which are not the
     * program's. */
    if (uci_launch_forks())
        uci_launch_connect();
    uci_data_start();
    /* While this is the process's one thread: later it takes Linux 10 ms. */
    bool has_barrier = uci_deque_register_barrier();
    if (!uci_launch_forks())
        uci_launch_connect();
    n_ranks = uci_transport->size;
    uci_net_share_options();
    uci_options.nworkers = n_ranks;
    plan_memory();
    gethostname(own.host, sizeof own.host - 1);
    uci_identity_note(&own.equal);
    compare();
    uci_region_reserve(uci_options.stack_size);
    uci_spawn_start_workers = uci_begin_region;
    uci_sched_done = uci_workers_done;
    uci_running_limit = *uci_options.test_steal ? 0 : UCI_REGION_END;
    uci_nodes_join(own.host, has_barrier, witnesses);
    take_arguments(program);
    if (uci_strategy_needs_rma())
        uci_far_attach(uci_transport->is_pinned
                           ? uci_world_first_piece(UCI_FIRST_PIECE)
                           : uci_peer_stride);
    if (uci_options.verbose && uci_id == 0)
        say_transport();
}

void uci_ranks_start(void)
{
    uci_far_start();
    uci_steal_start_messages();
    uci_mate_start(own.host, witnesses);
    uci_begin_region_start();
    uci_end_ranks_start();
    uci_data_except_views();
    uci_output_by_lines();
    if (uci_id != 0) {
        uci_workers_block_signals();
        sigset_t launcher; /* by SIGTERM it ends us */
        sigemptyset(&launcher);
        sigaddset(&launcher, SIGTERM);
        sigprocmask(SIG_UNBLOCK, &launcher, NULL);
    }
    uci_am_start();
    uci_strategy_choose();
    uci_sched_start(); /* after the choice: future.c needs to know of N2 */
    if (!uci_steals_by_message) {
        uci_deque_high_mark = UCI_SLOTS_CLOSE / 2;
        uci_self.slack = UCI_SLACK_ALL; /* N9: no far thief can fence us, */
        uci_world->has_barrier = false; /* and near ones need not */
    }
    if (uci_polls_at_spawn)
        uci_running_limit = 0;
    uci_trace_start_ranks(own.host);
    uci_assistant_start();
}
