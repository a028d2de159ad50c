/*
 * The program's child processes, which are all worker 0's.
 *
 * So any task can wait for any of them, SIGCHLD comes where the program's
 * signals come, and they see one parent.  Another worker makes one by a
 * helper: a process that has the worker's memory (as vfork makes it), forks
 * the child with libc's own means, and ends; the child then falls to worker 0,
 * which is a subreaper meanwhile (prctl).  Waiting is worker 0's as well.
 */
#define _GNU_SOURCE
#include "libc/process/server.h"

#include "base/message.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* clang-format off */
UCI_LIBC_WEAK(getpid); UCI_LIBC_WEAK(getppid); UCI_LIBC_WEAK(fork);
UCI_LIBC_WEAK(posix_spawn); UCI_LIBC_WEAK(posix_spawnp); UCI_LIBC_WEAK(system);
UCI_LIBC_WEAK(wait4); UCI_LIBC_WEAK(wait3); UCI_LIBC_WEAK(waitpid);
UCI_LIBC_WEAK(wait); UCI_LIBC_WEAK(waitid);
/* clang-format on */

extern char **__environ;

/* --- Who this is -------------------------------------------------------- */

static pid_t own_pid(void)
{
    return (pid_t)syscall(SYS_getpid);
}

pid_t getpid(void)
{
    return uci_server_is_elsewhere() ? uci_load_relaxed(&uci_peer(0)->pid)
                                     : own_pid();
}

static void run_getppid(void *pid)
{
    *(pid_t *)pid = (pid_t)syscall(SYS_getppid);
}

pid_t getppid(void)
{
    pid_t pid;
    if (uci_server_is_elsewhere())
        uci_server_call(run_getppid, &pid, sizeof pid, false);
    else
        run_getppid(&pid);
    return pid;
}

/* --- Making one --------------------------------------------------------- */

struct birth {
    pid_t (*make)(struct birth *); /* in the helper */
    pid_t helper, child;
    int error;
    jmp_buf at_worker; /* where a forked child goes on */
    /* posix_spawn */
    const char *path;
    const posix_spawn_file_actions_t *actions;
    const posix_spawnattr_t *attributes;
    char *const *argv, *const *envp;
    bool searches;
};

/* In worker 0: orphans of its descendants become its children. */
static void run_adopt(void *begins)
{
    static int n, before;
    if (*(bool *)begins && n++ == 0) {
        prctl(PR_GET_CHILD_SUBREAPER, &before);
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    } else if (!*(bool *)begins && --n == 0) {
        prctl(PR_SET_CHILD_SUBREAPER, before);
    }
}

static int run_helper(void *argument)
{
    struct birth *b = argument;
    b->helper = own_pid();
    errno = 0;
    b->child = b->make(b);
    b->error = errno;
    return 0;
}

/*
 * Makes a child of worker 0 by b->make.  Its stack begins below the caller's
 * frame, so that what fork.c keeps of the stack holds both.
 */
static __attribute__((noinline)) void deliver(struct birth *b)
{
    enum { BELOW = 1024 };
    bool adopt = true;
    int status, saved = errno;
    sigset_t all, old;
    uci_libc_fill_mask(&all);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, &all, &old);
    uci_server_call(run_adopt, &adopt, sizeof adopt, false);
    b->child = -1;
    b->error = EAGAIN;
    char *low = __builtin_alloca(16);
    uintptr_t stack = ((uintptr_t)low - BELOW) & ~(uintptr_t)15;
    pid_t helper = clone(run_helper, (void *)stack,
                         CLONE_VM | CLONE_VFORK | CLONE_FILES | CLONE_FS, b);
    if (helper < 0)
        b->error = errno;
    /* Only when it has quite ended is the child worker 0's. */
    while (helper > 0 &&
           syscall(SYS_wait4, helper, &status, __WALL, NULL) < 0 &&
           errno == EINTR)
        ;
    adopt = false;
    uci_server_call(run_adopt, &adopt, sizeof adopt, false);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, &old, NULL);
    errno = saved;
}

