/* Limits, priority and process group that a task sets hold in all workers;
 * what cannot is refused by name: limits.sh. */
#define _GNU_SOURCE
#include <check.h>
#include <ucilk/ucilk.h>

#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int n_workers;
static volatile int n_there;

static int set(void)
{
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    limit.rlim_cur = 77;
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    CHECK(prlimit(getpid(), RLIMIT_CORE, NULL, &limit) == 0);
    limit.rlim_cur = 0;
    CHECK(prlimit(0, RLIMIT_CORE, &limit, NULL) == 0);
    int now = getpriority(PRIO_PROCESS, 0);
    CHECK(nice(3) == (now + 3 > 19 ? 19 : now + 3));
    CHECK(setpgid(0, 0) == 0);
    /* As they are: allowed. */
    CHECK(setuid(getuid()) == 0 && setgid(getgid()) == 0);
    CHECK(seteuid(geteuid()) == 0 && setregid((gid_t)-1, getegid()) == 0);
    return getpriority(PRIO_PROCESS, 0);
}

/* One in each worker. */
static int see(int priority)
{
    struct rlimit files, core;
    __atomic_add_fetch(&n_there, 1, __ATOMIC_SEQ_CST);
    while (n_there < n_workers)
        usleep(100);
    return getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur == 77 &&
           getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_cur == 0 &&
           getpriority(PRIO_PROCESS, 0) == priority && getpgrp() == getpid();
}

static void *run(void *unused)
{
    return unused;
}

static void refuse(const char *what)
{
    int local;
    pthread_t thread;
    sigset_t none;
    sigemptyset(&none);
    if (strcmp(what, "setuid") == 0)
        setuid(12345);
    if (strcmp(what, "setresgid") == 0)
        setresgid(12345, (gid_t)-1, (gid_t)-1);
    if (strcmp(what, "setgroups") == 0)
        setgroups(0, NULL);
    if (strcmp(what, "setsid") == 0)
        setsid();
    /* These depend on the worker: in main it is 0. */
    while (n_there == 0)
        usleep(100);
    if (strcmp(what, "pthread_create") == 0)
        pthread_create(&thread, NULL, run, &local);
    if (strcmp(what, "sigsuspend") == 0)
        sigsuspend(&none);
    for (;;)
        pause();
}

static void wait_for_thief(void)
{
    while (n_there == 0)
        usleep(100);
    for (;;)
        pause();
}

int main(int argc, char **argv)
{
    if (argc > 2) { /* in another worker than 0 */
        spawn wait_for_thief();
        n_there = 1;
        refuse(argv[2]);
    }
    n_workers = atoi(argv[1]);
    int seen[64], n = 0, priority = spawn set();
    sync;
    for (int i = 0; i < n_workers; i++)
        seen[i] = spawn see(priority);
    sync;
    for (int i = 0; i < n_workers; i++)
        n += seen[i];
    printf("%d\n", n);
    return 0;
}
