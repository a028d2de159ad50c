/* A fork that the program's wait() and handlers do not see. */
#pragma once

#include <sys/types.h>

/*
 * As fork, with flags of clone(2).  They include the exit signal: if it is 0
 * the program's wait() and SIGCHLD do not see the child, which is reaped with
 * __WALL.  libc knows the child's thread id.  No handler of pthread_atfork
 * runs.
 */
pid_t uci_clone(long flags);
