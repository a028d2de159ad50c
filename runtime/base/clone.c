/* See clone.h. */
#define _GNU_SOURCE
#include "base/clone.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where libc keeps this thread's id, which the clone must rewrite: the first
 * word of the thread descriptor that holds it. */
static pid_t *libc_tid(void)
{
    pid_t tid = gettid(), *words = (pid_t *)pthread_self();
    for (unsigned i = 0; i < 1024 / sizeof *words; i++)
        if (words[i] == tid)
            return &words[i];
    return NULL;
}

pid_t uci_clone(long flags)
{
    pid_t *tid = libc_tid();
    if (tid)
        flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
    return (pid_t)syscall(SYS_clone, flags, NULL, NULL, tid, 0L);
}
