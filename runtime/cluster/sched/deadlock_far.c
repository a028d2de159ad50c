/*
 * Deadlock with several nodes.  See deadlock.h; rule N21 in
 * docs/protocols/remote.md.
 *
 * Worker 0, when it is idle, asks all workers question k, down the tree of
 * ranks.  A worker answers when it has no thread and is at no steal: whether it
 * has had no thread since it answered k - 1.  It passes that to its parent when
 * its children have passed theirs.  When all have answered k, and not before, k
 * + 1 is asked.  If all say so of k, there was a moment between the last answer
 * to k - 1 and the first answer to k at which nobody had a thread, and nobody
 * can have got one since.
 */
#include "sched/deadlock.h"
#include "sched/detached.h"
#include "sched/home.h"
#include "sched/words.h"

#include <time.h>

enum { LOOK_MS = 100 }; /* between two questions, in milliseconds, at least */

/* The word of an answer for a subtree: a number and these. */
enum {
    CALM = 1,    /* nobody has had a thread */
    ENTRIES = 2, /* somebody has entries of futures */
    BITS = 2
};

static struct uci_tree *tree_of(unsigned rank)
{
    return &uci_peer(rank)->tree;
}

/* This worker's part in the question. */
static UCI_PER_WORKER struct {
    uint64_t number;    /* of the last one that it has passed on */
    bool has_answered;  /* itself */
    unsigned n_answers; /* its children at the positions below have, too */
    bool is_passed;     /* the answer of them all, to its parent */
    uint64_t bits;      /* of that answer, so far */
    bool is_calm;       /* it has had no thread since its last answer */
} own = {.is_passed = true};

/* In worker 0: the time of the last question, in milliseconds. */
static uint64_t asked_at;

static unsigned n_children(void)
{
    return uci_tree_count(uci_id, uci_world->n_workers);
}

/* Passes the question on. */
static void pass_on(uint64_t number)
{
    own.number = number;
    own.has_answered = own.is_passed = false;
    own.n_answers = 0;
    own.bits = CALM;
    for (unsigned i = 0, n = n_children(); i < n; i++) {
        unsigned child = uci_tree_child(uci_id, i);
        uci_self.counters.deadlock_questions++;
        uci_word_store(child, &tree_of(child)->asked, number);
    }
}

static void note(uint64_t bits)
{
    own.bits = (own.bits & bits & CALM) | ((own.bits | bits) & ENTRIES);
}

/* True if this worker can have no thread but by a steal, or a letter that comes
 * later. */
static bool has_nothing(void)
{
    return !uci_load_acquire(&uci_self.ready) &&
           !uci_load_acquire(&uci_self.main.home) && /* 0 but in worker 0 */
           uci_detached_is_settled();
}

/* True if this worker and all below it have answered. */
static bool have_all_answered(void)
{
    if (!own.has_answered) {
        if (!has_nothing())
            return false;
        note((own.is_calm ? CALM : 0) |
             (uci_load_relaxed(&uci_self.futures) ? ENTRIES : 0));
        own.has_answered = own.is_calm = true;
    }
    for (unsigned n = n_children(); own.n_answers < n; own.n_answers++) {
        /* Acquire: with the store in uci_deadlock_poll. */
        uint64_t word =
            uci_load_acquire(&tree_of(uci_id)->answers[own.n_answers]);
        if (word >> BITS != own.number)
            return false;
        note(word);
    }
    return true;
}

static bool is_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    uint64_t now = (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
    if (now - asked_at < LOOK_MS)
        return false;
    asked_at = now;
    return true;
}

/* In worker 0: looks at the answer of all, then asks again. */
static void look_around(void)
{
    if (!own.is_passed) {
        if (!have_all_answered())
            return;
        uci_tally(deadlock_look);
        own.is_passed = true;
        if ((own.bits & CALM) && !uci_load_acquire(&uci_world->done) &&
            !uci_load_acquire(&uci_world->exiting) && !uci_home_give_up())
            uci_deadlock_report();
    }
    if (is_time())
        pass_on(own.number + 1);
}

void uci_deadlock_poll(bool has_worked)
{
    if (has_worked)
        own.is_calm = false;
    if (uci_id == 0) {
        look_around();
        return;
    }
    /* Acquire: with the store in pass_on. */
    uint64_t asked = uci_load_acquire(&tree_of(uci_id)->asked);
    if (asked != own.number)
        pass_on(asked);
    if (uci_likely(own.is_passed) || !have_all_answered())
        return;
    unsigned parent = uci_tree_parent(uci_id);
    uci_word_store(parent, &tree_of(parent)->answers[uci_tree_position(uci_id)],
                   own.number << BITS | own.bits);
    own.is_passed = true;
}

/* Visits a subtree; `answers' are its rank's. */
static void each_below(unsigned rank, const _Atomic uint64_t *answers,
                       uci_future_visit *visit, void *to)
{
    uci_future_each_of(rank, visit, to);
    for (unsigned i = 0, n = uci_tree_count(rank, uci_world->n_workers); i < n;
         i++) {
        if (!(uci_load_relaxed(&answers[i]) & ENTRIES))
            continue;
        unsigned child = uci_tree_child(rank, i);
        _Atomic uint64_t of_child[UCI_TREE_CHILDREN];
        uci_read(uci_ref_make(child, tree_of(child)->answers), 0, of_child,
                 sizeof of_child);
        each_below(child, of_child, visit, to);
    }
}

void uci_deadlock_each_far(uci_future_visit *visit, void *to)
{
    each_below(0, tree_of(0)->answers, visit, to);
}
