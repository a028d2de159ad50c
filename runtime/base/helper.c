/* Helper threads.  See helper.h. */
#include "base/helper.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

int uci_helper_start(void *(*run)(void *), void *argument, void *stack,
                     size_t size)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (stack)
        pthread_attr_setstack(&attributes, stack, size);
    else if (size)
        pthread_attr_setstacksize(&attributes, size);
    sigset_t all, old;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = pthread_create(&thread, &attributes, run, argument);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
    return error;
}

void uci_helper_ask_for_short_slices(void)
{
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period; /* nanoseconds */
    } attributes = {.size = sizeof attributes, .policy = SCHED_OTHER};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0)
        return;
    attributes.runtime = 100000;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

const char *uci_helper_remedy(int error)
{
    if (error == EPERM) /* libc falls back to clone only upon ENOSYS */
        return "let the filter of system calls (seccomp) allow clone, and "
               "allow clone3 or refuse it with ENOSYS";
    return "raise the limit on processes (ulimit -u, pids cgroup)";
}
