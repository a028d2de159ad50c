/*
 * Clocks of other nodes.  See trace_parts.h.
 *
 *     parent                              child
 *     a request, and again after each     answers with its clock, at once
 *         answer, until it is over
 *     the best answer                     keeps it, and asks its own children
 *     counts                              nothing: it has asked them all, and
 *                                             they have said so, too
 *
 * Handlers do all of it but the first request, so no worker has to be free, and
 * a rank that does not answer keeps nobody but those that wait in rank 0.
 */
#include "cluster/trace/trace_parts.h"

#include "cluster/far/am.h"
#include "cluster/far/strategy.h"
#include "net/transport.h"
#include "base/message.h"
#include "base/ticks.h"
#include "trace/trace.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 64,
    VAIN = 16, /* tries without a shorter round trip, after which it is over */
    /* For the children of one rank, and each: */
    ALL_MS = 1000,
    LEAST_MS = 10,
    MOST_MS = 200,
    /* A rank that waits for its turn leaves the CPU to those that compare: */
    SPINS = 64,      /* failed polls before it yields */
    AWAKE_MS = 4,    /* without a message before it sleeps where that may miss
                      * one, */
    SLEEP_US = 1000, /* so long at most */
};

static struct uci_clocks_children children;
static unsigned parent;
static struct uci_trace_sync found[2];
static _Atomic uint32_t n_over; /* comparisons, with all below */

/* The comparison that is under way. */
static struct {
    struct uci_am_call call;
    uint64_t began, sent; /* ms; ticks */
    unsigned n, vain;     /* tries */
    struct uci_trace_sync best;
    unsigned n_compared, n_done; /* children; those that are done themselves */
} now;

void uci_clocks_plan(const uint32_t *node, unsigned n,
                     struct uci_clocks_children *all)
{
    unsigned n_nodes = 0, *first = malloc(n * sizeof *first);
    if (!first)
        uci_fatal("no memory for a table of %u ranks", n);
    for (unsigned i = 0; i < n; i++)
        if (node[i] == i)
            first[n_nodes++] = i;
    for (unsigned k = 0; k < n_nodes; k++) {
        struct uci_clocks_children *c = &all[first[k]];
        c->n = uci_tree_count(k, n_nodes);
        /* Those with the most nodes below them come first. */
        for (unsigned i = 0; i < c->n; i++)
            c->ranks[i] = first[uci_tree_child(k, c->n - 1 - i)];
    }
    free(first);
}

static uint64_t milliseconds(void)
{
    return uci_nanoseconds() / 1000000;
}

static unsigned longest(void)
{
    unsigned most = ALL_MS / (1 + uci_tree_count(0, uci_nodes.n));
    return most < LEAST_MS ? LEAST_MS : most > MOST_MS ? MOST_MS : most;
}

static void take_answer(void *to, const char *bytes, size_t size);

static void ask(void)
{
    now.call = (struct uci_am_call){.take = take_answer};
    now.sent = uci_ticks();
    uci_am_request(&now.call, children.ranks[now.n_compared], UCI_AM_CLOCK,
                   NULL, 0, NULL, 0);
}

/* Is all over here and below? */
static void end_if_done(void)
{
    if (now.n_compared < children.n || now.n_done < children.n)
        return;
    if (uci_id != 0)
        uci_am_send(parent, UCI_AM_CLOCK, NULL, 0, NULL, 0);
    /* Release: what was found; with the acquire in wait_for. */
    uci_fetch_add_acqrel(&n_over, 1);
}

static void begin_with_next(void)
{
    if (now.n_compared == children.n) {
        end_if_done();
        return;
    }
    now.n = now.vain = 0;
    now.best.round = 0;
    now.began = milliseconds();
    ask();
}

static void begin(void)
{
    now.n_compared = now.n_done = 0;
    begin_with_next();
}

static void take_answer(void *to, const char *bytes, size_t size)
{
    uint64_t round = uci_ticks() - now.sent, there;
    (void)to;
    UCI_CHECK_EQ(size, sizeof there);
    memcpy(&there, bytes, sizeof there);
    now.n++;
    now.vain++;
    if (now.best.round == 0 || round < now.best.round) {
        now.vain = 0;
        now.best = (struct uci_trace_sync){
            uci_trace_clock(now.sent + round / 2), there, round};
    }
    if (now.n < TRIES && now.vain < VAIN &&
        milliseconds() - now.began <= longest()) {
        ask();
        return;
    }
    uci_am_send(children.ranks[now.n_compared], UCI_AM_CLOCK, &now.best,
                sizeof now.best, NULL, 0);
    now.n_compared++;
    begin_with_next();
}

static void handle(unsigned from, uint64_t token, const char *bytes,
                   size_t size)
{
    if (token) {
        uint64_t clock = uci_trace_clock(uci_ticks());
        uci_am_reply(from, token, &clock, sizeof clock, NULL, 0);
    } else if (size) {
        UCI_CHECK_EQ(size, sizeof *found);
        memcpy(&found[uci_load_relaxed(&n_over)], bytes, sizeof *found);
        parent = from;
        begin();
    } else {
        now.n_done++;
        end_if_done();
    }
}

void uci_clocks_start_messages(void)
{
    uci_am_handle(UCI_AM_CLOCK, handle);
}

/* Polls until so many comparisons are over, or for so many milliseconds. */
static void wait_for(unsigned n, uint64_t patience)
{
    uint64_t since = milliseconds(), last = since;
    unsigned awake = uci_transport->wait_tells ? 0 : AWAKE_MS;
    for (unsigned k = 1; uci_load_acquire(&n_over) < n; k++) {
        if (uci_am_poll()) {
            last = milliseconds();
        } else if (k % SPINS == 0) {
            uint64_t ms = milliseconds();
            if (ms - since > patience)
                break;
            if (ms - last > awake)
                uci_transport->wait(SLEEP_US);
            else
                sched_yield();
        }
    }
}

void uci_clocks_compare(const struct uci_clocks_children *own)
{
    children = *own;
    if (uci_id == 0)
        begin();
    if (uci_id == uci_near_first)
        wait_for(1, UINT64_MAX);
}

void uci_clocks_compare_again(unsigned patience)
{
    begin();
    wait_for(2, patience);
}

const struct uci_trace_sync *uci_clocks_found(bool at_end)
{
    return &found[at_end];
}
