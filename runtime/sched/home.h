/*
 * Parallel regions and coming home: the strands of main that follow a sync
 * run in worker 0.  Rules C1-C4 in docs/protocols/home.md, F6
 * and F7 in future.md.
 */
#ifndef UCI_HOME_H
#define UCI_HOME_H

#include "sched/thread.h"

#include <ucilk/abi.h>

/* C1: worker 0's root thread is about to spawn with an empty deque. */
void uci_home_open(struct ucilk_abi_frame *frame);

/* The region ends, in worker 0. */
void uci_home_close(void);

/* C2: called for the root thread when it has been put into this region. */
void uci_home_mark(void);

/* C3, F6: the children of the outermost frame are joined.  Returns in worker 0;
 * where the frame ends, when every future's task has. */
void uci_home_return(struct ucilk_abi_frame *frame, bool ends);

/* F6: main, suspended at its region's end, goes to worker 0: the last future's
 * task has ended. */
void uci_home_send(void);

/* C4: worker 0's scheduler: resumes the root thread if it is in the mailbox,
 * else returns. */
void uci_home_receive(void);

/* F7: is main waiting for this worker to be free?  To be seen to at a spawn:
 * the calling thread and all its continuations are moved out of the way. */
static inline bool uci_home_is_wanted(void)
{
    return uci_id == 0 && uci_load_seqcst(&uci_world->home) != NULL;
}
void uci_home_make_way(void);

static inline bool uci_home_is_open(void)
{
    return uci_load_relaxed(&uci_world->outermost) != 0;
}

static inline bool uci_home_is_outermost(const struct ucilk_abi_frame *frame)
{
    return uci_load_relaxed(&uci_world->outermost) == (uintptr_t)frame;
}

#endif
