/*
 * The self-test.  See strategy.h.
 *
 * The nodes are paired: the first rank of one tests the last rank of another.
 *
 *     tester: get, flush, add 1 to `touched';    target: computes, and looks
 *             again, until the target tells it           whether `touched'
 *                                                        changes meanwhile
 *     tester: draws tickets by the network       target: draws some by the CPU
 *             from the same word, sends them     in another thread, and polls;
 *                                                was each drawn once?
 *
 * The final value of the word would not show that a ticket was drawn twice.
 */
#define _GNU_SOURCE
#include "cluster/far/strategy.h"

#include "base/helper.h"
#include "base/message.h"
#include "base/ticks.h"
#include "cluster/far/am.h"
#include "sched/worker.h"
#include "cluster/far/far.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PATIENCE = 25000,       /* microseconds in which a target must be touched */
    LONG_PATIENCE = 200000, /* or in this, where ranks wait for CPUs */
    DRAWING = 20000,        /* microseconds in which a tester draws, */
    LONG_DRAWING = 100000,  /* or this while the result is not certain */
    N_DRAWS = 4096,         /* the most tickets that a tester draws */
    N_MIXED = 1000,         /* it stops at so many that follow the target's */
    N_LEAST = 100,          /* with fewer of those the result is not certain */
    N_TICKETS = 1 << 22,
    NOBODY = -1,
};

static uint64_t microseconds(void)
{
    return uci_nanoseconds() / 1000;
}

/* --- Who tests whom --- */

struct uci_nodes uci_nodes;

struct role {
    int target;     /* the rank that this one tests, or NOBODY */
    unsigned place; /* this one's among the target's testers */
    unsigned n_testers, testers[2]; /* ranks that test this one */
};

/* The last worker of node 0 is the target of the first worker of node 1, and so
 * on.  The first worker of a last node without a partner tests the target of
 * node 0. */
static struct role find_role(void)
{
    struct role role = {.target = NOBODY};
    const struct uci_nodes *n = &uci_nodes;
    unsigned first = uci_near_first, end = uci_near_first + uci_n_near;
    bool is_odd = n->n % 2 == 1 && n->n > 1;
    bool is_last = n->index == n->n - 1;
    if (uci_id == first && n->index % 2 == 1) {
        role.target = (int)first - 1;
    } else if (uci_id == first && is_last && is_odd) {
        role.target = (int)n->n_of_first - 1;
        role.place = 1;
    }
    if (uci_id == end - 1 && n->index % 2 == 0 && !is_last)
        role.testers[role.n_testers++] = end;
    if (uci_id == end - 1 && n->index == 0 && is_odd)
        role.testers[role.n_testers++] = n->last_first;
    return role;
}

/* --- Progress --- */

static bool has_been_told;

static void take_end(unsigned from, uint64_t token, const char *bytes,
                     size_t size)
{
    (void)from, (void)token, (void)bytes, (void)size;
    has_been_told = true;
}

/* What comes before the target computes does not count: there it may still have
 * been in the network's library.  So the tester goes on until it is told. */
static void touch(const struct role *role)
{
    unsigned target = (unsigned)role->target;
    struct uci_worker *w = uci_peer(target);
    uint64_t seen;
    while (!has_been_told) {
        uci_transport->get(target, &seen, (uintptr_t)&w->test.tickets,
                           sizeof seen);
        uci_transport->flush(target);
        uci_transport->op(target, UCI_NET_ADD,
                          (uintptr_t)&w->test.touched[role->place], 1);
        uci_transport->flush(target);
        uci_am_poll();
    }
}

/* Polls for a while, as after a wait in the network's library: touches that
 * come by that must not count. */
static void be_late(void)
{
#ifdef UCI_TEST_BUILD
    for (uint64_t end = microseconds() + PATIENCE; microseconds() < end;)
        uci_am_poll();
#endif
}

static bool is_touched(const struct role *role)
{
    be_late();
    _Atomic uint64_t *touched = uci_peer(uci_id)->test.touched;
    uint64_t before[] = {uci_load_acquire(&touched[0]),
                         uci_load_acquire(&touched[1])};
    bool is = false;
    uint64_t patience =
        uci_n_near > uci_world->n_cpus ? LONG_PATIENCE : PATIENCE;
    for (uint64_t end = microseconds() + patience; !is && microseconds() < end;
         sched_yield()) {
        is = true;
        for (unsigned i = 0; i < role->n_testers; i++)
            is &= uci_load_acquire(&touched[i]) != before[i];
    }
    for (unsigned i = 0; i < role->n_testers; i++)
        uci_am_send(role->testers[i], UCI_AM_TEST, NULL, 0, NULL, 0);
    return is;
}

/* --- Tickets --- */

