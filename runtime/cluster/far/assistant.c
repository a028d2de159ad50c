/*
 * The assistant.  See am.h.
 *
 * It must take little of the worker's time, and a message must not wait for
 * long.  So it sleeps until the transport tells that something has come.  Not
 * every network tells, so it looks now and then all the same; and behind a
 * message that it was not told of it goes on looking for a while, since others
 * follow: a publication follows a steal.  Under UCILK_ATOMICS=am, where every
 * spawn polls, it only checks once a second that this is still so.
 */
#define _GNU_SOURCE

#include "base/helper.h"
#include "base/message.h"
#include "base/options.h"
#include "base/ticks.h"
#include "cluster/far/am.h"
#include "cluster/far/lull.h"
#include "sched/worker.h"
#include "cluster/far/far.h"

#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum {
    STACK = 256 << 10,
    /* In microseconds.  1700 looks a second take some 2 % of a CPU with Open
     * MPI over TCP, and an answer comes within 1 ms. */
    PERIOD = 600,        /* between two looks, if nothing is told */
    LINGER = 150,        /* of looking after a message */
    LONG_PERIOD = 20000, /* between two looks if nobody waits for answers */
    LULL_PERIOD = 10000, /* in a lull (N23): the longest; otherwise this part */
    LULL_PART = 64,      /* of the time since the last message */
    DEAF_PERIOD = 999999 /* between two checks that the worker polls */
};

/* A probe that finds nothing may still have read a message from the network;
 * only the next probe returns it.  So probe twice. */
static bool look(void)
{
    return uci_am_poll_aside() || uci_am_poll_aside();
}

/* Looks until nothing has come for LINGER. */
static void look_on(void)
{
    uint64_t last = uci_nanoseconds();
    while (uci_nanoseconds() - last < LINGER * 1000) {
        if (uci_am_poll_aside())
            last = uci_nanoseconds();
        else
            uci_pause();
    }
}

/* True if the worker has polled since the last call, and at the first call. */
static bool is_polled(void)
{
    static uint64_t before = UINT64_MAX;
    uint64_t polls = uci_am_worker_polls();
    bool is_more = polls != before;
    before = polls;
    return is_more;
}

/* True if a message may come while the worker does not poll.  Within a node
 * workers ask nobody by message; but an idle worker is told by one that a
 * region begins. */
static bool is_needed(void)
{
    return uci_n_near < uci_transport->size ||
           uci_load_relaxed(&uci_self.state) != UCI_STATE_RUNNING;
}

/* N23: how long it may sleep. */
static unsigned period(bool had_message)
{
    static uint64_t last;
    uint64_t now = uci_nanoseconds() / 1000;
    if (had_message || !uci_is_lull())
        last = now;
    uint64_t part = (now - last) / LULL_PART;
    return part < PERIOD ? PERIOD : part < LULL_PERIOD ? part : LULL_PERIOD;
}

void (*uci_assistant_beat)(void);

/* DEAF_PERIOD, or less, so that beats are not late
 * (cluster/end/mate.c). */
static unsigned deaf_period(void)
{
    unsigned long most = 100000 * uci_options.silence;
    return most && most < DEAF_PERIOD ? (unsigned)most : DEAF_PERIOD;
}

static void *assist(void *unused)
{
    bool was_told = false;
    uci_helper_ask_for_short_slices();
    prctl(PR_SET_TIMERSLACK, 1000ul); /* nanoseconds */
    while (uci_far_is_there) {
        if (uci_assistant_beat)
            uci_assistant_beat();
        uci_lull_look();
        if (uci_polls_at_spawn && is_polled()) {
            usleep(deaf_period());
            continue;
        }
        bool had_message = look();
        if (had_message && !was_told && !is_polled())
            look_on();
        unsigned us = is_needed() ? period(had_message) : LONG_PERIOD;
        if (us > PERIOD && !uci_transport->wait_tells && uci_is_lull()) {
            uci_lull_doze(us);
            was_told = false;
        } else {
            was_told = uci_transport->wait(us);
        }
    }
    return unused;
}

void uci_assistant_start(void)
{
    int error = uci_helper_start(assist, NULL, NULL, STACK);
    if (error)
        uci_fatal("cannot start the thread of rank %u that answers others: %s; "
                  "%s",
                  uci_transport->rank, strerror(error),
                  uci_helper_remedy(error));
}
