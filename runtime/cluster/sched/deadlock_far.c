/*
 * Deadlock on a cluster.  See deadlock.h; rule N21 in docs/protocols/remote.md.
 *
 * Worker 0, when it is idle, asks all workers with a number, k.  A worker
 * answers when it has no thread and is at no steal, with whether it has had
 * none since it answered k - 1.  When all have answered k, and not before, k +
 * 1 is asked.  So, if all say so of k, there was a moment between the last
 * answer to k - 1 and the first one to k at which nobody had a thread; and
 * nobody can have got one since.
 */
#include "common/sched/deadlock.h"
#include "common/sched/home.h"
#include "seam/far.h"

#include <time.h>

enum {
    LOOK_MS = 100, /* between two questions, and looks at the answers */
    ANSWERS = 128, /* looked at each time */
};

/* What a worker answers. */
static uint64_t answer(uint64_t number, bool is_calm)
{
    return number << 1 | is_calm;
}

static struct {
    uint64_t number;    /* asked */
    unsigned n_answers; /* of workers 0 to n - 1 */
    bool all_calm;
    uint64_t at; /* milliseconds, of the last look */
} look;          /* worker 0's */

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

/* Have all answered?  It takes a round trip for each: some at a time. */
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
    static uint64_t answered;
    static bool is_calm; /* since that answer */
    if (has_worked)
        is_calm = false;
    /* Acquire: with the release in ask. */
    uint64_t asked = uci_load_acquire(&uci_self.asked);
    if (uci_unlikely(asked != answered) && !uci_load_acquire(&uci_self.ready) &&
        !uci_load_acquire(&uci_self.main.home)) { /* worker 0's */
        uci_store_release(&uci_self.calm, answer(asked, is_calm));
        answered = asked;
        is_calm = true;
    }
    if (uci_id == 0 && is_time())
        look_around();
}
