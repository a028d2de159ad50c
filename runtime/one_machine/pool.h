/*
 * The workers of one process: the pool (pool.c), guests (guest.c) and their
 * blocks (worker.c).
 */
#pragma once

#include "sched/worker.h"

#include <ucilk/abi.h>

/* trace.c, the file of UCILK_TRACE (trace/trace_file.h): makes it if the option
 * asks for it; ends the program if it cannot. */
void uci_trace_start(void);
/* Adds worker w's ring to the file.  Called for one worker after another, in
 * the order of their ids. */
void uci_trace_add_ring(struct uci_worker *w);
/* The program ends: notes when. */
void uci_trace_end(void);
void uci_trace_unmap(struct uci_worker *w);
void uci_trace_unmap_header(void);
/* Called in a forked child, which writes no trace: the file is its parent's. */
void uci_trace_forget(void);

/* Reads the options and reserves the chunks, at the first call. */
void uci_pool_prepare(void);

/* Starts the pool, unless it has been started: a region begins. */
void uci_pool_start(void);

/* C1: opens a region if what the running thread is about to start needs one;
 * `frame' is its caller's.  The caller is a worker. */
struct ucilk_abi_frame;
bool uci_region_open(struct ucilk_abi_frame *frame);

/* Called in a forked child: the runtime starts again there, as in a new
 * process. */
void uci_pool_forget(void);

/* Returns a block for a new worker, with an empty deque; ends the program if
 * there are too many. */
struct uci_worker *uci_worker_make(void);
/* Makes the calling thread this worker. */
void uci_worker_become(struct uci_worker *w);
/* Called by a worker's thread at its end. */
void uci_worker_leave(void);
/* Unmaps all blocks and deques; there is no worker any more. */
void uci_worker_unmap_all(void);

/* C5: thieves leave a region alone while it is young, if its thread's regions
 * were faster so.  The calling guest has opened one, by a spawn of this task.
 */
void uci_patience_begin(const struct ucilk_abi_task *task);

/* Makes the calling thread a guest, unless it is a worker. */
void uci_guest_enter_to_spawn(const struct ucilk_abi_task *task);
/* home.md, the end: called when the library is loaded, by main's thread as a
 * rule. */
void uci_guest_watch_main(void);
/* Called when the library is unloaded: no code of ours runs at the end of a
 * guest's thread any more. */
void uci_guest_forget_key(void);
