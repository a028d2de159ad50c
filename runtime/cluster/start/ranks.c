/*
 * A rank becomes a worker.  The ranks compare what must be equal in all of
 * them, and those on one machine become a node and share memory.
 *
 * Ranks are numbered anew, node by node, so that a node's ranks are in a row.
 * The launcher's rank 0 stays rank 0.
 */
#define _GNU_SOURCE
#include "cluster/start/ranks.h"

#include "cluster/base/output.h"
#include "cluster/data/begin_region.h"
#include "cluster/data/data.h"
#include "cluster/end/end_ranks.h"
#include "cluster/end/heartbeat.h"
#include "cluster/start/launch.h"
#include "cluster/start/identity.h"
#include "cluster/start/start.h"
#include "cluster/start/workers.h"
#include "cluster/sched/spawn_slow.h"
#include "cluster/trace/trace.h"
#include "common/base/cpus.h"
#include "common/base/message.h"
#include "common/base/options.h"
#include "cluster/mem/pages.h"
#include "cluster/mem/region.h"
#include "cluster/net/am.h"
#include "cluster/net/assistant.h"
#include "cluster/net/far.h"
#include "cluster/net/strategy.h"
#include "cluster/net/transport.h"
#include "common/sched/deque.h"
#include "common/sched/idle.h"
#include "common/sched/sched.h"
#include "common/sched/steal.h"
#include "seam/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The address of argv in all ranks; above the region. */
#define ARGUMENTS 0x288000000000ul

/* What a rank tells all others at start. */
struct rank {
    char host[64];
    char node[128]; /* equal if the processes see each other in /proc */
    pid_t pid;
    int memory; /* descriptor of the node's memory, in the node's first rank */
    bool has_barrier;
    cpu_set_t cpus;
    struct uci_identity equal;
};

static struct rank *ranks; /* by the transport's numbers */
static unsigned n_ranks;

/* --- Who they are --- */

static void note_self(struct rank *r)
{
    char boot[64] = "", space[64] = "";
    gethostname(r->host, sizeof r->host - 1);
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        ssize_t n = read(fd, boot, sizeof boot - 1);
        boot[n > 0 ? n - 1 : 0] = '\0';
        close(fd);
    }
    ssize_t n = readlink("/proc/self/ns/pid", space, sizeof space - 1);
    space[n > 0 ? n : 0] = '\0';
    snprintf(r->node, sizeof r->node, "%.36s %.40s %.40s", boot, space,
             r->host);
    r->pid = (pid_t)syscall(SYS_getpid);
    r->memory = -1;
    r->has_barrier = uci_deque_register_barrier();
    sched_getaffinity(0, sizeof r->cpus, &r->cpus);
    uci_identity_note(&r->equal);
}

/* The rank that differs prints the message and ends all; the others wait. */
static _Noreturn void refuse(unsigned rank, const char *what, bool is_library)
{
    const char *library = is_library ? uci_identity_library() : "";
    while (uci_transport->rank != rank)
        pause();
    uci_fatal("rank %u has what rank 0 on host %s has not: %s%s%s%s", rank,
              ranks[0].host, what, *library ? " (" : "", library,
              *library ? ")" : "");
}

static void compare(void)
{
    for (unsigned i = 1; i < n_ranks; i++) {
        const struct uci_identity *a = &ranks[0].equal, *b = &ranks[i].equal;
        const char *what = uci_identity_difference(a, b);
        if (what)
            refuse(i, what, a->libraries != b->libraries);
    }
    if (uci_options.verbose && uci_transport->rank == 0)
        for (unsigned i = 1; i < n_ranks; i++)
            if (ranks[i].equal.tls != ranks[0].equal.tls) {
                uci_message("rank %u on host %s has its thread-local memory at "
                            "another address than rank 0; nothing depends on "
                            "it",
                            i, ranks[i].host);
                break;
            }
}

/* --- Options and arguments of rank 0 --- */

/* Broadcasts any number of bytes from rank 0; *size becomes rank 0's. */
static char *broadcast_bytes(char *bytes, size_t *size)
{
    uci_transport->broadcast(size, sizeof *size);
    if (uci_transport->rank != 0)
        bytes = malloc(*size + 1);
    if (!bytes)
        uci_fatal("no memory for rank 0's options");
    uci_transport->broadcast(bytes, *size);
    return bytes;
}

static bool is_option(const char *entry)
{
    return strncmp(entry, "UCILK_", 6) == 0;
}

/* The environment's UCILK_ variables become those of rank 0. */
static void take_options(void)
{
    size_t size = 0;
    for (char **e = environ; *e; e++)
        if (is_option(*e))
            size += strlen(*e) + 1;
    char *all = malloc(size + 1), *at = all;
    for (char **e = environ; all && *e; e++)
        if (is_option(*e))
            at = stpcpy(at, *e) + 1;
    char *theirs = broadcast_bytes(all, &size);
    if (uci_transport->rank == 0) {
        free(all);
        return;
    }
    for (char **e = environ; *e;) {
        char name[256];
        size_t length = strcspn(*e, "=");
        if (is_option(*e) && length < sizeof name) {
            memcpy(name, *e, length);
            name[length] = '\0';
            unsetenv(name);
            e = environ; /* unsetenv may have moved the array */
        } else {
            e++;
        }
    }
    for (char *e = theirs; e < theirs + size; e += strlen(e) + 1)
        putenv(e); /* it keeps the string */
    free(all);
    if (!uci_options_read(environ))
        _exit(UCI_EXIT_ERROR);
}

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
    uci_transport->broadcast(&program->argc, sizeof program->argc);
    char *theirs = broadcast_bytes(block, &size);
    size_t whole = uci_round_up(size, UCI_PAGE);
    memcpy(uci_data_image((char *)ARGUMENTS, whole), theirs, size);
    uci_data_put();
    program->argv = (char **)ARGUMENTS;
    if (theirs != block)
        free(theirs);
    free(block);
}

