/*
 * The deque of blocks: the words and the lock of sched/deque.h, with
 * `sp' the block and `record' the bytes that a thief copies.  Rules L1, L2, L7
 * in docs/protocols/child.md.
 */
#ifndef UCI_CHILD_DEQUE_H
#define UCI_CHILD_DEQUE_H

#include "study/child/block.h"

/* L1: pushes a block; false if the deque has no room. */
bool uci_child_push(struct uci_block *b);

/* L2: the newest block, or NULL if thieves have taken all. */
struct uci_block *uci_child_pop(void);

/* A stolen block: a copy in this worker's heap, and where the original is. */
struct uci_prey {
    struct uci_block *copy;
    struct uci_block *original;
    unsigned victim;
};

/* One attempt to steal, on a victim that is drawn; true if it succeeds. */
bool uci_child_steal(struct uci_prey *prey);

/* L3: the copy has been called: its result goes to the original, then `done'.
 * Frees the copy. */
void uci_child_deliver(const struct uci_prey *prey);

#endif
