/* The owner's side of the deque of blocks.  See deque.h. */
#include "study/child/blocks.h"

#include "sched/deque.h"
#include "sched/words.h"

bool uci_child_push(struct uci_block *b)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T);
    if (uci_unlikely(t == uci_self.slots_end))
        return false;
    uci_store_relaxed(&t->record,
                      UCI_BLOCK_ARGS - UCI_BLOCK_TAKEN + b->args_size);
    uci_deque_push((uintptr_t)b); /* L1: the release */
    return true;
}

/* L2: thieves are close: decides under their lock. */
static bool keep_locked(struct uci_slot *t)
{
    struct uci_slot *head = uci_deque_lock_own(NULL);
    bool is_ours = head <= t;
    if (is_ours)
        uci_self.counters.conflicts++;
    else
        uci_store_relaxed(&uci_self.T, t + 1);
    uci_deque_unlock(uci_id, head, head);
    return is_ours;
}

struct uci_block *uci_child_pop(void)
{
    struct uci_slot *t = uci_load_relaxed(&uci_self.T);
    uint64_t head = uci_load_acquire(&uci_self.H);
    if (uci_deque_slot(head) >= t) {
        if (!(head & UCI_LOCKED)) /* L7: a claim that fails lowers H */
            uci_deque_tidy();
        return NULL;
    }
    t--;
    /* L2.  Full fence: T is visible before H is read; with the one between H
     * and T in a thief's claim. */
    uci_exchange_seqcst(&uci_self.T, t);
    if (uci_load_acquire(&uci_self.H) > (uintptr_t)t && !keep_locked(t))
        return NULL;
    return (struct uci_block *)t->sp;
}
