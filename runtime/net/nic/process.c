/*
 * The processes of the simulated network: rank 0 forks the others and watches
 * each by a thread; each rank watches its card.
 *
 * A process that ends before `finish' ends all.  Cards end with their rank, and
 * ranks with rank 0 (PDEATHSIG).  Rank 0 leaves by _exit, with the status of
 * the first process that it sees end; if that was killed, with a message.
 */
#define _GNU_SOURCE
#include "net/nic/wire.h"

#include "net/clone.h"
#include "base/helper.h"
#include "base/message.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

struct uci_nic uci_nic;

enum { WATCHER_STACK = 64 << 10 };

/* The children that are watched.  Row 0 is the own card; in rank 0 the rows
 * from 1 on are the other ranks. */
static struct child {
    pid_t pid;
    unsigned number;
    bool is_card;
    struct uci_bell gone;
} children[UCI_NIC_RANKS];
static char *stacks; /* of the watchers; mapped before the ranks are forked */

void *uci_nic_map(size_t size, int kind)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        uci_nic.host->fatal("transport nic: cannot map %zu bytes: %s; lower "
                            "UCILK_NWORKERS or raise RLIMIT_AS (ulimit -v)",
                            size, strerror(errno));
    return p;
}

static bool is_request(int signal)
{
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP ||
           signal == SIGQUIT || signal == SIGPIPE;
}

static _Noreturn void report(const struct child *child, const siginfo_t *info)
{
    if (info->si_code == CLD_EXITED) /* the child has said why */
        _exit(info->si_status);
    uint32_t no = 0;
    if (!uci_cas_seqcst(&uci_nic.wire->reported, &no, 1))
        for (;;) /* there is one message; its writer ends the program */
            pause();
    unsigned id = uci_load_relaxed(&uci_nic.wire->processes[child->number].id);
    const struct uci_nic_place *place = &uci_nic.places[id];
    const char *name = sigabbrev_np(info->si_status);
    char where[80] = "";
    if (child->is_card &&
        (info->si_status == SIGSEGV || info->si_status == SIGBUS))
        snprintf(where, sizeof where, ", at %#lx for worker %u", place->at,
                 place->asker);
    if (!is_request(info->si_status))
        uci_nic.host->message("%sworker %u (process %d) was killed by SIG%s%s; "
                              "ending the program",
                              child->is_card ? "the network card of " : "", id,
                              (int)child->pid, name ? name : "?", where);
    _exit(128 + info->si_status);
}

static void *watch(void *argument)
{
    struct child *child = argument;
    siginfo_t info;
    while (syscall(SYS_waitid, P_PID, (id_t)child->pid, &info, WEXITED | __WALL,
                   NULL) != 0)
        if (errno != EINTR)
            uci_nic.host->fatal("transport nic: cannot wait for process %d: %s",
                                (int)child->pid, strerror(errno));
    /* Acquire: with the release in `finish' (nic.c). */
    if (!uci_load_acquire(&uci_nic.wire->processes[child->number].done))
        report(child, &info);
    uci_bell_ring(&child->gone);
    return NULL;
}

void uci_nic_watch(unsigned number, pid_t pid, bool is_card)
{
    unsigned row = is_card ? 0 : number;
    struct child *child = &children[row];
    child->pid = pid;
    child->number = number;
    child->is_card = is_card;
    int error = uci_helper_start(
        watch, child, stacks + (size_t)row * WATCHER_STACK, WATCHER_STACK);
    if (error)
        uci_nic.host->fatal("transport nic: cannot start a thread: %s; %s",
                            strerror(error), uci_helper_remedy(error));
}

static void wait_gone(struct child *child)
{
    if (child->pid && uci_bell_seen(&child->gone) == 0)
        uci_bell_sleep(&child->gone, 0, 5000000000);
}

void uci_nic_end_card(void)
{
    struct uci_nic_place *place = &uci_nic.places[uci_nic.id];
    uci_store_relaxed(&place->is_over, 1);
    uci_bell_ring(&place->card);
    wait_gone(&children[0]);
}

void uci_nic_reap(void)
{
    for (unsigned i = 0; i < UCI_NIC_RANKS; i++)
        wait_gone(&children[i]);
}

static void become(unsigned number)
{
    uci_nic.number = uci_nic.id = number;
    uci_nic.wire->processes[number].pid = (pid_t)syscall(SYS_getpid);
    uci_store_relaxed(&uci_nic.wire->processes[number].id, number);
}

void uci_nic_start(unsigned ranks)
{
    size_t places = ranks * sizeof(struct uci_nic_place);
    size_t pairs = (size_t)ranks * ranks * sizeof(struct uci_nic_pair);
    size_t head = uci_round_up(sizeof(struct uci_nic_wire), 4096);
    places = uci_round_up(places, 4096);
    pairs = uci_round_up(pairs, 4096);
    char *p = uci_nic_map(
        head + places + pairs + (size_t)ranks * UCI_NIC_GATHER, MAP_SHARED);
    uci_nic.size = ranks;
    uci_nic.wire = (struct uci_nic_wire *)p;
    uci_nic.places = (struct uci_nic_place *)(p += head);
    uci_nic.pairs = (struct uci_nic_pair *)(p += places);
    uci_nic.gathered = p + pairs;
    stacks = uci_nic_map((size_t)ranks * WATCHER_STACK, MAP_PRIVATE);
    become(0);
    pid_t parent = (pid_t)syscall(SYS_getpid), pids[UCI_NIC_RANKS];
    for (unsigned i = 1; i < ranks; i++) {
        pids[i] = uci_clone(0);
        if (pids[i] < 0)
            uci_nic.host->fatal("cannot start worker %u of %u: %s; lower "
                                "UCILK_NWORKERS, or %s",
                                i, ranks, strerror(errno),
                                uci_helper_remedy(errno));
        if (pids[i] > 0)
            continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (syscall(SYS_getppid) != parent)
            _exit(UCI_EXIT_ERROR);
        become(i);
        return;
    }
    for (unsigned i = 1; i < ranks; i++)
        uci_nic_watch(i, pids[i], false);
}
