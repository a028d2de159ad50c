#include "temporary_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "process.h"
#include "words.h"

/* Newest first.  The signal handler walks the list: a node is complete before
 * `newest` points at it, and the list shrinks only with signals blocked. */
struct temp {
    struct temp *older;
    char *directory;
    char *file;
};
static struct temp *volatile newest;

static const int fatal_signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                                    SIGXFSZ, SIGXCPU, SIGALRM, SIGSEGV, SIGBUS,
                                    SIGABRT, SIGFPE,  SIGILL};
enum { N_FATAL = sizeof fatal_signals / sizeof fatal_signals[0] };

static void unlink_all(void)
{
    for (struct temp *t = newest; t; t = t->older) {
        unlink(t->file);
        rmdir(t->directory);
    }
}

static void say_crash(int signal_number)
{
    static const char text[] =
        "ucilkcc: error: libclang crashed: is an expression or a block nested "
        "too deeply? Split it, or move what has keywords into a file of its "
        "own; or are the compiler's headers newer than libclang? "
        "UCILK_LIBCLANG names another\n";
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        if (signal_number == crashes[i] &&
            write(STDERR_FILENO, text, sizeof text - 1) < 0)
            return; /* nobody listens */
}

static void die_of(int signal_number)
{
    uk_process_kill_child(signal_number);
    say_crash(signal_number);
    unlink_all();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void uk_temp_catch_signals(void)
{
    struct sigaction action = {.sa_handler = die_of, .sa_flags = SA_ONSTACK};
    sigfillset(&action.sa_mask);
    for (int i = 0; i < N_FATAL; i++) {
        struct sigaction old;
        sigaction(fatal_signals[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) /* nohup */
            sigaction(fatal_signals[i], &action, NULL);
    }
}

const char *uk_temp_path(const char *name)
{
    const char *where = getenv("TMPDIR");
    if (!where || !*where)
        where = "/tmp";
    struct temp *t = uk_lasting(sizeof *t);
    t->directory = uk_format("%s/ucilkcc-XXXXXX", where);
    sigset_t all, old;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &old);
    if (mkdtemp(t->directory)) {
        t->file = uk_format("%s/%s", t->directory, name);
        t->older = newest;
        newest = t;
        sigprocmask(SIG_SETMASK, &old, NULL);
        return t->file;
    }
    int cause = errno;
    sigprocmask(SIG_SETMASK, &old, NULL);
    uk_error("no temporary file in '%s': %s (TMPDIR names the directory)",
             where, strerror(cause));
    return NULL;
}

int uk_temp_write(const char *path, const char *bytes, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return -1;
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            break;
        bytes += n;
        size -= (size_t)n;
    }
    if (close(fd) == 0 && size == 0)
        return 0;
    int cause = errno;
    unlink(path);
    errno = cause;
    return -1;
}

const char *uk_temp_file(const char *name, const char *bytes, size_t size)
{
    const char *path = uk_temp_path(name);
    if (path && uk_temp_write(path, bytes, size) != 0) {
        uk_error("temporary file '%s': %s", path, strerror(errno));
        path = NULL;
    }
    return path;
}

/* Also what a compiler put beside the file: .gcno, .dwo. */
static void remove_directory(const char *path)
{
    DIR *directory = opendir(path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory)))
        unlinkat(dirfd(directory), entry->d_name, 0);
    if (directory)
        closedir(directory);
    rmdir(path);
}

void uk_temp_remove_all(void)
{
    sigset_t all, old;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &old);
    while (newest) {
        struct temp *t = newest;
        remove_directory(t->directory);
        newest = t->older;
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
}
