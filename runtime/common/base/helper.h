/* Threads of the runtime's own, beside a worker's. */
#ifndef UCI_HELPER_H
#define UCI_HELPER_H

#include <stddef.h>

/*
 * Starts one, detached, on a stack of `size' bytes: that at `stack', or a new
 * one; size 0: as large as libc makes them.  It takes no signal that is meant
 * for the program, but SIGSEGV, since what it writes to may be a page that
 * main's thread is just publishing (cluster/data/data.c).  Returns 0, or an error as
 * pthread_create does.
 */
int uci_helper_start(void *(*run)(void *), void *argument, void *stack,
                     size_t size);

/* What to do where a thread or process could not be started, by the error: the
 * end of a message. */
const char *uci_helper_remedy(int error);

#endif
