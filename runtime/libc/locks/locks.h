/*
 * What the parts of libc that synchronize have in common: locks.c, once.c,
 * semaphores.c, futex.c.  And UCILK_CHECK_LOCKS (held.c): which locks the
 * running strand holds.
 */
#ifndef UCI_LOCKS_H
#define UCI_LOCKS_H

#include "libc/libc.h"

/* One worker: what the program calls process-private is so. */
extern bool uci_locks_alone;
/* UCILK_CHECK_LOCKS=1 */
extern bool uci_locks_checked;

/* Worker 0 before main; another worker; a forked child. */
void uci_locks_start(void);
void uci_locks_start_worker(void);
void uci_locks_fork_child(void);

/* sem_open.c */
void uci_sem_open_start(void);

/* once.c: what other processes began is none of this one's. */
void uci_once_fork_child(void);

/* held.c.  This thread has taken or released a lock: `what' it is, and the
 * return address of the call.  Only of the worker's own thread is kept count,
 * and not of the runtime's own locks. */
void uci_held_start(void); /* in each worker */
void uci_held_add(const void *lock, const char *what, const void *place);
void uci_held_remove(const void *lock);

/* The file and line of a call that returns to `place', as far as they can be
 * found out: place.c.  Takes a while.  Returns buffer. */
const char *uci_place_text(const void *place, char buffer[256]);

#endif
