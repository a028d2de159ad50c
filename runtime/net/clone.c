/* A fork by clone.  See clone.h. */
#define _GNU_SOURCE
#include "net/clone.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The address where libc keeps this thread's id, which the child must change.
 * libc has told the kernel.  If the kernel has no PR_GET_TID_ADDRESS, this
 * looks for the id in the thread descriptor, in every second word: the others
 * are upper halves of pointers, which may be any number. */
static pid_t *libc_tid(void)
{
    pid_t tid = gettid(), *words = (pid_t *)pthread_self(), *found = NULL;
    if (prctl(PR_GET_TID_ADDRESS, &found, 0, 0, 0) == 0 && found &&
        *found == tid)
        return found;
    for (unsigned i = 0; i < 1024 / sizeof *words; i += 2)
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
