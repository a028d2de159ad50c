/* A worker's thread that ends in the middle of a task: docs/protocols/home.md,
 * the end. */
#pragma once

#include <stdint.h>

/*
 * While the calling thread is watched, its end (pthread_exit) is a call of
 * `refuse', which ends the program, on the stack whose upper end is `stack'.
 * Tasks must not use that one.  With musl pthread_exit stays on the task's
 * stack, and calls the destructors of keys there; nothing is done here.
 */
void uci_thread_end_prepare(void (*refuse)(void *unused), uintptr_t stack);
void uci_thread_end_watch(void);
void uci_thread_end_unwatch(void);

/* A `refuse' with a message about a task. */
__attribute__((noreturn)) void uci_thread_end_in_task(void *unused);
