/*
 * The workers of one process: the pool (pool.c), guests (guest.c) and their
 * blocks (worker.c).
 */
#ifndef UCI_POOL_H
#define UCI_POOL_H

#include "sched/worker.h"

#include <ucilk/abi.h>

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

/* Makes the calling thread a guest, unless it is a worker. */
void uci_guest_enter_to_spawn(const struct ucilk_abi_task *task);
/* home.md, the end: called when the library is loaded, by main's thread as a
 * rule. */
void uci_guest_watch_main(void);
/* Called when the library is unloaded: no code of ours runs at the end of a
 * guest's thread any more. */
void uci_guest_forget_key(void);

#endif
