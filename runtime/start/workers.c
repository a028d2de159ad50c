/*
 * The worker processes: from the first spawn to the end.
 *
 * Each is cloned from a helper thread of its own in worker 0, which then
 * waits for it.  The thread is what gives the worker its own thread pointer
 * (libc's recursive locks tell threads apart by it), its scheduler's stack,
 * and a parent whose death kills it (PDEATHSIG is the creating thread's).
 * Exit signal 0 hides the workers from the program's wait() and SIGCHLD, but
 * not under a debugger; descriptors and working directory are shared
 * (CLONE_FILES, CLONE_FS).
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "cluster/spawn_slow.h"
#include "arch/x86_64/context.h"
#include "base/clone.h"
#include "base/cpus.h"
#include "base/message.h"
#include "mem/region.h"
#include "net/am.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "sched/sched.h"
#include "seam/thread.h"
#include "seam/views.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HELPER_STACK = 256 << 10 };

static bool started;
static sem_t cloned;          /* a helper has cloned its worker */
static sem_t reaped;          /* a worker that was told to end has ended */
static unsigned n_running;    /* workers cloned and not reaped at the end */
static long exit_signal;      /* of the workers: 0, or SIGCHLD when traced */
static bool exit_is_ours;     /* a helper runs exit() for a worker */
static _Atomic pid_t exiting; /* worker 0's thread that runs exit() */
/* Before the first worker: in our cgroups, on the machine. */
static unsigned long cgroup_oom_kills, system_oom_kills;
static _Atomic uint32_t has_reported; /* the death of a worker */

bool uci_workers_started(void)
{
    return started;
}

void uci_workers_forget(void)
{
    started = false;
    n_running = 0;
    uci_store_relaxed(&exiting, 0);
}

/*
 * The kernel's OOM killer is to take a worker before worker 0, which can say
 * what has happened: sets the score that the workers inherit, and puts the old
 * one into `old'.  Not in the workers themselves: for a moment their open file
 * would take a descriptor that the program expects to be free.
 */
static void set_oom_score(const char *score, char old[32])
{
    static const char path[] = "/proc/self/oom_score_adj";
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t n = old ? read(fd, old, 31) : 0;
    if (old)
        old[n > 0 ? n : 0] = '\0';
    (void)!pwrite(fd, score, strlen(score), 0);
    close(fd);
}

void uci_workers_block_signals(void)
{
    static const int open_signals[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,
                                       SIGTRAP, SIGABRT, SIGSYS,  SIGPIPE,
                                       SIGTSTP, SIGCONT, SIGTTIN, SIGTTOU};
    sigset_t set;
    sigfillset(&set);
    for (unsigned i = 0; i < sizeof open_signals / sizeof *open_signals; i++)
        sigdelset(&set, open_signals[i]);
    sigprocmask(SIG_SETMASK, &set, NULL);
}

/*
 * exit() in a task: what this process has buffered goes out, then worker 0
 * takes the status over (watch_worker).  Registered last, so that it
 * runs first and no handler that main registered runs here.
 */
static void leave_on_exit(int status, void *unused)
{
    (void)unused;
    if (uci_id == 0) /* a child that a task has forked: as in C */
        return;
    fflush(NULL);
    uint32_t nobody = 0;
    if (uci_cas_seqcst(&uci_world->exiting, &nobody, 1 + uci_id)) {
        uci_world->exit_status = status;
        uci_point(exit_worker);
        _exit(status);
    }
    for (;;) /* somebody else's exit ends this process */
        pause();
}

void uci_workers_done(void)
{
    if (uci_id == 0) /* exit() runs in another thread of this process */
        for (;;)
            pause();
    if (uci_transport) /* rank 0 says when */
        for (;; usleep(1000))
            uci_am_poll();
    fflush(NULL);
    _exit(0);
}

void uci_workers_flush(void)
{
    if (ftrylockfile(stdout) != 0)
        return;
    fflush_unlocked(stdout);
    funlockfile(stdout);
}

void uci_workers_print_lines(void)
{
    if (__fbufsize(stdout) != 1) /* unbuffered */
        setvbuf(stdout, NULL, _IOLBF, 0);
}

