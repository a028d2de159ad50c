/* A fork that the program does not see. */
#ifndef UCI_CLONE_H
#define UCI_CLONE_H

#include <sys/types.h>

/*
 * As fork, with these flags of clone(2), the exit signal among them: with 0
 * the program's wait() and SIGCHLD do not see the child (reap it with __WALL).
 * libc knows the child's thread id.  No handler of pthread_atfork runs.
 */
pid_t uci_clone(long flags);

#endif