/* --- Nodes --- */

static unsigned node_first, n_near, own_id;

/* Numbers the ranks as workers, node by node. */
static void number_ranks(void)
{
    unsigned most = (unsigned)uci_options.node_size;
    if (most == 0 && strcmp(uci_transport->name, "nic") == 0)
        most = 1;
    unsigned id = 0, self = uci_transport->rank;
    bool numbered[n_ranks];
    memset(numbered, 0, sizeof numbered);
    for (unsigned i = 0; i < n_ranks; i++) {
        unsigned first = id, n = 0;
        bool is_own = false;
        for (unsigned k = i; k < n_ranks && (most == 0 || n < most); k++) {
            if (numbered[k] || strcmp(ranks[k].node, ranks[i].node) != 0)
                continue;
            numbered[k] = true;
            if (k == self) {
                own_id = id;
                is_own = true;
            }
            id++;
            n++;
        }
        if (is_own) {
            node_first = first;
            n_near = n;
        }
    }
    uci_transport->renumber(own_id);
    /* The table in the new order. */
    struct rank own = ranks[self];
    uci_transport->allgather(&own, ranks, sizeof own);
}

static int make_memory(size_t size)
{
    int fd = uci_pages_file("ucilk-node", size);
    if (fd < 0)
        uci_fatal("cannot make the memory that the ranks of a node share (%zu "
                  "bytes, of which only what is touched is used): %s; raise "
                  "RLIMIT_FSIZE (ulimit -f), or lower UCILK_STACK_SIZE or "
                  "UCILK_EVAC_SIZE",
                  size, strerror(errno));
    return fd;
}

static int open_memory(const struct rank *first)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)first->pid,
             first->memory);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        uci_fatal("rank %u cannot open the memory of rank %u on its node, host "
                  "%s (%s): %s; run all ranks as one user, or set "
                  "UCILK_NODE_SIZE=1, which makes each a node of its own",
                  own_id, node_first, first->host, path, strerror(errno));
    return fd;
}

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

static void join_node(void)
{
    struct rank own = ranks[own_id];
    if (own_id == node_first)
        own.memory = make_memory(uci_world_node_size(n_near));
    uci_transport->allgather(&own, ranks, sizeof own);
    int fd = own_id == node_first ? own.memory
                                  : open_memory(&ranks[node_first]);
    uci_world_join(n_ranks, own_id, node_first, n_near, fd);
    bool has_barrier = true;
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    for (unsigned i = node_first; i < node_first + n_near; i++) {
        has_barrier &= ranks[i].has_barrier;
        CPU_OR(&cpus, &cpus, &ranks[i].cpus);
    }
    if (!has_barrier)
        uci_running_limit = 0; /* D3: pops of the slow path fence */
    if (own_id == node_first) {
        uci_world->has_barrier = has_barrier;
        uci_world->n_cpus = (unsigned long)CPU_COUNT(&cpus);
    }
    uci_deque_start(&uci_self);
    uci_start_self();
    char done = 1, all[n_ranks];
    uci_transport->allgather(&done, all, sizeof done);
    close(fd);
}

/* --- The whole --- */

static void say_transport(void)
{
    char text[400], stack[32];
    snprintf(text, sizeof text,
             "%s (%s): %u ranks, %u on this node; stack %s each%s",
             uci_transport->name, uci_transport->about, n_ranks, n_near,
             uci_size_text(stack, uci_options.stack_size),
             is_stack_pinned() ? ", since the network pins memory" : "");
    uci_launch_report(text);
}

void uci_ranks_join(struct uci_program *program)
{
    if (uci_options.check_memory)
        uci_fatal("UCILK_CHECK_MEMORY is for programs on one machine: set "
                  "UCILK_TRANSPORT=shm");
    struct rank own;
    memset(&own, 0, sizeof own);
    /* Before MPI's libraries are loaded, which may differ between ranks. */
    uci_identity_note_objects(&own.equal);
    /* The data are prepared behind the fork of ranks, since each has data of
     * its own; but before MPI's libraries are loaded, which are not the
     * program's. */
    if (uci_launch_forks())
        uci_launch_connect();
    uci_data_start();
    if (!uci_launch_forks())
        uci_launch_connect();
    n_ranks = uci_transport->size;
    ranks = calloc(n_ranks, sizeof *ranks);
    if (!ranks)
        uci_fatal("no memory for a table of %u ranks", n_ranks);
    take_options();
    uci_options.nworkers = n_ranks;
    plan_memory();
    note_self(&own);
    uci_transport->allgather(&own, ranks, sizeof own);
    number_ranks();
    compare();
    uci_region_reserve(uci_options.stack_size);
    uci_spawn_start_workers = uci_begin_region;
    uci_sched_done = uci_workers_done;
    uci_running_limit = *uci_options.test_steal ? 0 : UCI_REGION_END;
    join_node();
    take_arguments(program);
    uci_transport->attach(uci_peers, uci_peer_stride);
    if (uci_options.verbose && own_id == 0)
        say_transport();
}

static const char *host_of(unsigned rank)
{
    return ranks[rank].host;
}

void uci_ranks_start(void)
{
    uci_far_start();
    uci_steal_start_messages();
    uci_heartbeat_start(host_of);
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
    uci_trace_start_ranks(host_of);
    uci_assistant_start();
}
