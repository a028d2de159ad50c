/*
 * The end of all ranks.  Rank 0 tells the others, which answer with their
 * counters and end.  If a task calls exit in another rank, that tells rank 0,
 * which runs exit.
 */
#define _GNU_SOURCE
#include "cluster/end/end_ranks.h"

#include "cluster/base/output.h"
#include "common/base/message.h"
#include "common/base/ticks.h"
#include "cluster/net/am.h"
#include "cluster/net/far.h"
#include "cluster/sched/spawn_slow.h"
#include "cluster/trace/trace.h"
#include "common/report/stats.h"
#include "common/sched/future.h"
#include "words/worker.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATIENCE = 10 }; /* seconds, for the others' answers */

static int status; /* of a task's exit in another rank */
static _Atomic uint32_t n_answers;

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
    fflush(NULL);
    uci_am_send(0, UCI_AM_EXIT, &told, sizeof told, NULL, 0);
    for (;;)
        pause(); /* rank 0 ends all */
}

/* In rank 0: another rank's answer, which is its block.  A far one's is put
 * where uci_peer says that it is, for the statistics.  In another rank: the
 * program ends. */
static void take_end(unsigned from, uint64_t token, const char *bytes,
                     size_t size)
{
    (void)token;
    if (uci_id == 0) {
        UCI_CHECK_EQ(size, sizeof(struct uci_worker));
        void *block = uci_peer(from);
        if (!uci_is_near(from) &&
            mmap(block, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
                 0) == block)
            memcpy(block, bytes, size);
        uci_fetch_add_acqrel(&n_answers, 1);
        return;
    }
    uci_am_send_on(UCI_AM_END, NULL, 0);
    uci_trace_send();
    uci_store_seqcst(&uci_world->done, 1);
    uci_output_flush();
    uci_stats_count_own();
    uci_am_send(0, UCI_AM_END, NULL, 0, &uci_self, sizeof uci_self);
    uci_transport->finish();
    uci_trace_remove_part();
    _exit(0);
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

void uci_end_ranks(void)
{
    if (uci_id != 0 || !uci_transport) /* null in a forked child */
        return;
    unsigned n_others = uci_transport->size - 1, n;
    uci_trace_end();
    if (gettid() == uci_spawn_thread)
        uci_future_settle();
    uci_stats_count_own();
    uci_store_seqcst(&uci_world->done, 1);
    uci_am_send_on(UCI_AM_END, NULL, 0);
    uint64_t since = seconds(), n_events = 0;
    /* Acquire: with the fetch-and-add in take_end. */
    while ((n = uci_load_acquire(&n_answers)) < n_others) {
        if (!uci_am_poll())
            usleep(20);
        if (uci_trace_n_received() != n_events) {
            n_events = uci_trace_n_received();
            since = seconds();
        }
        if (seconds() - since > PATIENCE) {
            uci_message("%u of %u other ranks have not answered for %d s at "
                        "the end of the program; ending them",
                        n_others - n, n_others, PATIENCE);
            uci_transport->abort(UCI_EXIT_ERROR);
        }
    }
    uci_am_stop();
    uci_transport->finish();
    uci_trace_complete();
}