static _Noreturn void run_worker(unsigned id, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (syscall(SYS_getppid) != parent)
        _exit(UCI_EXIT_ERROR);
    uci_workers_block_signals();
    uci_world_become(id);
    uci_region_map();
    uci_data_start_worker();
    uci_spawn_thread = gettid();
    uci_crash_start_worker();
    on_exit(leave_on_exit, NULL);
    uci_sched_stack = uci_context_below();
    uci_store_relaxed(&uci_self.limit, 0);
    uci_sched_start();
    uci_context_enter((void (*)(void *))uci_sched_loop, NULL, uci_sched_stack);
}

static void kill_workers(bool (*which)(struct uci_worker *))
{
    for (unsigned i = 1; i < uci_world->n_workers; i++) {
        struct uci_worker *w = uci_peer(i);
        pid_t pid = uci_load_relaxed(&w->pid);
        if (pid && which(w)) {
            uci_tally(exit_killed);
            syscall(SYS_kill, pid, SIGKILL);
        }
    }
}

static bool is_present(struct uci_worker *w)
{
    return uci_load_acquire(&w->state) != UCI_STATE_ABSENT;
}

/* A worker has gone before the program was done.  Returns where worker 0 was
 * in exit() already. */
static void report_death(unsigned id, int code, int status)
{
    if (code == CLD_EXITED && uci_load_acquire(&uci_world->exiting) == 1 + id) {
        if (!uci_workers_claim_exit())
            return;
        exit_is_ours = true;
        uci_tally(exit_taken);
        exit(uci_world->exit_status);
    }
    uci_point(worker_died);
    uci_stats_report_death();
    if (code == CLD_EXITED) /* _exit in a task */
        _exit(status);
    if (status == SIGPIPE) /* nobody reads its output: no news, as in C */
        _exit(128 + status);
    uint32_t no = 0;
    if (!uci_cas_seqcst(&has_reported, &no, 1))
        for (;;) /* one message; who writes it ends the program */
            pause();
    if (status ==
        SIGKILL) /* where memory is short the others go on taking it */
        kill_workers(is_present);
    char name[32], where[256];
    uci_signal_name(status, name);
    uci_where_text(id, where);
    if (status == SIGKILL && uci_cgroup_oom_kills() > cgroup_oom_kills) {
        char size[32];
        uci_message("worker %u was killed by the kernel's out-of-memory "
                    "killer %s: the memory cgroup's limit of %s is too small; "
                    "raise it, or lower UCILK_NWORKERS",
                    id, where, uci_size_text(size, uci_cgroup_memory_limit()));
    } else if (status == SIGKILL && uci_system_oom_kills() > system_oom_kills) {
        uci_message("worker %u was killed by SIGKILL %s, probably by the "
                    "kernel's out-of-memory killer, which has struck since the "
                    "program's start; ending the program",
                    id, where);
    } else {
        uci_message("worker %u (process %d) was killed by %s %s; ending the "
                    "program",
                    id, (int)uci_load_relaxed(&uci_peer(id)->pid), name, where);
    }
    _exit(128 + status);
}

/*
 * Is a debugger there?  The kernel tells it of a clone with exit signal 0 as of
 * a new thread, and gdb would put the breakpoints of such a worker into the
 * memory of worker 0.  With SIGCHLD it is a fork.
 */
static bool is_traced(void)
{
    static const char key[] = "\nTracerPid:\t";
    char status[4096];
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t n = read(fd, status, sizeof status - 1);
    close(fd);
    status[n > 0 ? n : 0] = '\0';
    const char *tracer = strstr(status, key);
    return tracer && tracer[sizeof key - 1] != '0';
}

