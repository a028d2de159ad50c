/*
 * The courier.  See group.h.
 *
 * It is a guest, so that it can fulfil futures and wake workers, but runs no
 * tasks: groups of other nodes belong to its region, which is always open (G3).
 * Its state says NAPPING while it only waits, so that it hides no deadlock
 * (F8).
 */
#define _GNU_SOURCE
#include "group/group.h"

#include "net/heartbeat.h"
#include "net/transport.h"
#include "arch/x86_64/float_mode.h"
#include "base/helper.h"
#include "base/message.h"
#include "base/options.h"
#include "base/ticks.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/thread.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum {
    STACK = 1 << 20,
    /* Microseconds between two looks, unless a message ends the sleep: */
    SHORT = 300,  /* soon after one that has ended none, and while the queue
                   * has a group that others want */
    LONG = 2000,  /* otherwise */
    SOON = 20000, /* what is soon */
};

static pthread_t thread;
static _Atomic uint32_t is_ready, is_over;

bool uci_courier_is_self(void)
{
    return uci_world->groups_home && uci_id + 1 == uci_world->groups_home;
}

static void take(unsigned from, const void *bytes, size_t size)
{
    struct uci_head head;
    memcpy(&head, bytes, sizeof head);
    const char *body = (const char *)bytes + sizeof head;
    size -= sizeof head;
    switch ((enum uci_say)head.say) {
    case UCI_SAY_WANT:
        uci_balance_wanted(from, &head);
        break;
    case UCI_SAY_RECALL:
        uci_queue_want(head.a, head.b);
        break;
    case UCI_SAY_SURPLUS:
        uci_balance_surplus(from, body, size);
        break;
    case UCI_SAY_GIVE:
        uci_balance_receive(body, size, head.a);
        break;
    case UCI_SAY_RESULT:
        /* The transport's buffer is ours until we return. */
        uci_group_fulfil(head.a, (unsigned)head.b, (char *)body, head.c);
        break;
    case UCI_SAY_ASK:
        uci_end_answer(head.a);
        break;
    case UCI_SAY_QUIET:
        uci_end_take_answer(head.b, head.c);
        uci_counts_take(from, body, size);
        break;
    case UCI_SAY_EXIT:
        uci_end_exit((int)head.a);
        break;
    case UCI_SAY_END:
        uci_end_told(head.a);
        break;
    case UCI_SAY_BEAT:
        uci_heartbeat_hear(from, body, size);
        break;
    case UCI_SAY_LAST:
        uci_end_take_last();
        break;
    }
}

/* --- The heartbeat --- */

static void send_beat(unsigned to, const struct uci_beat *beat)
{
    struct uci_head head = {UCI_SAY_BEAT, 0, 0, 0};
    uci_say(to, &head, beat, sizeof *beat);
}

static void end_near(void)
{
    /* A node is one process. */
}

static void start_heartbeat(void)
{
    static const struct uci_heartbeat_ways by_couriers = {send_beat, end_near,
                                                          NULL, NULL};
    char host[HOST_NAME_MAX + 1] = "";
    gethostname(host, sizeof host - 1);
    uci_heartbeat_start(host, NULL, &by_couriers);
}

/* --- The thread --- */

/* A probe of MPI that finds nothing may still have read a message from the
 * network; only the next probe returns it.  So this probes twice. */
static bool look(void)
{
    return uci_transport->receive(take) || uci_transport->receive(take);
}

static void serve(void)
{
    uint64_t untold = 0; /* when a message has last ended no sleep */
    bool is_told = true;
    while (!uci_load_acquire(&is_over)) {
        uci_store_release(&uci_self.state, UCI_STATE_RUNNING);
        bool any = false;
        /* The first beat goes before a group comes that may stop this node. */
        if (uci_options.silence != 0)
            uci_heartbeat_beat();
        while (look())
            any = true;
        /* I2: the watcher would see that at its next look. */
        if (any &&
            (uci_queue_length() > 0 || uci_load_acquire(&uci_self.ready)))
            uci_idle_wake_watcher();
        bool is_wanted = uci_queue_look();
        uci_end_look();
        /* F8, as in uci_idle_wait: between two looks of the watcher a group may
         * have gone from where the second looks to where the first has. */
        uci_store_relaxed(&uci_self.napped,
                          uci_load_relaxed(&uci_self.napped) + 1);
        uci_store_release(&uci_self.state, UCI_STATE_NAPPING);
        uint64_t now = uci_nanoseconds();
        if (any && !is_told)
            untold = now;
        bool is_soon = now - untold < SOON * 1000ul;
        is_told = uci_transport->wait(is_wanted || is_soon ? SHORT : LONG);
    }
}

/* G3: the region that groups of other nodes belong to. */
static void open_region(void)
{
    static struct ucilk_abi_frame frame;
    uci_stack_adopt(NULL, NULL);
    uci_self.float_mode = uci_float_mode();
    uci_store_relaxed(&uci_self.main.outermost, (uintptr_t)&frame);
    uci_world->groups_home = uci_id + 1;
}

static void *run(void *unused)
{
    pthread_setname_np(pthread_self(), "ucilk/courier");
    uci_helper_ask_for_short_slices();
    prctl(PR_SET_TIMERSLACK, 1000ul); /* nanoseconds */
    open_region();
    start_heartbeat();
    /* Release: groups_home; with the acquire in uci_courier_start. */
    uci_store_release(&is_ready, 1);
    serve();
    uci_store_relaxed(&uci_self.main.outermost, UCI_HOME_SERIAL);
    return unused;
}

void uci_courier_start(void)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    int error = pthread_create(&thread, &attributes, run, NULL);
    pthread_attr_destroy(&attributes);
    if (error)
        uci_fatal("cannot start the thread of node %u that talks to others: "
                  "%s; %s",
                  uci_node.rank, strerror(error), uci_helper_remedy(error));
    while (!uci_load_acquire(&is_ready))
        uci_yield();
}

void uci_courier_stop(void)
{
    uci_store_release(&is_over, 1);
    pthread_join(thread, NULL);
}
