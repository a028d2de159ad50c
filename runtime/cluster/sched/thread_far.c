/* Resuming suspended threads of other nodes: rule N13 in
 * docs/protocols/remote.md. */
#include "sched/thread.h"

#include "arch/x86_64/copy.h"
#include "base/ticks.h"
#include "trace/steps.h"
#include "sched/words.h"

/* So many bytes of a thread are got with its head.  Most threads are no larger,
 * which saves a round trip.  The bytes behind a smaller one are registered
 * memory, too. */
enum { GUESS = 2048 };

union copy {
    struct uci_suspended head;
    char bytes[sizeof(struct uci_suspended) + GUESS];
};

/* Gets the thread's head, and its bytes to their place, which are known. */
static void get_at_once(uci_ref thread, struct uci_suspended *head,
                        struct uci_record_stack stack)
{
    unsigned rank = uci_ref_rank(thread);
    const struct uci_suspended *s = uci_ref_pointer(thread);
    uci_stack_keep(stack.sp, stack.sp + stack.size);
    uci_copy_prepare((void *)stack.sp, stack.size);
    uci_far_get_later(rank, head, s, sizeof *head);
    uci_far_get_later(rank, (void *)stack.sp, s->bytes, stack.size);
    uci_far_flush(rank);
}

/* The same where only the head says how many there are. */
static void get_by_guess(uci_ref thread, union copy *got)
{
    uci_read(thread, 0, got, sizeof *got);
    uci_stack_keep(got->head.sp, got->head.sp + got->head.size);
    char *to = (char *)got->head.sp;
    size_t size = got->head.size, n = size < GUESS ? size : GUESS;
    uci_copy_to_stack(to, got->head.bytes, n);
    if (n < size) {
        uci_tally(resume_long);
        uci_copy_prepare(to + n, size - n);
        uci_read(thread, sizeof got->head + n, to + n, size - n);
    }
}

void uci_thread_resume_far(uci_ref thread, uint64_t since,
                           struct uci_record_stack stack)
{
    union copy got;
    uci_point(resume_far);
    uci_step(resume_begin);
    uint64_t began = uci_ticks(); /* the other node has another clock */
    uci_resumes_far(uci_ref_rank(thread));
    uci_thread_open_region();
    if (stack.size)
        get_at_once(thread, &got.head, stack);
    else
        get_by_guess(thread, &got);
    uci_step(resume_copied);
    uci_thread_free(thread);
    uci_thread_go_on(&got.head, since                  ? since
                                : got.head.ready_since ? began
                                                       : 0);
}
