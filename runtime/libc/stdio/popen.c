/*
 * popen and pclose.
 *
 * libc's keep a list of their own in each process.  Here the list is one for
 * all tasks; the child is by posix_spawn and waitpid, as any other.
 */
#define _GNU_SOURCE
#include "libc/stdio/stdio.h"

#include "libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct uci_popened {
    FILE *stream;
    pid_t child;
    struct uci_popened *next;
};

extern char **environ;

/* True if popen made the stream: the child, which is forgotten. */
static bool forget(FILE *f, pid_t *child)
{
    uci_lock(&uci_streams->lock);
    struct uci_popened **at = &uci_streams->popened, *p;
    while ((p = *at) != NULL && p->stream != f)
        at = &p->next;
    if (p) {
        *at = p->next;
        *child = p->child;
    }
    uci_unlock(&uci_streams->lock);
    free(p);
    return p != NULL;
}

/* The shell, with its end of the pipe as descriptor `as', and no other end of
 * one that popen has made: POSIX. */
static int start_shell(const char *command, int end, int as, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    char *arguments[] = {"sh", "-c", (char *)command, NULL};
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    for (struct uci_popened *p = uci_streams->popened; p && !error; p = p->next)
        if (p->stream->_fileno != as)
            error =
                posix_spawn_file_actions_addclose(&actions, p->stream->_fileno);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, end, as);
    if (!error)
        error =
            posix_spawn(child, "/bin/sh", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Puts it on the list before its descriptor is one that children inherit. */
static int start(const char *command, bool reads, bool keeps,
                 struct uci_popened *p)
{
    int ends[2]; /* of the pipe: to read, to write */
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    int own = ends[!reads], other = ends[reads];
    p->stream = fdopen(own, reads ? "r" : "w");
    int error =
        p->stream ? start_shell(command, other, reads, &p->child) : errno;
    close(other);
    if (error) {
        if (p->stream)
            uci_stream_close(p->stream);
        else
            close(own);
        return error;
    }
    p->next = uci_streams->popened;
    uci_streams->popened = p;
    if (keeps)
        fcntl(own, F_SETFD, 0);
    return 0;
}

UCI_STDIO(FILE *, popen, (const char *command, const char *mode))
{
    if (!uci_world || uci_world->n_forked == 1)
        return UCI_STDIO_REAL(popen)(command, mode);
    bool reads = strchr(mode, 'r'), writes = strchr(mode, 'w');
    bool closes = strchr(mode, 'e');
    if (reads == writes || mode[strspn(mode, "rwe")]) {
        errno = EINVAL;
        return NULL;
    }
    struct uci_popened *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    /* Over the whole: no other child is to start in between. */
    uci_lock(&uci_streams->lock);
    int error = start(command, reads, !closes, p);
    uci_unlock(&uci_streams->lock);
    if (!error)
        return p->stream;
    free(p);
    errno = error;
    return NULL;
}

static int end(FILE *f, pid_t child)
{
    int status;
    uci_stream_close(f);
    while (waitpid(child, &status, 0) != child)
        if (errno != EINTR)
            return -1;
    return status;
}

bool uci_popen_end(FILE *f, int *status)
{
    pid_t child;
    if (uci_likely(!uci_streams->popened) || !forget(f, &child))
        return false;
    *status = end(f, child);
    return true;
}

UCI_STDIO(int, pclose, (FILE * f))
{
    int status;
    return uci_popen_end(f, &status) ? status : UCI_STDIO_REAL(pclose)(f);
}
