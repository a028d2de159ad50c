/* Helper threads: threads of the runtime that are no workers. */
#pragma once

#include <stddef.h>

/*
 * Starts a detached thread.  Its stack is the `size' bytes at `stack', or a new
 * one if that is null; size 0 stands for libc's default.  All signals are
 * blocked in it, since they are for the program, but SIGSEGV is not: the page
 * that it writes to may be one that main's thread publishes just then
 * (cluster/data/data.c).  Returns 0, or an error as pthread_create does.
 */
int uci_helper_start(void *(*run)(void *), void *argument, void *stack,
                     size_t size);

/*
 * Asks the kernel for short time slices for the calling thread, of 0.1 ms.  A
 * thread that wakes up mostly waits for the end of the running one's slice, for
 * milliseconds; with a shorter slice of its own it does not (Linux 6.12; older
 * kernels ignore this).  Its share of the CPU stays the same.
 */
void uci_helper_ask_for_short_slices(void);

/* The end of a message about a thread or a process that could not be started:
 * what to do about this error. */
const char *uci_helper_remedy(int error);
