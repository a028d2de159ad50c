#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "message.h"

static volatile pid_t child;

static int cannot_start(const char *program, int cause)
{
    uk_error("cannot run '%s': %s%s", program, strerror(cause),
             cause != EPERM ? ""
                            : "; let the filter of system calls (seccomp) "
                              "allow clone3 or refuse it with ENOSYS");
    return 127;
}

/* Starts the command with the given stdout and stderr (-1: the tool's own).
 * Signals are blocked meanwhile so that the handler knows every child. */
static int start(const struct uk_words *command, int out, int err)
{
    sigset_t all, old;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &old);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &old);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (out >= 0)
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (err >= 0)
        posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    pid_t pid;
    int cause = posix_spawnp(&pid, command->at[0], &actions, &attributes,
                             command->at, environ);
    if (cause == 0)
        child = pid;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    sigprocmask(SIG_SETMASK, &old, NULL);
    return cause;
}

static int wait_for_child(void)
{
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void uk_process_kill_child(int signal_number)
{
    if (child) {
        kill(child, signal_number);
        waitpid(child, NULL, 0);
    }
}

int uk_process_run(const struct uk_words *command)
{
    int cause = start(command, -1, -1);
    return cause ? cannot_start(command->at[0], cause) : wait_for_child();
}

/* Appends what can be read now; false at the end. */
static bool read_some(int fd, struct uk_buffer *text)
{
    uk_buffer_grow(text, 1 << 15);
    ssize_t n =
        read(fd, text->bytes + text->size, text->capacity - text->size - 1);
    if (n > 0)
        text->size += (size_t)n;
    text->bytes[text->size] = 0;
    return n > 0 || (n < 0 && errno == EINTR);
}

static long long milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Reads both pipes to their ends, whichever fills first; false where that takes
 * more than so many seconds, if not 0. */
static bool drain(int out, struct uk_buffer *out_text, int err,
                  struct uk_buffer *err_text, unsigned seconds)
{
    long long end = milliseconds_now() + seconds * 1000LL;
    struct pollfd pipes[2] = {{.fd = out, .events = POLLIN},
                              {.fd = err, .events = POLLIN}};
    struct uk_buffer *texts[2] = {out_text, err_text};
    while (pipes[0].fd >= 0 || pipes[1].fd >= 0) {
        long long left = seconds ? end - milliseconds_now() : -1;
        if (seconds && left <= 0)
            return false;
        if (poll(pipes, 2, (int)left) < 0)
            continue;
        for (int i = 0; i < 2; i++) {
            if (pipes[i].fd >= 0 && pipes[i].revents &&
                !read_some(pipes[i].fd, texts[i]))
                pipes[i].fd = -1;
        }
    }
    return true;
}

/* Leaves the child a second to remove what it has made. */
static int end_late_child(void)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    kill(child, SIGTERM);
    for (int i = 0; i < 100; i++) {
        if (waitpid(child, NULL, WNOHANG) == child) {
            child = 0;
            return UK_PROCESS_LATE;
        }
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    wait_for_child();
    return UK_PROCESS_LATE;
}

int uk_process_capture(const struct uk_words *command, unsigned seconds,
                       struct uk_buffer *out, struct uk_buffer *err)
{
    *out = (struct uk_buffer){0};
    if (err)
        *err = (struct uk_buffer){0};
    int out_pipe[2], err_pipe[2] = {-1, -1};
    if (pipe2(out_pipe, O_CLOEXEC) != 0 ||
        (err && pipe2(err_pipe, O_CLOEXEC) != 0))
        return cannot_start(command->at[0], errno);
    int cause = start(command, out_pipe[1], err_pipe[1]);
    close(out_pipe[1]);
    if (err)
        close(err_pipe[1]);
    bool in_time = drain(out_pipe[0], out, err_pipe[0], err, seconds);
    close(out_pipe[0]);
    if (err)
        close(err_pipe[0]);
    if (cause)
        return cannot_start(command->at[0], cause);
    return in_time ? wait_for_child() : end_late_child();
}

int uk_process_become(const struct uk_words *command)
{
    fflush(stdout);
    execvp(command->at[0], command->at);
    return cannot_start(command->at[0], errno);
}

int uk_process_read_file(const char *path, struct uk_buffer *text)
{
    *text = (struct uk_buffer){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    errno = 0;
    while (read_some(fd, text))
        ;
    int cause = errno;
    close(fd);
    if (cause && cause != EINTR) {
        uk_buffer_free(text);
        errno = cause;
        return -1;
    }
    return 0;
}
