/*
 * Records: where a child and its parent meet that run in parallel.  Rules J1-J5
 * in docs/protocols/join.md.
 *
 * The thief of the parent makes the record (no steal, no record), in its own
 * heap, so that the parent joins locally.  So does a worker that goes on with
 * the parent of its own thread.  Child and parent each arrive once, by
 * fetch-and-add: the child with its result in place, the parent when it has
 * suspended itself.  Whoever comes second goes on with the parent.
 */
#pragma once

#include "sched/thread.h"

#include <ucilk/abi.h>

struct uci_record {
    _Atomic uint64_t arrived; /* how many of the two */
    uci_ref views;            /* the child's, rule R3; set before it arrives */
    uci_ref waiter;           /* the suspended parent; set before it arrives; in
                               * stalling.h when the child has ended */
    /* Written by the parent when it links the child: how to take the result. */
    _Atomic uci_ref next; /* the next child of the same frame */
    void *dst;
    ucilk_abi_finish *finish;
    const struct ucilk_abi_task *task;
    struct uci_record_stack stack; /* sched/thread.h */
    char result[] __attribute__((aligned(16)));
};

/* Makes the record of a child, in this worker's heap; `task' is the child's.
 * For a future's task this is the future's entry (sched/future.h). */
uci_ref uci_record_make(const struct ucilk_abi_task *task);
/* Undoes uci_record_make: child and parent have not parted after all.  Nobody
 * else knows the record. */
void uci_record_drop(uci_ref record, const struct ucilk_abi_task *task);
void uci_record_free(uci_ref record);

/* The states of the word frame->outstanding.  Generated code tells the first
 * from all others, which need a sync. */
enum uci_frame_state {
    UCI_FRAME_JOINED,      /* no child is outstanding */
    UCI_FRAME_MARKED,      /* the same, but the frame must come home (C2) */
    UCI_FRAME_OUTSTANDING, /* the word refers to the first child's record */
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

/* The record of the first child that is outstanding, or 0. */
static inline uci_ref uci_frame_first(const struct ucilk_abi_frame *frame)
{
    return uci_frame_state(frame) == UCI_FRAME_OUTSTANDING
               ? (uci_ref)frame->outstanding
               : 0;
}

/* J5: appends the record to the frame's list, which has the order of the
 * spawns. */
void uci_record_link(struct ucilk_abi_frame *frame, uci_ref record, void *dst,
                     ucilk_abi_finish *finish);

/* N12: waits until a posted `next' is in the record, and returns it. */
uci_ref uci_record_await_next(uci_ref record);

/* The record that was linked after this one, or 0 if this is the frame's last.
 * `record' lies at r, or r is a copy of it.  Acquire: with the store in
 * uci_record_link. */
static inline uci_ref uci_record_next(const struct ucilk_abi_frame *frame,
                                      uci_ref record,
                                      const struct uci_record *r)
{
    uci_ref next = uci_load_acquire(&r->next);
    if (uci_unlikely(!next && record != (uci_ref)frame->last))
        next = uci_record_await_next(record);
    return next;
}
