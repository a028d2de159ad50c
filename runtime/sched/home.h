/*
 * Parallel regions and coming home: the strands of main behind a region's sync
 * run in worker 0.  Rules C1-C4 in docs/protocols/home.md, F6 and F7 in
 * future.md.
 *
 * A region begins with the first spawn of its outermost frame and ends with
 * the next sync or the end of that frame.  Futures may outlive it; until they
 * have ended main *lingers*: it runs in worker 0 only.
 *
 * In programs of one process each guest has a region of its own.  Read there
 * `the guest' for `worker 0', and `what the guest runs' for `main'.
 */
#pragma once

#include "sched/thread.h"

#include <ucilk/abi.h>

/* Values of *uci_outermost while no region is open: only main runs; or main
 * lingers.  While one is open it is the outermost frame's address. */
#define UCI_HOME_SERIAL ((uintptr_t)0)
#define UCI_HOME_LINGERS ((uintptr_t)1)

/* The words of the worker that the running strand's region comes home to. */
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

/* C3, F6: called by main when the children of the outermost frame, or of a
 * marked one, are joined.  Returns in worker 0; if the frame ends, only when no
 * future's task can run any more.  A null frame stands for main's return. */
void uci_home_return(struct ucilk_abi_frame *frame, bool ends);

/* Main has returned: waits until no future's task can run any more. */
void uci_home_finish(void);

/* F6: puts main, suspended at its region's end, into worker 0's mailbox. */
void uci_home_send(void);

/* F6: called when nobody can go on.  If main waits at its region's end for
 * futures that wait themselves, it goes on, and the result is true.  False if
 * no main does so, or only one that has returned. */
bool uci_home_give_up(void);

/* C4: called by worker 0's scheduler.  Resumes main if it is in the mailbox,
 * otherwise returns. */
void uci_home_receive(void);

/* F7: takes a lingering main out of a list of waiters and puts it into worker
 * 0's mailbox, since it may go on in worker 0 only; returns the list without
 * it. */
uci_ref uci_home_sort_out(uci_ref list);

/* F7: true if main waits in the mailbox for this worker to be free.  Then the
 * next spawn calls uci_home_make_way, which puts the continuations in the own
 * deque and the calling thread into the ready queue; it returns when the thread
 * is resumed. */
static inline bool uci_home_is_wanted(void)
{
    return uci_load_seqcst(&uci_self.main.home) != 0;
}
void uci_home_make_way(void);

/* N23: true if only main runs: no region is open, and no future's task is left.
 * Stays so until a region begins.  For any thread of worker 0's process. */
bool uci_home_is_calm(void);

/* True unless only main runs. */
static inline bool uci_home_is_parallel(void)
{
    return uci_load_relaxed(uci_outermost) != UCI_HOME_SERIAL;
}

/* True if `frame', a frame of the running thread, is the outermost one; the
 * thread ends at `upper'.  The address alone does not say so: a future that
 * outlives its region may have a frame at the address of a later outermost
 * one. */
static inline bool uci_home_is_outermost(const struct ucilk_abi_frame *frame,
                                         uintptr_t upper)
{
    return upper == UCI_STACK_ROOT &&
           uci_load_relaxed(uci_outermost) == (uintptr_t)frame;
}

/* True if a spawn of the running thread, which ends at `upper', opens a
 * region. */
static inline bool uci_home_needs_region(uintptr_t upper)
{
    uintptr_t outermost = uci_load_relaxed(uci_outermost);
    return outermost == UCI_HOME_SERIAL ||
           (outermost == UCI_HOME_LINGERS && upper == UCI_STACK_ROOT);
}
