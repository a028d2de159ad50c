/* Stalling joins.  See stalling.h. */
#include "base/policies.h"

#include "base/options.h"
#include "base/ticks.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "study/turns.h"
#include "sched/wait.h"
#include "sched/words.h"

#include <string.h>

bool uci_stalls;
static UCI_PER_WORKER uci_ref oldest, newest; /* the wait queue, by `next' */
static UCI_PER_WORKER struct uci_turns turns;

void uci_stalling_start(void)
{
    uci_stalls = strcmp(uci_options.join, "stalling") == 0;
    oldest = newest = 0;
    turns = (struct uci_turns){0};
}

static bool enlist(struct uci_suspended *s, uci_ref unused)
{
    (void)unused;
    uci_self.counters.suspends++;
    s->next = 0;
    s->ready_since = 0;
    if (newest)
        uci_thread_set_next(newest, s->self);
    else
        oldest = s->self;
    newest = s->self;
    uci_turns_appended(&turns);
    return true;
}

void uci_stalling_wait(unsigned rank, const _Atomic uint64_t *word,
                       uint64_t done, const char *place)
{
    do
        uci_wait(enlist, 0, place);
    while (uci_word_load(rank, word) < done);
}

bool uci_stalling_take(void)
{
    if (!uci_turns_next(&turns))
        return oldest != 0;
    uci_ref thread = oldest;
    uci_pause();
    oldest = uci_thread_next(thread);
    if (!oldest)
        newest = 0;
    uci_thread_resume(thread);
}

void uci_stalling_child_end(uci_ref record)
{
    struct uci_record *r = uci_ref_pointer(record);
    unsigned owner = uci_ref_rank(record);
    uint64_t now = uci_ticks();
    if (uci_is_near(owner)) {
        r->waiter = now;
        /* Release: the result; with the acquires of `arrived' in
         * uci_join_frame. */
        uci_store_release(&r->arrived, 1);
    } else {
        uci_far_put(owner, &r->waiter, &now, sizeof now);
        uci_far_flush(owner); /* it and the result are there, then `arrived' */
        uci_word_store(owner, &r->arrived, 1);
    }
    uci_turns_ended(&turns);
    uci_sched_loop();
}

void uci_stalling_joined(uci_ref record)
{
    uint64_t since;
    uci_read(record, offsetof(struct uci_record, waiter), &since, sizeof since);
    uint64_t now = uci_ticks();
    uci_self.counters.outstanding_joins++;
    uci_self.counters.joins_resumed++;
    uci_self.counters.join_ticks += now > since ? now - since : 0;
}
