/* Records of children whose parents were stolen.  See record.h. */
#include "sched/record.h"

#include "base/message.h"
#include "sched/heap.h"
#include "sched/future.h"
#include "sched/words.h"

uci_ref uci_record_make(const struct ucilk_abi_task *task)
{
    if (task->flags & UCILK_ABI_TASK_FUTURE)
        return uci_future_detach(task);
    struct uci_record *r = uci_heap_alloc(sizeof *r + task->result_size);
    uci_store_relaxed(&r->arrived, 0);
    r->views = 0;
    r->waiter = 0;
    uci_stack_forget_waiter(r);
    uci_store_relaxed(&r->next, 0);
    r->task = task;
    uci_self.counters.records_made++;
    return uci_ref_make(uci_id, r);
}

void uci_record_drop(uci_ref record, const struct ucilk_abi_task *task)
{
    if (task->flags & UCILK_ABI_TASK_FUTURE)
        uci_future_attach(record);
    else
        uci_record_free(record);
}

void uci_record_free(uci_ref record)
{
    uci_self.counters.records_freed++;
    uci_heap_free(record);
}

/* N12: the flush comes before the parent's next spawn, after which another
 * worker may go on with the parent and join the child. */
static void set_far(uci_ref record, void *dst, ucilk_abi_finish *finish)
{
    struct {
        void *dst;
        ucilk_abi_finish *finish;
    } how = {dst, finish};
    static_assert(offsetof(struct uci_record, finish) ==
                      offsetof(struct uci_record, dst) + sizeof dst,
                  "put together");
    uci_write(record, offsetof(struct uci_record, dst), &how, sizeof how);
    uci_far_flush(uci_ref_rank(record));
    uci_tally(link_far);
}

uci_ref uci_record_await_next(uci_ref record)
{
    struct uci_record *r = uci_ref_pointer(record);
    uci_ref next;
    uci_tally(link_late);
    while (!(next = uci_word_load(uci_ref_rank(record), &r->next)))
        uci_net_relax();
    return next;
}

void uci_record_link(struct ucilk_abi_frame *frame, uci_ref record, void *dst,
                     ucilk_abi_finish *finish)
{
    struct uci_record *r = uci_ref_pointer(record);
    /* Otherwise uci_frame_state would not take the word for a reference. */
    UCI_ASSERT_OP(record, >, UCI_FRAME_MARKED);
    if (uci_likely(uci_is_near(uci_ref_rank(record)))) {
        UCI_ASSERT_OP(uci_load_relaxed(&r->next), ==, 0);
        r->dst = dst;
        r->finish = finish;
    } else {
        set_far(record, dst, finish);
    }
    if (uci_frame_first(frame)) {
        uci_tally(link_next);
        uci_ref before = (uci_ref)frame->last;
        UCI_ASSERT_OP(before, !=, record);
        struct uci_record *last = uci_ref_pointer(before);
        /* N12: posted.  Release: with the acquire in uci_record_next. */
        uci_word_store(uci_ref_rank(before), &last->next, record);
    } else {
        uci_tally(link_first);
        frame->outstanding = (void *)record;
    }
    frame->last = (void *)record;
}
