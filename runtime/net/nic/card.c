/*
 * A card of the simulated network: a process, forked from a rank, that carries
 * out the orders of other ranks on that rank's registered memory.
 *
 * Each order is carried out UCILK_NIC_DELAY after it was posted.  With
 * reordering, orders that are due are carried out in random order; puts, and
 * operations without an answer, are held back for a random time unless a flush
 * waits for them; and the words of one access are copied upwards or downwards.
 * The seed is UCILK_TEST_SEED.
 */
#define _GNU_SOURCE
#include "net/nic/wire.h"

#include "net/clone.h"
#include "base/helper.h"
#include "base/message.h"
#include "base/options.h"
#include "base/random.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

/* The longest that an order is held back, and a pause: nanoseconds. */
enum { HOLD = 50000, PAUSE = 20000 };

struct job {
    struct uci_nic_order *order;
    unsigned from;
    uint32_t number;    /* among the posts of that rank */
    uint64_t due, held; /* its time; and its time if it may be held back */
};

static struct job *jobs, *due; /* due: taken out of jobs to be carried out */
static unsigned n_jobs;
static uint32_t heads[UCI_NIC_RANKS]; /* the next post to take in, by rank */
static bool reorders, is_own; /* UCILK_NIC_REORDER; UCILK_NIC_ATOMICS=own */
static uint64_t state;        /* of the random numbers */

static uint64_t random_below(uint64_t n)
{
    return (uci_random_next(&state) >> 11) % n;
}

/* --- Carrying out an order --- */

/* Copies one aligned word, or one byte, between the order and memory. */
static void move(struct uci_nic_order *order, size_t i, size_t size)
{
    char *at = (char *)order->at + i;
    bool is_put = order->kind == UCI_NIC_PUT;
    if (size == 1 && is_put) {
        *(volatile char *)at = order->bytes[i];
    } else if (size == 1) {
        order->bytes[i] = *(volatile char *)at;
    } else {
        _Atomic uint64_t *word = (_Atomic uint64_t *)at;
        uint64_t value;
        if (is_put) {
            memcpy(&value, order->bytes + i, 8);
            uci_store_relaxed(word, value);
        } else {
            value = uci_load_relaxed(word);
            memcpy(order->bytes + i, &value, 8);
        }
    }
}

static void copy_up(struct uci_nic_order *order)
{
    for (size_t i = 0, n; i < order->size; i += n) {
        n = (order->at + i) % 8 == 0 && order->size - i >= 8 ? 8 : 1;
        move(order, i, n);
    }
}

static void copy_down(struct uci_nic_order *order)
{
    for (size_t i = order->size, n; i > 0;) {
        n = (order->at + i) % 8 == 0 && i >= 8 ? 8 : 1;
        move(order, i -= n, n);
    }
}

static void pause_now_and_then(void)
{
    if (random_below(64) == 0)
        sched_yield();
    if (random_below(4) != 0)
        return;
    uint64_t until = uci_nanoseconds() + random_below(PAUSE);
    while (uci_nanoseconds() < until)
        uci_pause();
}

static uint64_t combine(enum uci_net_op op, uint64_t old, uint64_t value)
{
    return op == UCI_NET_ADD  ? old + value
           : op == UCI_NET_OR ? old | value
                              : value;
}

/* Atomic only with other orders, since one at a time is carried out. */
static uint64_t change_alone(struct uci_nic_order *order)
{
    _Atomic uint64_t *word = (_Atomic uint64_t *)order->at;
    uint64_t old = uci_load_relaxed(word);
    pause_now_and_then();
    uint64_t now = order->kind != UCI_NIC_SWAP
                       ? combine(order->op, old, order->value)
                   : old == order->expected ? order->value
                                            : old; /* a failed CAS writes */
    uci_store_relaxed(word, now);
    return old;
}

static uint64_t change(struct uci_nic_order *order)
{
    _Atomic uint64_t *word = (_Atomic uint64_t *)order->at;
    uint64_t old = order->expected;
    if (order->kind != UCI_NIC_SWAP)
        return uci_net_apply(word, order->op, order->value);
    uci_cas_seqcst(word, &old, order->value);
    return old;
}

static void carry_out(const struct job *job)
{
    struct uci_nic_order *order = job->order;
    struct uci_nic_place *own = &uci_nic.places[uci_nic.id];
    own->at = order->at; /* for a message if it faults */
    own->asker = job->from;
    if (order->kind > UCI_NIC_PUT)
        order->value = is_own ? change_alone(order) : change(order);
    else if (reorders && random_below(2))
        copy_down(order);
    else
        copy_up(order);
    uci_store_release(&order->done, 1);
    uci_bell_ring(&uci_nic.places[job->from].done);
}