/* The helper thread: clones worker `argument', then waits for its end. */
static void *watch_worker(void *argument)
{
    unsigned id = (unsigned)(uintptr_t)argument;
    pid_t parent = (pid_t)syscall(SYS_getpid);
    pid_t pid = uci_clone(CLONE_FILES | CLONE_FS | exit_signal);
    if (pid == 0)
        run_worker(id, parent);
    if (pid < 0)
        uci_fatal("cannot start worker %u of %u: %s; lower UCILK_NWORKERS, or "
                  "raise the limit on processes (ulimit -u, pids cgroup)",
                  id, uci_world->n_workers, strerror(errno));
    uci_store_relaxed(&uci_peer(id)->pid, pid);
    sem_post(&cloned);
    siginfo_t info;
    while (syscall(SYS_waitid, P_PID, pid, &info, WEXITED | __WALL, NULL) != 0)
        if (errno != EINTR)
            uci_fatal("cannot wait for worker %u: %s", id, strerror(errno));
    if (!uci_load_acquire(&uci_world->done))
        report_death(id, info.si_code, info.si_status);
    uci_store_release(&uci_peer(id)->state, UCI_STATE_ABSENT);
    sem_post(&reaped);
    return NULL;
}

void uci_workers_start(struct ucilk_abi_frame *frame)
{
    (void)frame;
    if (started) {
        if (uci_world->n_forked > 1) {
            uci_workers_flush();
            uci_data_open_region();
        }
        return;
    }
    started = true;
    uci_exit_start_workers();
    if (uci_world->n_forked == 1)
        return;
    uci_views_close();
    uci_data_start_workers();
    uci_world->has_barrier = uci_deque_register_barrier();
    if (!uci_world->has_barrier)
        uci_running_limit = 0; /* the slow path's pop always fences */
    for (unsigned i = 1; i < uci_world->n_workers; i++)
        uci_deque_start(uci_peer(i));
    fflush(NULL); /* or every worker would write it once more */
    uci_workers_print_lines();
    cgroup_oom_kills = uci_cgroup_oom_kills();
    system_oom_kills = uci_system_oom_kills();
    sem_init(&cloned, 0, 0);
    sem_init(&reaped, 0, 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HELPER_STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    char score[32] = "";
    set_oom_score("500", score);
    exit_signal = is_traced() ? SIGCHLD : 0;
    uci_data_open_region();
    /* Helpers take no signals of the program's. */
    sigset_t old;
    uci_crash_block_others(&old);
    for (unsigned i = 1; i < uci_world->n_workers; i++) {
        pthread_t helper;
        int error = pthread_create(&helper, &attributes, watch_worker,
                                   (void *)(uintptr_t)i);
        if (error)
            uci_fatal("cannot start worker %u of %u: %s; lower UCILK_NWORKERS, "
                      "or raise the limit on processes (ulimit -u, pids "
                      "cgroup)",
                      i, uci_world->n_workers, strerror(error));
        while (sem_wait(&cloned) != 0)
            ;
        n_running++;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    set_oom_score(score, NULL);
    pthread_attr_destroy(&attributes);
}

bool uci_workers_claim_exit(void)
{
    pid_t none = 0;
    if (!uci_cas_seqcst(&exiting, &none, gettid()) && none != gettid())
        return false;
    uci_check_stop();
    /* Of no effect where a worker was first, for which we run it. */
    uint32_t nobody = 0;
    uci_cas_seqcst(&uci_world->exiting, &nobody, 1 + uci_id);
    uci_point(exit_claimed);
    return true;
}

/* Waits until so many workers were reaped; false after the given time. */
static bool wait_reaped(unsigned *missing, time_t seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    while (*missing > 0) {
        if (sem_timedwait(&reaped, &until) == 0)
            --*missing;
        else if (errno == ETIMEDOUT)
            return false;
    }
    return true;
}

static bool is_running(struct uci_worker *w)
{
    /* With the exchange in uci_sched_leave. */
    return uci_load_seqcst(&w->state) == UCI_STATE_RUNNING;
}

void uci_workers_end(void)
{
    if (n_running == 0)
        return;
    unsigned missing = n_running - (exit_is_ours ? 1 : 0);
    uci_store_seqcst(&uci_world->done, 1);
    uci_point(exit_done);
    uci_idle_wake_all();
    /* exit() in the middle of a region.  Outside, a worker that still counts
     * as running is on its way to the scheduler. */
    if (uci_home_is_parallel())
        kill_workers(is_running);
    if (!wait_reaped(&missing, 5)) {
        kill_workers(is_present);
        wait_reaped(&missing, 5);
    }
    n_running = 0;
}
