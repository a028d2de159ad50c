/*
 * The two kinds of child stealing (Shiina & Taura, CLUSTER'22, IV): what
 * happens where a sync must wait.  UCILK_CHILD chooses.
 *
 *   rtc   run to completion: other tasks run on top of the waiting one, which
 *         goes on when they have ended, even if its child has ended earlier:
 *         its join is *buried*
 *   full  fully fledged threads: each task has a stack of its own; the waiting
 *         one is put into a queue of its worker, and goes on when its child has
 *         ended and the worker has nothing newer to run
 */
#ifndef UCI_CHILD_KIND_H
#define UCI_CHILD_KIND_H

#include "study/child/blocks.h"

struct uci_child_kind {
    /* Returns when the block is done.  Of another worker it is a future's, and
     * only `full' waits for these. */
    void (*wait)(uci_ref block);
    /* Looks for work for ever; on the scheduler's stack. */
    void (*loop)(void) __attribute__((noreturn));
    /* Runs a block that has no room in the deque, at once. */
    void (*run)(struct uci_block *b);
    /* The lower end of the running task's stack. */
    uintptr_t (*stack)(void);
};

extern const struct uci_child_kind uci_child_rtc, uci_child_full;
extern const struct uci_child_kind *uci_child_kind;

/* One step of waiting, after n + 1 looks in a row have found nothing. */
void uci_child_idle(unsigned n);

/* What `outstanding' is in a frame that has only made futures, so that its end
 * is a sync. */
#define UCI_CHILD_MARK ((void *)1)

/* What comes before each spawn. */
void uci_child_begin_spawn(const struct ucilk_abi_task *task,
                           struct ucilk_abi_frame *frame);

/* Ends the program if less than a reserve is left of the running task's stack:
 * `task' is about to be called or pushed. */
void uci_child_check_stack(const struct ucilk_abi_task *task);

#endif
