/* Children, by every function that makes or awaits one. */
#ifndef TORTURE_PROCESSES_H
#define TORTURE_PROCESSES_H

#include "memory.h"
#include "messages.h"
#include "program.h"

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

/* Returns for some ways. */
static void run_by_exec(int way, char **command)
{
    int shell = open("/bin/sh", O_RDONLY);
    switch (way % 9) {
    case 0:
        execl("/bin/sh", "sh", "-c", "exit 7", NULL);
        break;
    case 1:
        execlp("sh", "sh", "-c", "exit 7", NULL);
        break;
    case 2:
        execle("/bin/sh", "sh", "-c", "exit 7", NULL, environ);
        break;
    case 3:
        execve("/bin/sh", command, environ);
        break;
    case 4:
        execvp("sh", command);
        break;
    case 5:
        execvpe("sh", command, environ);
        break;
    case 6:
        fexecve(shell, command, environ);
        break;
    case 7:
        execveat(shell, "", command, environ, AT_EMPTY_PATH);
        break;
    }
}

static pid_t begin(int way)
{
    char *command[] = {"sh", "-c", "exit 7", NULL};
    pid_t child = -1;
    int error = 0;
    switch (way % 4) {
    case 0:
        error = posix_spawn(&child, "/bin/sh", NULL, NULL, command, environ);
        break;
    case 1:
        error = posix_spawnp(&child, "sh", NULL, NULL, command, environ);
        break;
    case 2:
        child = vfork();
        if (child == 0) {
            execv("/bin/sh", command);
            _exit(1);
        }
        break;
    default:
        child = fork();
        if (child == 0) {
            run_by_exec(way / 4, command);
            _exit(7);
        }
    }
    if (error)
        fprintf(stderr, "posix_spawn: %s\n", strerror(error));
    CHECK(error == 0);
    return child;
}

static void use_children(int i)
{
    CHECK(getpid() == first_pid && getppid() == first_parent);
    for (int way = i; way < 36; way += 10) {
        pid_t child = begin(way);
        CHECK(child > 0);
        MOVE;
        CHECK(await(child, i) == 7);
    }
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
    extern char **__environ, **_environ;
    struct rusage usage;
    int status;
    CHECK(__environ == environ && _environ == environ);
    pid_t child = begin(0);
    MOVE;
    CHECK(wait(&status) == child && WEXITSTATUS(status) == 7);
    MOVE;
    child = begin(3);
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

/* Each task has a variable of its own; in C, too, nobody else looks while one
 * sets. */
static void use_environment(int i)
{
    struct name name = name_of("TORTURE", i), value = name_of("value", i);
    char *entry = malloc(100), *got;
    sprintf(entry, "%s=put", name.text);
    pthread_mutex_lock(&alone);
    CHECK(setenv(name.text, value.text, 1) == 0);
    pthread_mutex_unlock(&alone);
    MOVE;
    pthread_mutex_lock(&alone);
    got = getenv(name.text);
    CHECK(got && strcmp(got, value.text) == 0);
    CHECK(putenv(entry) == 0);
    pthread_mutex_unlock(&alone);
    MOVE;
    pthread_mutex_lock(&alone);
    got = getenv(name.text);
    CHECK(got && strcmp(got, "put") == 0);
    CHECK(unsetenv(name.text) == 0 && !getenv(name.text));
    pthread_mutex_unlock(&alone);
    MOVE;
    free(entry);
}

static void leave_with(int status, void *other)
{
    _exit(status == 3 ? *(int *)other : status);
}

/* This program once more, in which a task ends it; the status. */
static int end_by(const char *how)
{
    char *command[] = {"torture", (char *)how, NULL}, path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    CHECK(length > 0);
    path[length] = '\0';
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    CHECK(posix_spawn(&child, path, &actions, NULL, command, environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    CHECK(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* In a file: a lock that this program and the next share. */
static pthread_mutex_t *map_lock(void)
{
    int fd = open("robust", O_RDWR | O_CREAT, 0600);
    CHECK(ftruncate(fd, 4096) == 0);
    pthread_mutex_t *m =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(m != MAP_FAILED);
    close(fd);
    return m;
}

static void use_robust(void)
{
    pthread_mutex_t *m = map_lock();
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
    CHECK(pthread_mutex_init(m, &a) == 0);
    MOVE;
    CHECK(end_by("robust") == 21);
    MOVE;
    CHECK(pthread_mutex_lock(m) == EOWNERDEAD);
    CHECK(pthread_mutex_consistent(m) == 0 && pthread_mutex_unlock(m) == 0);
    MOVE;
    CHECK(munmap(m, 4096) == 0);
}

/* What ends the program in other ways than by a message. */
static void end(const char *how)
{
    static int status = 17;
    char *command[] = {"sh", "-c", "exit 7", NULL};
    MOVE;
    if (strcmp(how, "on_exit") == 0) {
        CHECK(on_exit(leave_with, &status) == 0);
        MOVE;
        exit(3);
    } else if (strcmp(how, "quick_exit") == 0) {
        quick_exit(18);
    } else if (strcmp(how, "clearenv") == 0) {
        CHECK(getenv("PATH") && clearenv() == 0);
        MOVE;
        exit(getenv("PATH") ? 1 : 19);
    } else if (strcmp(how, "group") == 0) {
        use_group();
        exit(20);
    } else if (strcmp(how, "robust") == 0) {
        /* Best in a worker that is not the program's first process. */
        for (int i = 0; i < 100 && ucilk_worker() == 0; i++)
            MOVE;
        CHECK(pthread_mutex_lock(map_lock()) == 0);
        exit(21);
    } else if (strcmp(how, "exec") == 0) {
        run_by_exec(3, command);
    }
    stop(how);
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
                {"on_exit", 17},
                {"quick_exit", 18},
                {"clearenv", 19},
                {"exec", 7},
                {"group", 20},
                {"assert", 128 + SIGABRT},
                {"perror", 128 + SIGABRT}};
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        int status = spawn end_by(ends[i].how);
        sync;
        if (status != ends[i].status)
            fprintf(stderr, "ended by %s: status %d\n", ends[i].how, status);
        CHECK(status == ends[i].status);
    }
}

#endif
