/* What this tool does with the children that runtime/tools/serial runs:
 * child.c. */
#pragma once

#include "base/message.h"
#include "race/run.h"

#include <stddef.h>

/* Of a future or promise: how it was fulfilled. */
struct uci_child_end {
    uint32_t strand; /* its task, or 0 */
    uint32_t maker;  /* the strand that has set it, if no task has */
    uint32_t event;
    uci_events reach;   /* of the strand that has fulfilled it */
    unsigned long task; /* index in child.c */
};

/* A child begins; args is null for a direct task.  Returns the level of the
 * parent, for the child's end. */
unsigned long uci_child_spawn(const struct ucilk_abi_task *task,
                              struct ucilk_abi_frame *frame, void *args);

/* The child has ended, with its value if its task is direct.  The handle makes
 * the caller call uci_child_link at once: the child's result is put where it
 * belongs beside the parent, and not by it. */
void *uci_child_return(unsigned long level, unsigned long value);
void uci_child_link(struct ucilk_abi_frame *frame, void *handle, void *dst,
                    ucilk_abi_finish *finish);

/* Is the result the last one, and pc where the function goes on whose spawn it
 * is of?  If that writes now, it may be what the source has as the same write.
 */
bool uci_child_puts(uint32_t result, uintptr_t pc);

/* A sync; where the outermost frame ends it waits for all futures. */
void uci_child_join(struct ucilk_abi_frame *frame, bool ends);

/* --- Futures --- */

/* A future or promise is made. */
static inline void uci_child_made(const struct ucilk_abi_task *task)
{
    uci_run_enter(task);
}

unsigned long uci_child_future(const struct ucilk_abi_task *task,
                               struct ucilk_abi_frame *frame);
void uci_child_future_return(unsigned long level, struct uci_child_end *end);

/* The library's own accesses in between are left alone. */
static inline void uci_child_stop(void)
{
    uci_run_ignore(1);
}

static inline void uci_child_go_on(void)
{
    uci_run_ignore(-1);
}

/* An inlet never runs beside other inlets or the code of its parent, so its
 * accesses are left alone. */
static inline void uci_child_inlet(ucilk_abi_inlet_run *run, void *payload)
{
    uci_child_stop();
    run(payload);
    uci_child_go_on();
}

/* The running strand fulfils a future without a task. */
static inline void uci_child_fulfil(struct uci_child_end *end)
{
    *end =
        (struct uci_child_end){.maker = uci_run.strand, .reach = uci_run.reach};
    end->event = uci_run_event();
    uci_child_go_on();
}

/* A get to dst, by a call that returns to pc. */
void uci_child_wait(struct uci_child_end *end, const void *dst,
                    unsigned long size, uintptr_t pc);
