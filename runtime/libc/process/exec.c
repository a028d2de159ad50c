/*
 * exec replaces the program, that is worker 0, whichever worker calls it: the
 * others end with worker 0's threads.
 */
#define _GNU_SOURCE
#include "libc/process/server.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

/* clang-format off */
UCI_LIBC_WEAK(execve); UCI_LIBC_WEAK(execvpe); UCI_LIBC_WEAK(fexecve);
UCI_LIBC_WEAK(execveat); UCI_LIBC_WEAK(execv); UCI_LIBC_WEAK(execvp);
UCI_LIBC_WEAK(execl); UCI_LIBC_WEAK(execlp); UCI_LIBC_WEAK(execle);
/* clang-format on */

extern char **__environ;

enum kind { PATH, SEARCHED, DESCRIPTOR, AT };

struct image {
    enum kind kind;
    int fd, flags;
    char *path, **argv, **envp;
    sigset_t mask; /* the caller's as the program sees it */
};

static int execute(struct image *i)
{
    switch (i->kind) {
    case PATH:
        return UCI_LIBC_REAL(execve)(i->path, i->argv, i->envp);
    case SEARCHED:
        return UCI_LIBC_REAL(execvpe)(i->path, i->argv, i->envp);
    case DESCRIPTOR:
        return UCI_LIBC_REAL(fexecve)(i->fd, i->argv, i->envp);
    default:
        return UCI_LIBC_REAL(execveat)(i->fd, i->path, i->argv, i->envp,
                                       i->flags);
    }
}

static void run_execute(void *image)
{
    struct image *i = image;
    sigset_t old;
    UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, &i->mask, &old);
    execute(i);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, &old, NULL);
}

static size_t length(char *const *list)
{
    size_t n = 0;
    while (list && list[n])
        n++;
    return n;
}

static char **share(char *const *list)
{
    size_t n = length(list);
    char **copy = uci_libc_share_bytes(list, (n + 1) * sizeof *copy);
    for (size_t i = 0; i < n; i++)
        copy[i] = uci_libc_share_text(list[i]);
    copy[n] = NULL;
    return copy;
}

static void drop(char **list)
{
    for (char **p = list; *p; p++)
        free(*p);
    free(list);
}

static int start(struct image i)
{
    if (!uci_server_is_elsewhere())
        return execute(&i);
    char *none[] = {NULL};
    i.path = i.path ? uci_libc_share_text(i.path) : NULL;
    i.argv = share(i.argv ? i.argv : none);
    i.envp = share(i.envp ? i.envp : none);
    pthread_sigmask(SIG_BLOCK, NULL, &i.mask);
    uci_server_call(run_execute, &i, sizeof i, false);
    free(i.path);
    drop(i.argv);
    drop(i.envp);
    return -1;
}

int execve(const char *path, char *const argv[], char *const envp[])
{
    return start((struct image){.kind = PATH,
                                .path = (char *)path,
                                .argv = (char **)argv,
                                .envp = (char **)envp});
}

int execvpe(const char *file, char *const argv[], char *const envp[])
{
    return start((struct image){.kind = SEARCHED,
                                .path = (char *)file,
                                .argv = (char **)argv,
                                .envp = (char **)envp});
}

int fexecve(int fd, char *const argv[], char *const envp[])
{
    return start((struct image){.kind = DESCRIPTOR,
                                .fd = fd,
                                .argv = (char **)argv,
                                .envp = (char **)envp});
}

int execveat(int fd, const char *path, char *const argv[], char *const envp[],
             int flags)
{
    return start((struct image){.kind = AT,
                                .fd = fd,
                                .flags = flags,
                                .path = (char *)path,
                                .argv = (char **)argv,
                                .envp = (char **)envp});
}

int execv(const char *path, char *const argv[])
{
    return execve(path, argv, __environ);
}

int execvp(const char *file, char *const argv[])
{
    return execvpe(file, argv, __environ);
}

/* The arguments from `first' to the null pointer, as an array on the caller's
 * stack; `rest' has been started after `first'. */
#define COLLECT(argv, first, rest)                                             \
    va_list count;                                                             \
    va_copy(count, rest);                                                      \
    size_t n = 1;                                                              \
    while (va_arg(count, char *))                                              \
        n++;                                                                   \
    va_end(count);                                                             \
    char *argv[n + 1];                                                         \
    argv[0] = (char *)first;                                                   \
    for (size_t i = 1; i <= n; i++)                                            \
    argv[i] = va_arg(rest, char *)

int execl(const char *path, const char *first, ...)
{
    va_list rest;
    va_start(rest, first);
    COLLECT(argv, first, rest);
    va_end(rest);
    return execve(path, argv, __environ);
}

int execlp(const char *file, const char *first, ...)
{
    va_list rest;
    va_start(rest, first);
    COLLECT(argv, first, rest);
    va_end(rest);
    return execvpe(file, argv, __environ);
}

int execle(const char *path, const char *first, ...)
{
    va_list rest;
    va_start(rest, first);
    COLLECT(argv, first, rest);
    char **envp = va_arg(rest, char **);
    va_end(rest);
    return execve(path, argv, envp);
}
