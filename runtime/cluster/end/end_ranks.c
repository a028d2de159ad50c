/*
 * The end of all ranks.  Rank 0 tells the others along a tree, and they answer
 * along it with the sums of their counters, and end.  If a task calls exit in
 * another rank, that tells rank 0, which runs exit.
 */
#define _GNU_SOURCE
#include "cluster/end/process_end.h"

#include "net/output.h"
#include "base/message.h"
#include "base/ticks.h"
#include "cluster/far/am.h"
#include "cluster/sched/spawn_slow.h"
#include "cluster/trace/trace_parts.h"
#include "report/stats.h"
#include "sched/future.h"
#include "sched/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 10 }; /* seconds, for the others' answers */

static int status; /* of a task's exit in another rank */

static void *run_exit(void *unused)
{
    (void)unused;
    exit(status);
}

/* In rank 0: a task has called exit in another rank. */
static void take_exit(unsigned from, uint64_t token, const char *bytes,
                      size_t size)
{
    (void)token;
    pthread_t thread;
    uint32_t nobody = 0;
    UCI_CHECK_EQ(size, sizeof status);
    if (!uci_cas_seqcst(&uci_world->exiting, &nobody, 1 + from))
        return;
    memcpy(&status, bytes, size);
    if (pthread_create(&thread, NULL, run_exit, NULL) != 0)
        uci_transport->abort(status);
}

/* Runs at exit in a rank other than 0: a task has called it.  Handlers that
 * were registered before main do not run after it, since it does not return. */
static void leave_on_exit(int told, void *unused)
{
    (void)unused;
    if (!uci_transport) /* in a child that a task has forked */
        return;
    uci_output_flush_all();
    uci_am_send(0, UCI_AM_EXIT, &told, sizeof told, NULL, 0);
    for (;;)
        pause(); /* rank 0 ends all */
}

/*
 * The sums that come up the tree along which uci_am_send_on goes down.  A rank
 * answers when all below it have.  Changed by handlers, and in rank 0 before
 * they are called.
 */
static struct answer {
    uint64_t n_traced; /* messages with events, which go to rank 0 at once */
    struct uci_stats stats;
} answer;
static bool has_begun;
static _Atomic uint32_t n_missing; /* answers of ranks right below this one */

static void begin(void)
{
    uci_store_seqcst(&uci_world->done, 1);
    has_begun = true;
    /* In rank 0 the assistant may have taken an answer before it is counted. */
    uci_fetch_add_acqrel(&n_missing, uci_am_send_on(UCI_AM_END, NULL, 0));
}

/* In another rank than 0: all below it have answered. */
static _Noreturn void leave(void)
{
    uci_output_flush();
    uci_stats_add_own(&answer.stats);
    uci_am_send(uci_am_parent(), UCI_AM_END, NULL, 0, &answer, sizeof answer);
    uci_transport->finish();
    uci_trace_remove_part();
    _exit(0);
}

/* The program ends, as the rank above says; or a rank below answers. */
static void take_end(unsigned from, uint64_t token, const char *bytes,
                     size_t size)
{
    (void)from, (void)token;
    if (size == 0) {
        begin();
        answer.n_traced += uci_trace_send();
    } else {
        struct answer below;
        UCI_CHECK_OP(has_begun, ==, true);
        UCI_CHECK_EQ(size, sizeof below);
        memcpy(&below, bytes, size);
        answer.n_traced += below.n_traced;
        uci_stats_merge(&answer.stats, &below.stats);
        /* Release: the sums; with the acquire in uci_end_ranks. */
        uci_fetch_add_acqrel(&n_missing, -1u);
    }
    if (uci_id != 0 && uci_load_relaxed(&n_missing) == 0)
        leave();
}

void uci_end_ranks_start(void)
{
    uci_am_handle(UCI_AM_EXIT, take_exit);
    uci_am_handle(UCI_AM_END, take_end);
    if (uci_id != 0)
        on_exit(leave_on_exit, NULL);
    else
        at_quick_exit(uci_end_ranks); /* registered first, it runs last */
}

static uint64_t seconds(void)
{
    return uci_nanoseconds() / 1000000000;
}

static bool have_all_answered(void)
{
    /* Acquire: with the fetch-and-add in take_end. */
    return uci_load_acquire(&n_missing) == 0 &&
           uci_trace_n_received() == answer.n_traced;
}

void uci_end_ranks(void)
{
    if (uci_id != 0 || !uci_transport) /* null in a forked child */
        return;
    unsigned n_others = uci_transport->size - 1;
    uci_trace_end();
    if (gettid() == uci_spawn_thread)
        uci_future_settle();
    begin();
    uint64_t since = seconds(), n_before = 0;
    while (!have_all_answered()) {
        if (!uci_am_poll())
            usleep(20);
        uint64_t n = uci_trace_n_received() - uci_load_relaxed(&n_missing);
        if (n != n_before) {
            n_before = n;
            since = seconds();
        }
        if (seconds() - since > PATIENCE) {
            uci_message("%u of %u other ranks have not answered for %d s at "
                        "the end of the program; ending them",
                        n_others - answer.stats.n_workers, n_others, PATIENCE);
            uci_transport->abort(UCI_EXIT_ERROR);
        }
    }
    uci_am_stop();
    uci_stats_add_own(&answer.stats);
    uci_stats_take(&answer.stats);
    uci_transport->finish();
    uci_trace_complete();
}