static pid_t make_fork(struct birth *b)
{
    pid_t child = UCI_LIBC_REAL(fork)();
    if (child == 0)
        _longjmp(b->at_worker, 1);
    return child;
}

static pid_t fork_elsewhere(void)
{
    struct birth b = {.make = make_fork};
    if (_setjmp(b.at_worker) == 0) {
        deliver(&b);
        if (b.child < 0)
            errno = b.error;
        return b.child;
    }
    while ((pid_t)syscall(SYS_getppid) == b.helper)
        sched_yield();
    return 0;
}

/* vfork.S: what it does where libc's will not do; as fork. */
pid_t uci_children_vfork(void)
{
    return uci_server_is_elsewhere() ? fork_elsewhere() : UCI_LIBC_REAL(fork)();
}

pid_t fork(void)
{
    return uci_children_vfork();
}

/* A sanitizer's looks for the end of the process's own stack. */
void *__interceptor_vfork(void) __attribute__((weak));

void *uci_children_find_vfork(void)
{
    return uci_server_is_elsewhere() || __interceptor_vfork
               ? NULL
               : uci_libc_find("vfork");
}

/* posix_spawn returns its error. */
static pid_t make_spawn(struct birth *b)
{
    pid_t child = -1;
    errno = b->searches
                ? UCI_LIBC_REAL(posix_spawnp)(&child, b->path, b->actions,
                                              b->attributes, b->argv, b->envp)
                : UCI_LIBC_REAL(posix_spawn)(&child, b->path, b->actions,
                                             b->attributes, b->argv, b->envp);
    return errno ? -1 : child;
}

static int spawn_elsewhere(struct birth *b, pid_t *pid)
{
    posix_spawnattr_t attributes;
    short flags;
    if (b->attributes)
        attributes = *b->attributes;
    else
        posix_spawnattr_init(&attributes);
    posix_spawnattr_getflags(&attributes, &flags);
    if (!(flags & POSIX_SPAWN_SETSIGMASK)) {
        sigset_t mask;
        pthread_sigmask(SIG_BLOCK, NULL, &mask);
        posix_spawnattr_setsigmask(&attributes, &mask);
        posix_spawnattr_setflags(&attributes,
                                 (short)(flags | POSIX_SPAWN_SETSIGMASK));
    }
    b->attributes = &attributes;
    b->make = make_spawn;
    deliver(b);
    if (b->child < 0)
        return b->error;
    if (pid)
        *pid = b->child;
    return 0;
}

int posix_spawn(pid_t *pid, const char *path,
                const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[],
                char *const envp[])
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(posix_spawn)(pid, path, actions, attributes, argv,
                                          envp);
    struct birth b = {.path = path,
                      .actions = actions,
                      .attributes = attributes,
                      .argv = argv,
                      .envp = envp};
    return spawn_elsewhere(&b, pid);
}

int posix_spawnp(pid_t *pid, const char *file,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[],
                 char *const envp[])
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(posix_spawnp)(pid, file, actions, attributes, argv,
                                           envp);
    struct birth b = {.path = file,
                      .actions = actions,
                      .attributes = attributes,
                      .argv = argv,
                      .envp = envp,
                      .searches = true};
    return spawn_elsewhere(&b, pid);
}

/* --- system ------------------------------------------------------------- */

struct command {
    char *text;
    int status;
};

static void spawn_shell(struct command *c, const posix_spawnattr_t *attributes)
{
    char *argv[] = {"sh", "-c", c->text, NULL};
    pid_t pid;
    int error = UCI_LIBC_REAL(posix_spawn)(&pid, "/bin/sh", NULL, attributes,
                                           argv, __environ);
    c->status = 127 << 8; /* as if the shell could not be executed */
    if (error) {
        errno = error;
        return;
    }
    while (UCI_LIBC_REAL(waitpid)(pid, &c->status, 0) != pid) {
        if (errno == EINTR)
            continue;
        c->status = -1;
        return;
    }
}

