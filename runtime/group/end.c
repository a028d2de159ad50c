/*
 * The end.  See group.h.
 *
 * Groups that main waits for, itself or through other groups, have ended when
 * it has returned.  Futures that nobody waits for may still run on any node,
 * and make groups.  So node 0 asks all nodes, in rounds, whether anything is
 * left there, until two rounds say no and no group has come anywhere between.
 */
#define _GNU_SOURCE
#include "group/group.h"

#include "net/output.h"
#include "net/transport.h"
#include "base/atomics.h"
#include "base/ticks.h"
#include "sched/future.h"
#include "sched/home.h"
#include "sched/ready.h"
#include "sched/sched.h"
#include "sched/wait.h"
#include "one_machine/pool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Atomic uint32_t has_returned; /* node 0's main */
static _Atomic uint32_t is_told;      /* this node is to end: all are quiet */
static _Atomic pid_t exiting;         /* the thread that ends the process */

/* At once: END has come; a task of another node has called exit; so many nodes
 * send no more. */
static _Atomic uint32_t is_cut_off, is_exiting;
static _Atomic int exit_status;
static _Atomic uint64_t n_last;
static bool claim(void);
static void finish(bool at_once);

/* --- Rounds: in the courier of node 0 --- */

enum { BETWEEN_ROUNDS_NS = 500000 };

static struct {
    uint64_t round, n; /* so many nodes have answered in this round */
    bool all_quiet;
    uint64_t received,
        before;          /* before: of the last round, if all were quiet */
    uint64_t not_before; /* nanoseconds: the next round */
} answers = {.before = UINT64_MAX};

/* Nothing is left here: no group that is queued, runs or is away, and no future
 * of a group that has ended.  The groups' region counts 1 for itself. */
static bool is_quiet(void)
{
    const struct uci_worker *home = uci_peer(uci_world->groups_home - 1);
    return uci_load_seqcst(&uci_node.foreign) == 0 &&
           uci_load_seqcst(&uci_node.away) == 0 && uci_queue_length() == 0 &&
           uci_load_seqcst(&home->main.detached) <= 1;
}

void uci_end_answer(uint64_t round)
{
    struct uci_head head = {UCI_SAY_QUIET, round, is_quiet(),
                            uci_load_seqcst(&uci_node.received)};
    struct uci_counts own = uci_counts_own();
    uci_say(0, &head, &own, sizeof own);
}

void uci_end_take_answer(bool quiet, uint64_t received)
{
    answers.n++;
    answers.all_quiet &= quiet;
    answers.received += received;
}

static void ask_all(void)
{
    struct uci_head head = {UCI_SAY_ASK, ++answers.round, 0, 0};
    answers.n = 1;
    answers.all_quiet = is_quiet();
    answers.received = uci_load_seqcst(&uci_node.received);
    for (unsigned i = 1; i < uci_node.n; i++)
        uci_say(i, &head, NULL, 0);
}

void uci_end_look(void)
{
    if (uci_load_relaxed(&is_cut_off)) {
        uci_output_flush_all();
        finish(true);
        _exit(0);
    }
    /* Otherwise the program ends already. */
    if (uci_load_acquire(&is_exiting) && claim())
        exit(uci_load_relaxed(&exit_status));
    if (uci_node.rank != 0 || !uci_load_acquire(&has_returned) ||
        uci_load_relaxed(&is_told) || answers.n % uci_node.n != 0)
        return;
    bool was_round = answers.n > 0;
    uint64_t now = uci_nanoseconds();
    if (was_round && answers.all_quiet && answers.received == answers.before) {
        uci_end_told(false);
        return;
    }
    if (now < answers.not_before)
        return;
    if (was_round)
        answers.before = answers.all_quiet ? answers.received : UINT64_MAX;
    answers.not_before =
        was_round && !answers.all_quiet ? now + BETWEEN_ROUNDS_NS : now;
    ask_all();
}

bool uci_end_is_near(void)
{
    return uci_load_acquire(&has_returned);
}

/* --- Ends --- */

static void tell_all(bool at_once)
{
    struct uci_head head = {UCI_SAY_END, at_once, 0, 0};
    for (unsigned i = 1; i < uci_node.n; i++)
        uci_say(i, &head, NULL, 0);
}

void uci_end_take_last(void)
{
    uci_fetch_add_seqcst(&n_last, 1);
}

static void drop(unsigned from, const void *bytes, size_t size)
{
    struct uci_head head;
    (void)from, (void)size;
    memcpy(&head, bytes, sizeof head);
    if (head.say == UCI_SAY_LAST)
        uci_end_take_last();
}

/* Receives instead of the courier.  The transport ends when no message is under
 * way: one that nobody takes would keep its sender. */
static void finish(bool at_once)
{
    enum { WAIT_US = 300 };
    if (at_once)
        uci_say_last();
    else
        uci_say_no_more();
    while (at_once && uci_load_seqcst(&n_last) < uci_node.n - 1)
        if (!uci_transport->receive(drop))
            uci_transport->wait(WAIT_US);
    uci_transport->finish();
}

static bool claim(void)
{
    pid_t nobody = 0;
    return uci_cas_seqcst(&exiting, &nobody, gettid()) || nobody == gettid();
}

/* exit() has been called, by main's return or by anybody.  libc runs this
 * behind the program's own handlers. */
static void at_exit(int status, void *unused)
{
    (void)unused;
    if (!uci_groups) /* a forked child */
        return;
    if (!claim())
        for (;;) /* another thread ends the process */
            pause();
    bool at_once = uci_node.rank == 0 && !uci_load_acquire(&is_told);
    if (uci_node.rank == 0) {
        tell_all(at_once);
    } else if (!uci_load_acquire(&is_told)) {
        struct uci_head head = {UCI_SAY_EXIT, (uint64_t)status, 0, 0};
        uci_say(0, &head, NULL, 0);
        for (;;) /* node 0 ends us, which flushes: uci_end_look */
            pause();
    }
    if (!uci_courier_is_self())
        uci_courier_stop();
    finish(at_once);
}

void uci_end_exit(int status)
{
    uci_store_relaxed(&exit_status, status);
    uci_store_release(&is_exiting, 1);
}

void uci_end_start(void)
{
    on_exit(at_exit, NULL);
}

void uci_end_main_returned(void)
{
    uci_store_release(&has_returned, 1);
}

/* --- The main threads, which work until the end --- */

static _Atomic(struct uci_future *) the_end;

void uci_end_await(void)
{
    static const struct ucilk_abi_task site = {
        .flags = UCILK_ABI_TASK_PROMISE, .name = "end", .file = __FILE__};
    struct ucilk_abi_frame frame = {NULL, NULL};
    uci_region_open(&frame);
    struct uci_future *end = uci_future_make(&site, 1);
    uci_ref ref = uci_ref_make(uci_id, end);
    /* Release: the entry; with the acquire in uci_end_told. */
    uci_store_release(&the_end, end);
    uci_wait(uci_future_enlist, ref, NULL);
    uci_future_count_down(end, uci_ref_rank(ref));
    ucilk_abi_sync_end(&frame);
}

void uci_end_told(bool at_once)
{
    struct uci_future *f;
    if (at_once) {
        uci_store_relaxed(&is_cut_off, 1);
        return;
    }
    uci_store_release(&is_told, 1);
    while (!(f = uci_load_acquire(&the_end)))
        usleep(100);
    uci_ref waiters = uci_home_sort_out(uci_future_fulfil(f));
    if (waiters)
        uci_ready_push(waiters);
}
