/*
 * What this tool does with the children that runtime/tools/serial runs: it
 * measures the strands between.
 */
#pragma once

#include "base/message.h"
#include "scale/path.h"
#include "serial/tool.h"

struct uci_child_end {
    struct uci_end end;
};

static inline void uci_child_enter(const struct ucilk_abi_task *task,
                                   struct ucilk_abi_frame *frame,
                                   const char *kind)
{
    uci_run_enter(task);
    uci_strand_end();
    unsigned site = uci_site_of(task, kind);
    uci_sites[site].children++;
    uci_child_begin(frame, site);
    uci_clock_begin();
}

/* A child begins; args is null for a direct task.  Returns what the child's end
 * is told. */
static inline unsigned long uci_child_spawn(const struct ucilk_abi_task *task,
                                            struct ucilk_abi_frame *frame,
                                            void *args)
{
    (void)args;
    uci_child_enter(task, frame, "spawn");
    return 0;
}

/* The child ends, with its value if its task is direct: the handle of the
 * spawn. */
static inline void *uci_child_return(unsigned long level, unsigned long value)
{
    (void)level, (void)value;
    uci_strand_end();
    uci_child_end();
    uci_clock_begin();
    return NULL;
}

static inline void uci_child_join(struct ucilk_abi_frame *frame, bool ends)
{
    uci_strand_end();
    uci_family_end(frame, ends);
    uci_clock_begin();
}

/* Never called: no spawn returns a handle. */
static inline void uci_child_link(struct ucilk_abi_frame *frame, void *handle,
                                  void *dst, ucilk_abi_finish *finish)
{
    (void)frame, (void)dst, (void)finish;
    UCI_CHECK_EQ(handle, NULL);
}

/* An inlet is part of its child's parent. */
static inline void uci_child_inlet(ucilk_abi_inlet_run *run, void *payload)
{
    run(payload);
}

/* --- Futures --- */

static inline void uci_child_made(const struct ucilk_abi_task *task)
{
    uci_run_enter(task);
    uci_path.futures++;
}

static inline unsigned long uci_child_future(const struct ucilk_abi_task *task,
                                             struct ucilk_abi_frame *frame)
{
    uci_child_enter(task, frame, "future");
    return 0;
}

/* The calling strand stops, and goes on. */
static inline void uci_child_stop(void)
{
    uci_strand_end();
}

static inline void uci_child_go_on(void)
{
    uci_clock_begin();
}

/* The end of a future's task, or of a future without a task. */
static inline void uci_child_future_return(unsigned long level,
                                           struct uci_child_end *end)
{
    (void)level;
    uci_child_end_future(&end->end);
    uci_clock_begin();
}

static inline void uci_child_fulfil(struct uci_child_end *end)
{
    uci_end_note(&end->end);
    uci_clock_begin();
}

/* A get to dst, by a call that returns to pc. */
static inline void uci_child_wait(struct uci_child_end *end, const void *dst,
                                  unsigned long size, uintptr_t pc)
{
    (void)dst, (void)size, (void)pc;
    uci_path.gets++;
    uci_end_wait(&end->end);
}
