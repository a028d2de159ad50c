/*
 * Records: where a child whose parent was stolen and that parent meet.
 * Rules J1-J5 in docs/protocols/join.md.
 *
 * Made by the thief (lazily: no steal, no record), in the thief's heap, so
 * that the parent joins locally.  Two parties arrive at it, each once, by
 * fetch-and-add: the child with its result in place, and the parent, when it
 * has suspended itself.  Whoever comes second goes on with the parent.
 */
#ifndef UCI_RECORD_H
#define UCI_RECORD_H

#include "seam/thread.h"

#include <ucilk/abi.h>

struct uci_record {
    _Atomic uint64_t arrived; /* how many of the two */
    uci_ref views;            /* the child's, rule R3; set before it arrives */
    uci_ref waiter;           /* the suspended parent; set before it arrives */
    /* The parent's: how to take the result. */
    _Atomic uci_ref next; /* younger child of the same frame */
    void *dst;
    ucilk_abi_finish *finish;
    const struct ucilk_abi_task *task;
    struct uci_record_stack stack; /* seam/thread.h */
    char result[] __attribute__((aligned(16)));
};

/* For a child of this task whose parent goes on without it; in this worker's
 * heap.  For that of a future it is the future (sched/future.h). */
uci_ref uci_record_make(const struct ucilk_abi_task *task);
/* They have not parted after all; nobody else knows the record. */
void uci_record_drop(uci_ref record, const struct ucilk_abi_task *task);
void uci_record_free(uci_ref record);

/* What the word frame->outstanding says.  Generated code knows of the first
 * only: all others need a sync. */
enum uci_frame_state {
    UCI_FRAME_JOINED,      /* no child is outstanding */
    UCI_FRAME_MARKED,      /* the same, but the frame must come home (C2) */
    UCI_FRAME_OUTSTANDING, /* the word is the oldest child's record */
};
static inline enum uci_frame_state
uci_frame_state(const struct ucilk_abi_frame *frame)
{
    uci_ref word = (uci_ref)frame->outstanding;
    return word < UCI_FRAME_OUTSTANDING ? (enum uci_frame_state)word
                                        : UCI_FRAME_OUTSTANDING;
}
static inline void uci_frame_set(struct ucilk_abi_frame *frame,
                                 enum uci_frame_state state)
{
    frame->outstanding = (void *)(uintptr_t)state;
}

/* The oldest child that is outstanding, or 0. */
static inline uci_ref uci_frame_first(const struct ucilk_abi_frame *frame)
{
    return uci_frame_state(frame) == UCI_FRAME_OUTSTANDING
               ? (uci_ref)frame->outstanding
               : 0;
}

/* J5: appends to the frame's children, in the order of the spawns. */
void uci_record_link(struct ucilk_abi_frame *frame, uci_ref record, void *dst,
                     ucilk_abi_finish *finish);

/* N12: waits for what somebody else has put there. */
uci_ref uci_record_await_next(uci_ref record);

/* The child that was linked after this one, which is joined; 0 behind the
 * frame's last.  `record' lies at r, or r is a copy of it. */
static inline uci_ref uci_record_next(const struct ucilk_abi_frame *frame,
                                      uci_ref record,
                                      const struct uci_record *r)
{
    uci_ref next = uci_load_acquire(&r->next);
    if (uci_unlikely(!next && record != (uci_ref)frame->last))
        next = uci_record_await_next(record);
    return next;
}

#endif