/* In worker 0, which ignores SIGINT and SIGQUIT while any command runs. */
static void run_system(void *argument)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static struct sigaction old[2];
    static int n;
    static const int signals[2] = {SIGINT, SIGQUIT};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t child, mask, restored;
    posix_spawnattr_t attributes;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &child, &mask);
    sigemptyset(&restored);
    pthread_mutex_lock(&mutex);
    if (n++ == 0)
        for (int i = 0; i < 2; i++)
            UCI_LIBC_REAL(sigaction)(signals[i], &ignore, &old[i]);
    for (int i = 0; i < 2; i++)
        if (old[i].sa_handler != SIG_IGN)
            sigaddset(&restored, signals[i]);
    pthread_mutex_unlock(&mutex);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &restored);
    bool is_main = gettid() == own_pid();
    posix_spawnattr_setsigmask(&attributes,
                               is_main ? &mask : uci_server_program_mask());
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    spawn_shell(argument, &attributes);
    pthread_mutex_lock(&mutex);
    if (--n == 0)
        for (int i = 0; i < 2; i++)
            UCI_LIBC_REAL(sigaction)(signals[i], &old[i], NULL);
    pthread_mutex_unlock(&mutex);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

int system(const char *text)
{
    if (!text || !uci_libc_has_workers)
        return UCI_LIBC_REAL(system)(text);
    struct command c = {.text = (char *)text};
    if (!uci_server_is_elsewhere()) {
        run_system(&c);
        return c.status;
    }
    c.text = uci_libc_share_text(text);
    uci_server_call(run_system, &c, sizeof c, true);
    free(c.text);
    return c.status;
}

/* --- Waiting ------------------------------------------------------------ */

struct wait {
    pid_t pid;
    int options, status;
    struct rusage usage;
};

static void run_wait4(void *argument)
{
    struct wait *w = argument;
    w->pid = UCI_LIBC_REAL(wait4)(w->pid, &w->status, w->options, &w->usage);
}

static pid_t wait_elsewhere(pid_t pid, int *status, int options,
                            struct rusage *usage)
{
    struct wait w = {.pid = pid, .options = options};
    uci_server_call(run_wait4, &w, sizeof w, !(options & WNOHANG));
    if (w.pid > 0 && status)
        *status = w.status;
    if (w.pid > 0 && usage)
        *usage = w.usage;
    return w.pid;
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    return uci_server_is_elsewhere()
               ? wait_elsewhere(pid, status, options, usage)
               : UCI_LIBC_REAL(wait4)(pid, status, options, usage);
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    return uci_server_is_elsewhere()
               ? wait_elsewhere(-1, status, options, usage)
               : UCI_LIBC_REAL(wait3)(status, options, usage);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    return uci_server_is_elsewhere()
               ? wait_elsewhere(pid, status, options, NULL)
               : UCI_LIBC_REAL(waitpid)(pid, status, options);
}

pid_t wait(int *status)
{
    return uci_server_is_elsewhere() ? wait_elsewhere(-1, status, 0, NULL)
                                     : UCI_LIBC_REAL(wait)(status);
}

struct wait_id {
    idtype_t type;
    id_t id;
    int options, answer;
    siginfo_t info;
};

static void run_waitid(void *argument)
{
    struct wait_id *w = argument;
    w->answer = UCI_LIBC_REAL(waitid)(w->type, w->id, &w->info, w->options);
}

int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(waitid)(type, id, info, options);
    struct wait_id w = {.type = type, .id = id, .options = options};
    uci_server_call(run_waitid, &w, sizeof w, !(options & WNOHANG));
    if (w.answer == 0 && info)
        *info = w.info;
    return w.answer;
}
