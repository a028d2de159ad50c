/*
 * Deadlock with several nodes.  See deadlock.h; rule N21 in
 * docs/protocols/remote.md.
 *
 * Worker 0, when it is idle, asks all workers question k.  A worker answers
 * when it has no thread and is at no steal: whether it has had no thread since
 * it answered k - 1.  When all have answered k, and not before, k + 1 is asked.
 * If all say so of k, there was a moment between the last answer to k - 1 and
 * the first answer to k at which nobody had a thread, and nobody can have got
 * one since.
 */
#include "common/sched/deadlock.h"
#include "common/sched/home.h"
#include "seam/far.h"

#include <time.h>

enum {
    LOOK_MS = 100, /* between two looks at the answers, in milliseconds */
    ANSWERS = 128, /* answers looked at each time */
};

/* The word of an answer. */
static uint64_t answer(uint64_t number, bool is_calm)
{
    return number << 1 | is_calm;
}

/* In worker 0. */
static struct {
    uint64_t number;    /* of the question asked last */
    unsigned n_answers; /* workers 0 to n - 1 have answered it */
    bool all_calm;      /* all these have had no thread */
    uint64_t at;        /* time of the last look, in milliseconds */
} look;

static bool is_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    uint64_t now = (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
    if (now - look.at < LOOK_MS)
        return false;
    look.at = now;
    return true;
}

static void ask(void)
{
    look.number++;
    look.n_answers = 0;
    look.all_calm = true;
    for (unsigned i = 0; i < uci_world->n_workers; i++)
        uci_word_store(i, &uci_peer(i)->asked, look.number);
}

/* True if all have answered.  Each look at an answer is a round trip, so it
 * looks at some at a time. */
static bool gather(void)
{
    unsigned end = look.n_answers + ANSWERS;
    for (; look.n_answers < uci_world->n_workers; look.n_answers++) {
        unsigned i = look.n_answers;
        if (i == end)
            return false;
        uint64_t word = uci_word_load(i, &uci_peer(i)->calm);
        if (word >> 1 != look.number)
            return false;
        look.all_calm &= word & 1;
    }
    return true;
}

static void look_around(void)
{
    uci_tally(deadlock_look);
    if (!gather())
        return;
    if (look.number > 0 && look.all_calm &&
        !uci_load_acquire(&uci_world->done) &&
        !uci_load_acquire(&uci_world->exiting) && !uci_home_give_up())
        uci_deadlock_report();
    ask();
}

void uci_deadlock_poll(bool has_worked)
{
    static UCI_PER_WORKER uint64_t answered;
    /* It has had no thread since that answer. */
    static UCI_PER_WORKER bool is_calm;
    if (has_worked)
        is_calm = false;
    /* Acquire: with the release in ask. */
    uint64_t asked = uci_load_acquire(&uci_self.asked);
    if (uci_unlikely(asked != answered) && !uci_load_acquire(&uci_self.ready) &&
        !uci_load_acquire(&uci_self.main.home)) { /* 0 in all but worker 0 */
        uci_store_release(&uci_self.calm, answer(asked, is_calm));
        answered = asked;
        is_calm = true;
    }
    if (uci_id == 0 && is_time())
        look_around();
}
