/*
 * The threads of the runtime, and the program's threads that spawn.  See
 * pool.c, guest.c.
 */
#ifndef UCI_POOL_H
#define UCI_POOL_H

#include "words/worker.h"

#include <ucilk/abi.h>

/* Reads the options and reserves what is needed; once. */
void uci_pool_prepare(void);

/* A region is about to begin: starts the pool, if that has not been done. */
void uci_pool_start(void);

/* Everything anew in a forked child. */
void uci_pool_forget(void);

/* A block for a new worker, with an empty deque; ends the program when there are
 * too many. */
struct uci_worker *uci_worker_make(void);
/* The calling thread is this worker from now on. */
void uci_worker_become(struct uci_worker *w);
/* Its thread ends. */
void uci_worker_leave(void);
/* Gives the memory of all back; nobody is a worker any more. */
void uci_worker_unmap_all(void);

/* Makes the calling thread a worker, if it is none. */
void uci_guest_enter_to_spawn(const struct ucilk_abi_task *task);
/* The library is unloaded: nothing is done at the ends of guests. */
void uci_guest_forget_key(void);

#endif
