/* Child stealing on workers that are processes; the simulation has none of
 * these, and asks by UCI_IS_SIM first. */
#ifndef UCI_CHILD_WORKERS_H
#define UCI_CHILD_WORKERS_H

#include "sched/worker.h"

#include <ucilk/abi.h>

/* True if main itself calls, and not a task that runs in worker 0 on another
 * stack. */
bool uci_child_is_main(void);

/* C1: main's first spawn outside of a region begins one; the join of that frame
 * ends it. */
void uci_child_open(struct ucilk_abi_frame *frame);
void uci_child_close(void);

static inline bool uci_child_is_open(void)
{
    return uci_load_relaxed(uci_outermost) != 0;
}
static inline bool uci_child_is_outermost(const struct ucilk_abi_frame *frame)
{
    return uci_load_relaxed(uci_outermost) == (uintptr_t)frame;
}

/* The worker has no task and looks for one. */
void uci_child_looks(void);
/* It is about to run one; does not return if the program ends. */
void uci_child_runs(void);
/* What it does after n + 1 looks in vain. */
void uci_child_rest(unsigned n);

#endif
