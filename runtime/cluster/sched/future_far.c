/*
 * Entries of futures that are reached or changed by way of the network: those
 * of other nodes; and all, if the network's atomics are not atomic with the
 * CPUs' (N2).  Rule N15 in docs/protocols/remote.md.  See sched/future.h.
 */
#include "sched/future.h"

#include "cluster/sched/far_messages.h"
#include "sched/heap.h"
#include "sched/strand_views.h"
#include "sched/words.h"

static struct uci_future *entry_of(uci_ref ref)
{
    return uci_ref_pointer(ref);
}

bool uci_future_may_be(uci_ref ref)
{
    const struct uci_future *f = entry_of(ref);
    unsigned rank = uci_ref_rank(ref);
    return uci_world && rank < uci_world->n_workers &&
           (uintptr_t)f >= (uintptr_t)uci_peer(rank) &&
           (uintptr_t)f < (uintptr_t)uci_peer(rank + 1) &&
           (uintptr_t)f % sizeof *f == 0;
}

uci_ref uci_future_fulfil_far(uci_ref ref, const struct ucilk_abi_task *task,
                              const void *result, uci_ref views)
{
    unsigned rank = uci_ref_rank(ref);
    size_t size = task->result_size;
    uci_ref block = 0;
    if (size > UCI_FUTURE_INLINE) {
        char *copy = uci_heap_alloc(size);
        memcpy(copy, result, size);
        block = uci_ref_make(uci_id, copy);
    }
    uci_tally(future_far_fulfilled);
    if (uci_atomics_by_message && !uci_is_near(rank))
        return uci_future_fulfil_by_message(ref, block, result, size, views);
    if (block)
        uci_write(ref, offsetof(struct uci_future, block), &block,
                  sizeof block);
    else if (size > 0)
        uci_write(ref, offsetof(struct uci_future, result), result, size);
    if (views)
        uci_word_store(rank, &entry_of(ref)->views, views);
    if (!uci_is_near(rank))
        uci_far_flush(rank);
    return uci_word_exchange(rank, &entry_of(ref)->state, UCI_FUTURE_DONE);
}

static uci_ref block_of(uci_ref ref)
{
    uci_ref block;
    uci_read(ref, offsetof(struct uci_future, block), &block, sizeof block);
    return block;
}

void uci_future_read_far(uci_ref ref, const struct ucilk_abi_task *task,
                         size_t offset, void *into, size_t size)
{
    if (size == 0)
        return;
    if (task->result_size > UCI_FUTURE_INLINE)
        uci_read(block_of(ref), offset, into, size);
    else
        uci_read(ref, offsetof(struct uci_future, result) + offset, into, size);
}

static void free_far(uci_ref ref, const struct ucilk_abi_task *task,
                     uint64_t life)
{
    unsigned owner = uci_ref_rank(ref);
    if (uci_word_is_here(owner)) {
        uci_future_free(entry_of(ref), owner);
        return;
    }
    uint64_t generation = uci_future_next_generation(life);
    uci_self.counters.futures_freed++;
    if (task->result_size > UCI_FUTURE_INLINE)
        uci_heap_free(block_of(ref));
    if (owner == uci_id) {
        uci_self.futures_live--;
        uci_future_put_back(entry_of(ref), generation);
        return;
    }
    uci_tally(future_far_freed);
    uci_word_add(owner, &uci_peer(owner)->futures_returned, 1);
    uci_word_store(owner, &entry_of(ref)->life,
                   generation << 32 | UCI_FUTURE_FREED);
}

uint64_t uci_future_count_down_far(uci_ref ref,
                                   const struct ucilk_abi_task *task)
{
    uint64_t life = uci_word_fetch_add(uci_ref_rank(ref), &entry_of(ref)->life,
                                       -(uint64_t)1);
    if ((uint32_t)life == 1)
        free_far(ref, task, life);
    return life;
}
