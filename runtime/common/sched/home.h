/*
 * Parallel regions and coming home: the strands of main that follow a sync
 * run in worker 0.  Rules C1-C4 in docs/protocols/home.md, F6 and F7 in
 * future.md.
 *
 * A region begins with the first spawn of its outermost frame and ends with
 * the next sync or the end of that frame.  Futures may outlive it; until they
 * have ended main lingers: it runs in worker 0 only.
 *
 * In programs of one process each guest has a region of its own: `main' is what
 * the guest runs, and `worker 0' the guest (uci_home_rank).
 */
#ifndef UCI_HOME_H
#define UCI_HOME_H

#include "seam/thread.h"

#include <ucilk/abi.h>

/* What *uci_outermost says when no region is open. */
#define UCI_HOME_SERIAL ((uintptr_t)0) /* only main runs */
#define UCI_HOME_LINGERS ((uintptr_t)1)

/* The worker that this one's region comes home to, and its words. */
static inline struct uci_main *uci_home_main(void)
{
    return &uci_peer(uci_home_rank())->main;
}
static inline bool uci_home_is_here(void)
{
    return uci_id == uci_home_rank();
}

/* C1: worker 0's root thread is about to spawn outside of a region. */
void uci_home_open(struct ucilk_abi_frame *frame);

/* C3, F6: the children of the outermost frame are joined, or those of one that
 * is marked.  Returns in worker 0; where the frame ends, when no future's task
 * can run any more.  NULL is main's return. */
void uci_home_return(struct ucilk_abi_frame *frame, bool ends);

/* Main has returned: waits for what runs. */
void uci_home_finish(void);

/* F6: main, suspended where its region ends, goes to worker 0. */
void uci_home_send(void);

/* F6: main waits for futures that wait themselves, for what nobody fulfils: it
 * goes on, and the answer is true; false if main has returned. */
bool uci_home_give_up(void);

/* C4: worker 0's scheduler: resumes the root thread if it is in the mailbox,
 * else returns. */
void uci_home_receive(void);

/* F7: main goes on in worker 0 only, though what it waited for has come about
 * elsewhere: takes it out of the list. */
uci_ref uci_home_sort_out(uci_ref list);

/* F7: is main waiting for this worker to be free?  To be seen to at a spawn:
 * the calling thread and all its continuations are moved out of the way. */
static inline bool uci_home_is_wanted(void)
{
    return uci_home_is_here() && uci_load_seqcst(&uci_self.main.home) != 0;
}
void uci_home_make_way(void);

/* May anybody but main run? */
static inline bool uci_home_is_parallel(void)
{
    return uci_load_relaxed(uci_outermost) != UCI_HOME_SERIAL;
}

/* Of the running thread, which ends at `upper': a future that outlives its
 * region may have a frame at the address of a later outermost one. */
static inline bool uci_home_is_outermost(const struct ucilk_abi_frame *frame,
                                         uintptr_t upper)
{
    return upper == UCI_STACK_ROOT &&
           uci_load_relaxed(uci_outermost) == (uintptr_t)frame;
}

/* Does the running thread, which ends at `upper', need a region to spawn? */
static inline bool uci_home_needs_region(uintptr_t upper)
{
    uintptr_t outermost = uci_load_relaxed(uci_outermost);
    return outermost == UCI_HOME_SERIAL ||
           (outermost == UCI_HOME_LINGERS && upper == UCI_STACK_ROOT);
}

#endif
