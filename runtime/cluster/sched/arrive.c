/* Arriving by message.  See far_messages.h. */
#include "cluster/sched/far_messages.h"

#include "arch/x86_64/copy.h"
#include "base/message.h"
#include "base/ticks.h"
#include "sched/heap.h"
#include "cluster/far/am.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include "trace/trace.h"
#include "sched/words.h"

#include <string.h>

struct arrival {
    uci_ref record;
    uci_ref waiter; /* the parent's; 0 if the child arrives: a result follows */
    uci_ref views;  /* the child's */
};

struct answer {
    uint64_t others; /* how many have arrived before: 0 or 1 */
    uci_ref waiter;  /* the parent, for a child that came second */
    uint64_t size;   /* of the parent's bytes, which follow; 0: get them */
    struct uci_suspended thread; /* the parent's head, if size is not 0 */
};

/* --- The owner's process --- */

/* Answers a child that came second: with the parent's bytes if the parent waits
 * on this node, otherwise with the reference alone. */
static void send_parent(unsigned from, uint64_t token, struct answer *answer)
{
    if (!uci_is_near(uci_ref_rank(answer->waiter))) {
        uci_am_reply(from, token, answer, sizeof *answer, NULL, 0);
        return;
    }
    const struct uci_suspended *s = uci_ref_pointer(answer->waiter);
    answer->thread = *s;
    answer->size = s->size;
    uci_am_reply(from, token, answer, sizeof *answer, s->bytes, s->size);
    uci_heap_free_by_bit(answer->waiter);
}

static void handle(unsigned from, uint64_t token, const char *bytes,
                   size_t size)
{
    struct arrival a;
    UCI_CHECK_OP(size, >=, sizeof a);
    memcpy(&a, bytes, sizeof a);
    struct uci_record *r = uci_ref_pointer(a.record);
    if (a.waiter) {
        r->waiter = a.waiter;
    } else {
        memcpy(r->result, bytes + sizeof a, size - sizeof a);
        r->views = a.views;
    }
    /* J3, J4.  N2: the other party uses the same kind of atomic. */
    struct answer answer = {
        .others = uci_word_fetch_add(uci_ref_rank(a.record), &r->arrived, 1)};
    if (answer.others && !a.waiter) {
        answer.waiter = r->waiter;
        send_parent(from, token, &answer);
    } else {
        uci_am_reply(from, token, &answer, sizeof answer, NULL, 0);
    }
}

void uci_arrive_start_messages(void)
{
    uci_am_handle(UCI_AM_ARRIVE, handle);
}

/* --- The party that arrives --- */

/* Runs in the worker or in the assistant.  The worker waits for the answer, so
 * its region is free for the parent's bytes. */
static void take_answer(void *to, const char *bytes, size_t size)
{
    struct answer *answer = to;
    memcpy(answer, bytes, sizeof *answer);
    if (answer->size) {
        uci_copy_to_stack((void *)answer->thread.sp, bytes + sizeof *answer,
                          size - sizeof *answer);
    }
}

static struct answer ask(const struct arrival *a, const void *result,
                         size_t size)
{
    struct answer answer;
    struct uci_am_call call = {.take = take_answer, .to = &answer};
    uci_am_request(&call, uci_ref_rank(a->record), UCI_AM_ARRIVE, a, sizeof *a,
                   result, size);
    uci_am_wait(&call);
    return answer;
}

void uci_arrive_child(uci_ref record, const void *result, size_t size,
                      uci_ref views)
{
    uint64_t began = uci_ticks();
    uci_thread_open_region();
    struct arrival a = {record, 0, views};
    struct answer answer = ask(&a, result, size);
    if (!answer.others) {
        uci_point(child_first);
        uci_sched_loop();
    }
    uci_self.counters.outstanding_joins++;
    uci_point(child_second);
    if (!answer.size)
        uci_thread_resume_waiter(answer.waiter);
    uci_point(resume_far);
    uci_trace(joined, (uintptr_t)uci_ref_pointer(answer.waiter));
    uci_self.counters.segments_freed++;
    uci_thread_go_on(&answer.thread, began);
}

bool uci_arrive_parent(uci_ref record, uci_ref waiter)
{
    struct arrival a = {record, waiter, 0};
    return ask(&a, NULL, 0).others == 0;
}
