/* Records of children whose parents were stolen.  See record.h. */
#include "sched/record.h"

#include "mem/heap.h"
#include "sched/future.h"

uci_ref uci_record_make(const struct ucilk_abi_task *task)
{
    if (task->flags & UCILK_ABI_TASK_FUTURE)
        return uci_future_detach(task);
    struct uci_record *r = uci_heap_alloc(sizeof *r + task->result_size);
    uci_store_relaxed(&r->arrived, 0);
    r->views = 0;
    r->waiter = 0;
    r->next = 0;
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

void uci_record_link(struct ucilk_abi_frame *frame, uci_ref record, void *dst,
                     ucilk_abi_finish *finish)
{
    struct uci_record *r = uci_ref_pointer(record);
    r->dst = dst;
    r->finish = finish;
    if (uci_frame_first(frame)) {
        uci_tally(link_next);
        struct uci_record *last = uci_ref_pointer((uci_ref)frame->last);
        last->next = record;
    } else {
        uci_tally(link_first);
        frame->outstanding = (void *)record;
    }
    frame->last = (void *)record;
}
