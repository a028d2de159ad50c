/* Workers have the signal mask of the thread that starts them, and so have the
 * threads and processes that tasks start; SIGSEGV is not blocked. */
#define _GNU_SOURCE
#include "../process.h"
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>
#include <unistd.h>

static int mask_is_right(void)
{
    sigset_t now;
    return pthread_sigmask(SIG_BLOCK, NULL, &now) == 0 &&
           sigismember(&now, SIGUSR1) && sigismember(&now, SIGINT) &&
           !sigismember(&now, SIGUSR2) && !sigismember(&now, SIGTERM) &&
           !sigismember(&now, SIGSEGV) && !sigismember(&now, SIGCHLD);
}

static void look(atomic_int *here, int n)
{
    CHECK(mask_is_right());
    CHECK(meet(here, n));
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
        _exit(!mask_is_right());
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    sigset_t set;
    int n = (int)ucilk_nworkers();
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGINT);
    CHECK(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
    atomic_int here = 0;
    for (int i = 0; i < n; i++)
        spawn look(&here, n);
    sync;
    CHECK(mask_is_right());
    struct sigaction action;
    CHECK(sigaction(SIGTERM, NULL, &action) == 0);
    CHECK(action.sa_handler == SIG_DFL);
    return right();
}