static struct tickets {
    bool seen[N_TICKETS]; /* the ticket has been drawn */
    bool is_good;         /* none was drawn twice */
    _Atomic uint32_t is_over;
    /* The tickets of one tester, then those of the next. */
    uint64_t draws[2 * N_DRAWS];
    unsigned n_draws, n_testers, n_mixed;
} *tickets;

static void *map(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        uci_fatal("no memory for the self-test of the network");
    return p;
}

static bool is_new(uint64_t ticket)
{
    if (ticket >= N_TICKETS || tickets->seen[ticket])
        return false;
    return tickets->seen[ticket] = true;
}

static void *draw_here(void *unused)
{
    struct uci_worker *self = uci_peer(uci_id);
    uint64_t ticket = 0;
    while (!uci_load_relaxed(&tickets->is_over) && ticket < N_TICKETS / 2) {
        ticket = uci_fetch_add_seqcst(&self->test.tickets, 1);
        if (!is_new(ticket))
            tickets->is_good = false;
        for (int i = 0; i < 8; i++)
            uci_pause();
    }
    return unused;
}

/* Draws by the network, until enough of the tickets follow one of the
 * target's. */
static void draw_there(unsigned target)
{
    struct uci_worker *w = uci_peer(target);
    uint64_t *draws = map(N_DRAWS * sizeof *draws);
    unsigned n = 0, n_mixed = 0;
    uint64_t start = microseconds();
    while (n < N_DRAWS && n_mixed < N_MIXED &&
           microseconds() - start <
               (n_mixed < N_LEAST ? LONG_DRAWING : DRAWING)) {
        draws[n] = uci_transport->fetch_op(target, UCI_NET_ADD,
                                           (uintptr_t)&w->test.tickets, 1);
        if (n > 0 && draws[n] != draws[n - 1] + 1)
            n_mixed++;
        else
            sched_yield(); /* the target may need this CPU */
        n++;
    }
    uci_am_send(target, UCI_AM_TEST, NULL, 0, draws, n * sizeof *draws);
    munmap(draws, N_DRAWS * sizeof *draws);
}

static void take_draws(unsigned from, uint64_t token, const char *bytes,
                       size_t size)
{
    (void)from, (void)token;
    uint64_t *draws = tickets->draws + tickets->n_draws;
    unsigned n = (unsigned)(size / sizeof *draws);
    UCI_CHECK_OP(tickets->n_draws + n, <=, 2 * N_DRAWS);
    memcpy(draws, bytes, size);
    for (unsigned i = 1; i < n; i++)
        tickets->n_mixed += draws[i] != draws[i - 1] + 1;
    tickets->n_draws += n;
    tickets->n_testers++;
}

static pthread_t start_drawing(void)
{
    pthread_t thread;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = pthread_create(&thread, NULL, draw_here, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (error)
        uci_fatal("cannot start a thread to test the network: %s; %s",
                  strerror(error), uci_helper_remedy(error));
    return thread;
}

/* In a target: is a ticket drawn twice?  If not, and enough were mixed to be
 * certain, the network's atomics are the CPUs'. */
static void compare_tickets(unsigned n_testers, struct uci_verdict *verdict)
{
    pthread_t thread = start_drawing();
    while (tickets->n_testers < n_testers)
        if (!uci_am_poll())
            sched_yield();
    uci_store_relaxed(&tickets->is_over, 1);
    pthread_join(thread, NULL);
    for (unsigned i = 0; i < tickets->n_draws; i++)
        if (!is_new(tickets->draws[i]))
            tickets->is_good = false;
    verdict->is_torn = !tickets->is_good;
    verdict->is_atomic = tickets->is_good && tickets->n_mixed >= N_LEAST;
}

struct uci_verdict uci_selftest(bool needs_atomics)
{
    struct role role = find_role();
    if (role.target != NOBODY)
        uci_am_handle(UCI_AM_TEST, take_end);
    if (role.n_testers) {
        tickets = map(sizeof *tickets);
        tickets->is_good = true;
        uci_am_handle(UCI_AM_TEST, take_draws);
    }
    struct uci_verdict verdict = {true, true, false};
    if (role.target != NOBODY)
        touch(&role);
    if (role.n_testers)
        verdict.progresses = is_touched(&role);
    verdict.progresses = uci_transport->least(verdict.progresses);
    bool is_drawn = verdict.progresses || needs_atomics;
    if (is_drawn && role.target != NOBODY)
        draw_there((unsigned)role.target);
    if (is_drawn && role.n_testers)
        compare_tickets(role.n_testers, &verdict);
    verdict.is_atomic = uci_transport->least(verdict.is_atomic) && is_drawn;
    verdict.is_torn = !uci_transport->least(!verdict.is_torn);
    if (role.n_testers)
        munmap(tickets, sizeof *tickets);
    return verdict;
}
