/* Children, by every function that makes or awaits one. */
#ifndef TORTURE_PROCESSES_H
#define TORTURE_PROCESSES_H

#include "messages.h"

#include <dlfcn.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static pid_t first_pid, first_parent; /* main's */

/* Awaits one child in the `way'th way; its status. */
static int await(pid_t child, int way)
{
    siginfo_t info;
    struct rusage usage;
    int status = -1;
    if (way % 3 == 0) {
        CHECK(waitpid(child, &status, 0) == child);
    } else if (way % 3 == 1) {
        CHECK(wait4(child, &status, 0, &usage) == child);
    } else {
        CHECK(waitid(P_PID, (id_t)child, &info, WEXITED) == 0);
        CHECK(info.si_pid == child && info.si_code == CLD_EXITED);
        return info.si_status;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static pid_t begin(int way)
{
    char *command[] = {"sh", "-c", "exit 7", NULL};
    pid_t child = -1;
    switch (way % 5) {
    case 0:
        CHECK(posix_spawn(&child, "/bin/sh", NULL, NULL, command, environ) ==
              0);
        break;
    case 1:
        CHECK(posix_spawnp(&child, "sh", NULL, NULL, command, environ) == 0);
        break;
    case 2:
        child = vfork();
        if (child == 0) {
            execv("/bin/sh", command);
            _exit(1);
        }
        break;
    case 3:
        child = fork();
        if (child == 0) {
            execv("/bin/sh", command);
            _exit(1);
        }
        break;
    default:
        child = fork();
        if (child == 0)
            _exit(7);
    }
    return child;
}

static void use_children(int i)
{
    CHECK(getpid() == first_pid && getppid() == first_parent);
    pid_t child = begin(i);
    CHECK(child > 0);
    MOVE;
    CHECK(await(child, i / 5) == 7);
    CHECK(WEXITSTATUS(system("exit 5")) == 5);
    MOVE;
    char got[32];
    FILE *f = popen("echo by popen", "r");
    MOVE;
    CHECK(fgets(got, sizeof got, f) && strcmp(got, "by popen\n") == 0);
    MOVE;
    CHECK(pclose(f) == 0);
    CHECK(getpid() == first_pid && getppid() == first_parent);
}

/* Of any child: nobody else may have one. */
static void use_wait(void)
{
    struct rusage usage;
    int status;
    pid_t child = begin(0);
    MOVE;
    CHECK(wait(&status) == child && WEXITSTATUS(status) == 7);
    MOVE;
    child = begin(4);
    MOVE;
    CHECK(wait3(&status, 0, &usage) == child && WEXITSTATUS(status) == 7);
    CHECK(wait(&status) == -1 && errno == ECHILD);
}

static void *opened_before; /* libc, before there were workers */

/* What is loaded already: more is refused once there are workers. */
static void use_libraries(int i)
{
    (void)i;
    void *all = dlopen(NULL, RTLD_NOW);
    void *libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    MOVE;
    CHECK(all && libc && dlsym(libc, "strlen"));
    CHECK(libc == opened_before);
    MOVE;
    CHECK(dlclose(libc) == 0 && dlclose(all) == 0);
}

static volatile sig_atomic_t n_caught;

static void count_signal(int number)
{
    (void)number;
    n_caught++;
}

static void use_handlers(void)
{
    struct sigaction new = {.sa_handler = count_signal}, old;
    CHECK(signal(SIGUSR1, count_signal) == SIG_DFL);
    MOVE;
    CHECK(sigaction(SIGUSR1, &new, &old) == 0);
    CHECK(old.sa_handler == count_signal);
    MOVE;
    CHECK(signal(SIGUSR1, SIG_DFL) == count_signal);
}

/* This program once more, in which a task ends it; the status. */
static int end_by(const char *how)
{
    char *command[] = {"torture", (char *)how, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    CHECK(posix_spawn(&child, "/proc/self/exe", &actions, NULL, command,
                      environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    CHECK(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void use_ends(void)
{
    static const struct {
        const char *how;
        int status;
    } ends[] = {{"err", 10},
                {"errx", 11},
                {"verr", 12},
                {"verrx", 13},
                {"error", 14},
                {"error_at_line", 15},
                {"exit", 16},
                {"assert", 128 + SIGABRT},
                {"perror", 128 + SIGABRT}};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        int status = spawn end_by(ends[i].how);
        sync;
        CHECK(status == ends[i].status);
    }
}

#endif
