/*
 * The start of the worker processes, at the first spawn.  Their end is in
 * end/end_workers.c.
 *
 * Each worker is cloned by a helper thread of its own in worker 0, which then
 * waits for it.  From that thread the worker has its own thread pointer (by
 * which libc's recursive locks tell threads apart), its scheduler's stack, and
 * a parent whose death kills it (PDEATHSIG is sent when the creating thread
 * ends).  With exit signal 0 the program's wait() and SIGCHLD do not see the
 * workers; under a debugger it is SIGCHLD.  Descriptors and working directory
 * are shared (CLONE_FILES, CLONE_FS).
 */
#define _GNU_SOURCE
#include "cluster/start/start.h"

#include "net/output.h"
#include "cluster/data/data.h"
#include "cluster/end/process_end.h"
#include "cluster/far/far.h"
#include "cluster/sched/spawn_slow.h"
#include "arch/x86_64/context.h"
#include "net/clone.h"
#include "base/helper.h"
#include "base/message.h"
#include "base/options.h"
#include "cluster/mem/region.h"
#include "cluster/far/am.h"
#include "sched/deque.h"
#include "sched/home.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include "sched/thread_end.h"
#include "sched/strand_views.h"
#include "report/stats.h"
#include "trace/trace.h"
#include "report/worker_kind.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HELPER_STACK = 256 << 10 };

static sem_t cloned;     /* a helper has cloned its worker */
static long exit_signal; /* of the workers: 0, or SIGCHLD when traced */

bool uci_is_parallel(void)
{
    return uci_load_acquire(uci_outermost) != 0;
}

void uci_workers_forget(void)
{
    uci_workers_started = false;
    uci_end_workers_forget();
}

void uci_start_self(void)
{
    uci_store_relaxed(&uci_self.pid, (pid_t)syscall(SYS_getpid));
    uci_store_relaxed(&uci_self.state, UCI_STATE_RUNNING);
    uci_spawn_thread = gettid();
}

static void refuse_end(void *unused)
{
    (void)unused;
    if (uci_home_is_parallel())
        uci_thread_end_in_task(NULL);
    uci_fatal("main ends by pthread_exit, in a program for clusters: let it "
              "return");
}

void uci_start_watch_end(void)
{
    uci_thread_end_prepare(refuse_end, uci_sched_stack);
    uci_thread_end_watch();
}

/*
 * Sets the OOM score of this process, which the workers inherit, and puts the
 * old one into `old'.  The kernel's OOM killer is to take a worker before
 * worker 0, which can say what has happened.  The workers do not set it
 * themselves, since the open file would for a moment take a descriptor that the
 * program expects to be free.
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

void uci_workers_done(void)
{
    if (uci_id == 0) /* exit() runs in another thread of this process */
        for (;;)
            pause();
    uci_trace(end, 0);
    if (uci_transport) /* rank 0 ends this one by a message */
        for (;; usleep(1000))
            uci_am_poll();
    uci_output_flush_all();
    _exit(0);
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
    uci_exit_start_worker();
    uci_sched_stack = uci_context_below();
    uci_start_watch_end();
    uci_store_relaxed(&uci_self.limit, 0);
    uci_store_relaxed(&uci_self.idle_since, uci_stats_began());
    uci_sched_start();
    uci_trace(begin, 0);
    uci_context_enter((void (*)(void *))uci_sched_loop, NULL, uci_sched_stack);
}

/*
 * True if a debugger traces this process.  The kernel reports a clone with exit
 * signal 0 to it as a new thread, and gdb would put the breakpoints of such a
 * worker into the memory of worker 0.  A clone with SIGCHLD is reported as a
 * fork.
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

/* A helper thread: clones worker `argument', then waits for its end. */
static void *watch_worker(void *argument)
{
    unsigned id = (unsigned)(uintptr_t)argument;
    pid_t parent = (pid_t)syscall(SYS_getpid);
    pid_t pid = uci_clone(CLONE_FILES | CLONE_FS | exit_signal);
    if (pid == 0)
        run_worker(id, parent);
    if (pid < 0)
        uci_fatal("cannot start worker %u of %u: %s; lower UCILK_NWORKERS, or "
                  "%s",
                  id, uci_world->n_workers, strerror(errno),
                  uci_helper_remedy(errno));
    uci_store_relaxed(&uci_peer(id)->pid, pid);
    sem_post(&cloned);
    siginfo_t info;
    while (syscall(SYS_waitid, P_PID, pid, &info, WEXITED | __WALL, NULL) != 0)
        if (errno != EINTR)
            uci_fatal("cannot wait for worker %u: %s", id, strerror(errno));
    uci_end_workers_reaped(id, info.si_code, info.si_status);
    return NULL;
}

/* Called by worker 0 at a region's first spawn, with its outermost frame:
 * clones the others, or gives them main's data. */
static void start_workers(struct ucilk_abi_frame *frame)
{
    (void)frame;
    if (uci_workers_started) {
        if (uci_world->n_forked > 1) {
            uci_output_flush();
            uci_data_begin_region();
        }
        return;
    }
    uci_workers_started = true;
    uci_exit_start_workers();
    if (uci_world->n_forked == 1)
        return;
    uci_views_close();
    uci_data_start_workers();
    uci_world->has_barrier = uci_deque_register_barrier();
    if (!uci_world->has_barrier)
        uci_running_limit = 0; /* D3: pops of the slow path fence */
    for (unsigned i = 1; i < uci_world->n_workers; i++)
        uci_deque_start(uci_peer(i));
    fflush(NULL); /* or every worker would write what is buffered, too */
    uci_output_by_lines();
    uci_end_workers_start();
    sem_init(&cloned, 0, 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HELPER_STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    char score[32] = "";
    set_oom_score("500", score);
    exit_signal = is_traced() ? SIGCHLD : 0;
    uci_data_begin_region();
    /* Helpers inherit the mask: signals for the program are not for them. */
    sigset_t old;
    uci_crash_block_others(&old);
    for (unsigned i = 1; i < uci_world->n_workers; i++) {
        pthread_t helper;
        int error = pthread_create(&helper, &attributes, watch_worker,
                                   (void *)(uintptr_t)i);
        if (error)
            uci_fatal("cannot start worker %u of %u: %s; lower UCILK_NWORKERS, "
                      "or %s",
                      i, uci_world->n_workers, strerror(error),
                      uci_helper_remedy(error));
        while (sem_wait(&cloned) != 0)
            ;
        uci_end_workers_expect(i);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    set_oom_score(score, NULL);
    pthread_attr_destroy(&attributes);
}

void uci_start_world(unsigned n_workers)
{
    uci_world_create(n_workers, uci_options.stack_size, uci_options.evac_size);
    uci_start_self();
    uci_spawn_start_workers = start_workers;
    uci_sched_done = uci_workers_done;
    uci_running_limit = *uci_options.test_steal ? 0 : UCI_REGION_END;
    uci_world->n_cpus = uci_options.cpus;
    uci_deque_start(&uci_self);
    uci_sched_start();
}
