/* What the program has one of: timers, limits, its group, who it runs as.
 * Main's strand; and threads of the program's own, which any task makes. */
#ifndef TORTURE_PROGRAM_H
#define TORTURE_PROGRAM_H

#include "signals.h"

#include <grp.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <threads.h>

/* --- Threads --- */

static _Atomic int n_detached;

static void *twice(void *number)
{
    *(int *)number *= 2;
    return number;
}

static int twice_c11(void *number)
{
    return 2 * *(int *)number;
}

static void *count_detached(void *unused)
{
    n_detached++;
    return unused;
}

static int count_detached_c11(void *unused)
{
    (void)unused;
    n_detached++;
    return 0;
}

static void *sleep_on(void *unused)
{
    for (;;)
        pause();
    return unused;
}

static void use_threads(int i)
{
    int *number = malloc(sizeof *number), result_c11 = 0;
    pthread_t posix, idle;
    thrd_t c11;
    void *result;
    *number = i;
    CHECK(pthread_create(&posix, NULL, twice, number) == 0);
    CHECK(pthread_create(&idle, NULL, sleep_on, NULL) == 0);
    MOVE;
    CHECK(pthread_join(posix, &result) == 0 && result == number);
    CHECK(*number == 2 * i);
    MOVE;
    CHECK(thrd_create(&c11, twice_c11, number) == thrd_success);
    MOVE;
    CHECK(thrd_join(c11, &result_c11) == thrd_success && result_c11 == 4 * i);
    free(number);
    CHECK(pthread_kill(idle, 0) == 0 && pthread_cancel(idle) == 0);
    MOVE;
    CHECK(pthread_join(idle, &result) == 0 && result == PTHREAD_CANCELED);
    CHECK(pthread_create(&posix, NULL, count_detached, NULL) == 0);
    CHECK(thrd_create(&c11, count_detached_c11, NULL) == thrd_success);
    MOVE;
    CHECK(pthread_detach(posix) == 0 && thrd_detach(c11) == thrd_success);
}

/* --- Timers --- */

static void use_timers(void)
{
    struct itimerval hours = {{0, 0}, {7200, 0}}, old;
    struct itimerspec often = {{0, 1000000}, {0, 1000000}}, now;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGUSR2};
    timer_t timer;
    CHECK(alarm(3600) == 0);
    MOVE;
    CHECK(setitimer(ITIMER_REAL, &hours, &old) == 0 &&
          old.it_value.tv_sec > 3000 && old.it_value.tv_sec <= 3600);
    MOVE;
    CHECK(getitimer(ITIMER_REAL, &old) == 0 && old.it_value.tv_sec > 6000);
    MOVE;
    CHECK(alarm(0) > 6000 && alarm(0) == 0);
    CHECK(signal(SIGALRM, count_signal) == SIG_DFL);
    n_caught = 0;
    MOVE;
    CHECK(ualarm(1000, 0) == 0);
    MOVE;
    while (n_caught == 0)
        usleep(100);
    CHECK(signal(SIGUSR2, count_signal) == SIG_DFL);
    n_caught = 0;
    MOVE;
    CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    MOVE;
    CHECK(timer_settime(timer, 0, &often, NULL) == 0);
    MOVE;
    while (n_caught < 3)
        usleep(100);
    CHECK(timer_gettime(timer, &now) == 0 && now.it_interval.tv_nsec > 0);
    CHECK(timer_getoverrun(timer) >= 0);
    MOVE;
    CHECK(timer_delete(timer) == 0);
}

/* --- Limits and ids --- */

static void use_limits(void)
{
    struct rlimit core, got;
    struct rlimit64 core64;
    CHECK(getrlimit(RLIMIT_CORE, &core) == 0);
    CHECK(getrlimit64(RLIMIT_CORE, &core64) == 0);
    CHECK(setrlimit(RLIMIT_CORE, &core) == 0);
    MOVE;
    CHECK(setrlimit64(RLIMIT_CORE, &core64) == 0);
    core.rlim_cur = core64.rlim_cur = 0;
    MOVE;
    CHECK(prlimit(0, RLIMIT_CORE, &core, NULL) == 0);
    MOVE;
    CHECK(getrlimit(RLIMIT_CORE, &got) == 0 && got.rlim_cur == 0);
    CHECK(prlimit64(0, RLIMIT_CORE, NULL, &core64) == 0 &&
          core64.rlim_cur == 0);
    int before = getpriority(PRIO_PROCESS, 0);
    MOVE;
    CHECK(nice(1) == (before < 19 ? before + 1 : 19));
    MOVE;
    before = getpriority(PRIO_PROCESS, 0);
    CHECK(setpriority(PRIO_PROCESS, 0, before) == 0);
    /* As whom it runs already. */
    uid_t u = getuid();
    gid_t g = getgid();
    CHECK(setuid(u) == 0 && seteuid(u) == 0 && setreuid(u, u) == 0);
    MOVE;
    CHECK(setresuid(u, u, u) == 0 && setgid(g) == 0 && setegid(g) == 0);
    MOVE;
    CHECK(setregid(g, g) == 0 && setresgid(g, g, g) == 0);
}

/* Refused once there are workers: those must come before. */
static void use_before(void)
{
    gid_t groups[100];
    int n = getgroups(100, groups);
    CHECK(setgroups(n < 0 ? 0 : (size_t)n, groups) == 0 || errno == EPERM);
    CHECK(initgroups("root", getgid()) == 0 || errno == EPERM);
    sigset_t one, old;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR2);
    CHECK(signal(SIGUSR2, count_signal) == SIG_DFL);
    CHECK(sigprocmask(SIG_BLOCK, &one, &old) == 0);
    CHECK(raise(SIGUSR2) == 0 && n_caught == 0);
    CHECK(sigsuspend(&old) == -1 && errno == EINTR && n_caught == 1);
    CHECK(sigprocmask(SIG_SETMASK, &old, NULL) == 0);
    CHECK(signal(SIGUSR2, SIG_DFL) == count_signal);
}

/* In a program of its own. */
static void use_group(void)
{
    CHECK(setpgid(0, 0) == 0 && getpgrp() == getpid());
    MOVE;
    CHECK(setpgrp() == 0 && getpgrp() == getpid());
    CHECK(setsid() == -1 && errno == EPERM);
}

#endif
