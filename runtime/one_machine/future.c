/* The functions of sched/future.h that are for far entries.  In one process no
 * entry is far; a get that has waited calls them. */
#include "sched/future.h"

bool uci_future_may_be(uci_ref ref)
{
    (void)ref;
    return false;
}

uci_ref uci_future_fulfil_far(uci_ref ref, const struct ucilk_abi_task *task,
                              const void *result, uci_ref views)
{
    struct uci_future *f = uci_ref_pointer(ref);
    (void)task;
    uci_future_deliver(f, result);
    uci_store_relaxed(&f->views, views);
    return uci_future_fulfil(f);
}

void uci_future_read_far(uci_ref ref, const struct ucilk_abi_task *task,
                         size_t offset, void *into, size_t size)
{
    struct uci_future *f = uci_ref_pointer(ref);
    uci_thread_acquire(&f->task);
    (void)task;
    uci_future_read(uci_ref_pointer(ref), offset, into, size);
}

uint64_t uci_future_count_down_far(uci_ref ref,
                                   const struct ucilk_abi_task *task)
{
    (void)task;
    return uci_future_count_down(uci_ref_pointer(ref), uci_ref_rank(ref));
}

enum uci_future_got uci_future_get_by_message(const struct uci_future_get *get)
{
    (void)get;
    return UCI_FUTURE_REFUSED;
}

void uci_future_ask(uci_ref ref, uint64_t tag)
{
    (void)ref, (void)tag;
}

void uci_future_settle(void)
{
}