/* --- Choosing orders --- */

static void take_in(unsigned from)
{
    struct uci_nic_posts *posts = &uci_nic_pair(from, uci_nic.id)->posts;
    uint32_t tail = uci_load_acquire(&posts->tail); /* with post's release */
    for (; heads[from] != tail; heads[from]++) {
        struct job *job = &jobs[n_jobs++];
        job->order = &uci_nic.places[from]
                          .orders[posts->orders[heads[from] % UCI_NIC_ORDERS]];
        job->from = from;
        job->number = heads[from];
        job->due = job->held = job->order->posted + uci_nic.delay;
        if (reorders &&
            (job->order->kind == UCI_NIC_PUT ||
             job->order->kind == UCI_NIC_OP) &&
            random_below(2))
            job->held += random_below(HOLD);
    }
}

static bool is_waited_for(const struct job *job)
{
    struct uci_nic_posts *posts = &uci_nic_pair(job->from, uci_nic.id)->posts;
    return (int32_t)(uci_load_acquire(&posts->hurried) - job->number) > 0;
}

/* Moves the jobs that are due to `due', in the order of posting.  Returns how
 * many; *next is the time of the next one. */
static unsigned choose_due(uint64_t now, uint64_t *next)
{
    unsigned n_due = 0, n_left = 0;
    *next = UINT64_MAX;
    for (unsigned i = 0; i < n_jobs; i++) {
        uint64_t when = is_waited_for(&jobs[i]) ? jobs[i].due : jobs[i].held;
        if (when <= now) {
            due[n_due++] = jobs[i];
            continue;
        }
        jobs[n_left++] = jobs[i];
        if (when < *next)
            *next = when;
    }
    n_jobs = n_left;
    return n_due;
}

static void shuffle(unsigned n)
{
    for (; n > 1; n--) {
        unsigned i = (unsigned)random_below(n);
        struct job job = due[i];
        due[i] = due[n - 1];
        due[n - 1] = job;
    }
}

static _Noreturn void run(void)
{
    struct uci_nic_place *own = &uci_nic.places[uci_nic.id];
    for (;;) {
        uint32_t seen = uci_bell_seen(&own->card);
        if (uci_load_relaxed(&own->is_over))
            _exit(0);
        for (unsigned from = 0; from < uci_nic.size; from++)
            take_in(from);
        uint64_t now = uci_nanoseconds(), next;
        unsigned n = choose_due(now, &next);
        if (reorders)
            shuffle(n);
        for (unsigned i = 0; i < n; i++)
            carry_out(&due[i]);
        if (n == 0)
            uci_bell_sleep(&own->card, seen,
                           next - now < 1000000000 ? next - now : 1000000000);
    }
}

/* --- The process --- */

/* Restores the default actions: the rank's handlers must not run here. */
static void drop_handlers(void)
{
    struct {
        void (*handler)(int);
        unsigned long flags;
        void (*restorer)(void);
        uint64_t mask;
    } none = {SIG_DFL, 0, NULL, 0};
    static const int faults[] = {SIGSEGV, SIGBUS, SIGABRT};
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
        syscall(SYS_rt_sigaction, faults[i], &none, NULL, sizeof none.mask);
}

void uci_nic_start_card(void)
{
    pid_t parent = (pid_t)syscall(SYS_getpid);
    size_t size = uci_nic.size * UCI_NIC_ORDERS * sizeof(struct job);
    jobs = uci_nic_map(2 * size, MAP_PRIVATE);
    due = jobs + uci_nic.size * UCI_NIC_ORDERS;
    /* Signals that are sent to the program are for the ranks. */
    uint64_t all = ~0ul, old;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &old, sizeof all);
    /* The card shares the rank's descriptors, or it would keep open what the
     * program closes. */
    pid_t pid = uci_clone(CLONE_FILES | CLONE_FS);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (syscall(SYS_getppid) != parent)
            _exit(UCI_EXIT_ERROR);
        prctl(PR_SET_TIMERSLACK, 1);
        drop_handlers();
        reorders = uci_options.nic_reorder;
        is_own = strcmp(uci_options.nic_atomics, "own") == 0;
        state = (uci_options.test_seed + 1) * 0x9e3779b97f4a7c15 +
                uci_nic.id * 0xd1342543de82ef95;
        run();
    }
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &old, NULL, sizeof old);
    if (pid < 0)
        uci_nic.host->fatal("cannot start the network card of worker %u: %s; "
                            "%s",
                            uci_nic.id, strerror(errno),
                            uci_helper_remedy(errno));
    uci_nic_watch(uci_nic.number, pid, true);
}
