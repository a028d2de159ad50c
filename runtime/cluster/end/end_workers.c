/*
 * The end of the worker processes: of all at the program's end, or of one
 * before it, which ends the program.
 */
#define _GNU_SOURCE
#include "cluster/end/process_end.h"

#include "cluster/data/data.h"
#include "cluster/sched/where.h"
#include "base/cpus.h"
#include "base/message.h"
#include "report/stats.h"
#include "sched/home.h"
#include "sched/idle.h"
#include "report/worker_kind.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static sem_t reaped;          /* counts the workers that have ended */
static unsigned n_running;    /* workers that were cloned; 0 after the end */
static _Atomic pid_t exiting; /* worker 0's thread that runs exit() */
static bool exit_is_ours;     /* a helper runs exit() for a worker */
/* Kills by the OOM killer before the first worker was started: in our cgroups,
 * and on the machine. */
static unsigned long cgroup_oom_kills, system_oom_kills;
static _Atomic uint32_t has_reported; /* a worker's death has been reported */

void uci_end_workers_start(void)
{
    cgroup_oom_kills = uci_cgroup_oom_kills();
    system_oom_kills = uci_system_oom_kills();
    sem_init(&reaped, 0, 0);
}

void uci_end_workers_expect(unsigned n)
{
    n_running = n;
}

bool uci_end_claim(void)
{
    pid_t none = 0;
    if (!uci_cas_seqcst(&exiting, &none, gettid()) && none != gettid())
        return false;
    if (uci_checks)
        uci_checks->stop();
    /* Has no effect if a task of another worker was first: we run exit() for
     * it. */
    uint32_t nobody = 0;
    uci_cas_seqcst(&uci_world->exiting, &nobody, 1 + uci_id);
    uci_point(exit_claimed);
    return true;
}

void uci_end_workers_forget(void)
{
    n_running = 0;
    uci_store_relaxed(&exiting, 0);
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

/* A worker has ended before the program was done.  Returns only if worker 0 is
 * in exit() already. */
static void report_death(unsigned id, int code, int status)
{
    if (code == CLD_EXITED && uci_load_acquire(&uci_world->exiting) == 1 + id) {
        if (!uci_end_claim())
            return;
        exit_is_ours = true;
        uci_tally(exit_taken);
        exit(uci_world->exit_status);
    }
    uci_point(worker_died);
    uci_stats_report_death();
    if (code == CLD_EXITED) /* a task has called _exit */
        _exit(status);
    if (status == SIGPIPE) /* nobody reads the output: no message, as in C */
        _exit(128 + status);
    uint32_t no = 0;
    if (!uci_cas_seqcst(&has_reported, &no, 1))
        for (;;) /* there is one message; its writer ends the program */
            pause();
    if (status ==
        SIGKILL) /* if memory is short the others must not take more */
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

void uci_end_workers_reaped(unsigned id, int code, int status)
{
    if (!uci_load_acquire(&uci_world->done))
        report_death(id, code, status);
    uci_store_release(&uci_peer(id)->state, UCI_STATE_ABSENT);
    sem_post(&reaped);
}

/* Waits until *missing more workers have been reaped; false if that takes
 * longer than so many seconds. */
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
    /* E1.  Sequentially consistent: with the store in uci_sched_leave. */
    return uci_load_seqcst(&w->state) == UCI_STATE_RUNNING;
}

void uci_end_workers(void)
{
    if (n_running == 0)
        return;
    unsigned missing = n_running - (exit_is_ours ? 1 : 0);
    uci_store_seqcst(&uci_world->done, 1);
    uci_point(exit_done);
    uci_idle_wake_all();
    /* E1: if a region is open a task has called exit().  Otherwise a worker
     * whose state is still `running' is on its way to the scheduler. */
    if (uci_home_is_parallel())
        kill_workers(is_running);
    if (!wait_reaped(&missing, 5)) {
        kill_workers(is_present);
        wait_reaped(&missing, 5);
    }
    n_running = 0;
}
