/* The pool: the runtime's own threads, their start and their end.  See
 * pool.h. */
#define _GNU_SOURCE
#include "one_machine/pool.h"

#include "arch/x86_64/context.h"
#include "base/helper.h"
#include "base/lock.h"
#include "base/message.h"
#include "base/options.h"
#include "sched/deque.h"
#include "sched/idle.h"
#include "sched/sched.h"
#include "sched/thread_end.h"
#include "sched/heap.h"
#include "base/kind.h"
#include "report/worker_kind.h"
#include "sched/thread.h"
#include "one_machine/chunk.h"
#include "one_machine/crash.h"
#include "one_machine/first_cpus.h"
#include "report/stats.h"
#include "report/watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCHEDULER_STACK = 256 << 10 };

static _Atomic uint32_t lock;
static _Atomic uint32_t is_prepared, is_started;
static pthread_t *threads;
static struct uci_worker **blocks;

void uci_world_forget(void);

/* Ends the program if a launcher of MPI has started it as one of several
 * ranks. */
static void refuse_ranks(void)
{
    static const char *const variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *size = secure_getenv(variables[i]);
        if (size && strtoul(size, NULL, 10) > 1)
            uci_fatal("%s=%s: this program is one of several ranks, but was "
                      "not built for a cluster: compile it with `ucilkcc "
                      "--ucilk-cluster', or set UCILK_TRANSPORT=shm if each is "
                      "to run by itself",
                      variables[i], size);
    }
}

static void at_exit(void)
{
    uci_trace_end();
    uci_stats_report();
}

static void prepare(void)
{
    if (!uci_options_read(environ))
        _exit(UCI_EXIT_ERROR);
    if (uci_options.help) {
        uci_options_print();
        uci_points_print();
        fflush(stdout); /* _exit: our handlers would take the lock */
        _exit(0);
    }
    if (!UCI_IS_GROUPS && strcmp(uci_options.ranks, "shm") != 0)
        refuse_ranks();
    uci_sanitizer_start();
    uintptr_t limit = uci_chunk_start();
    uci_world->n_cpus = uci_options.cpus;
    uci_running_limit =
        *uci_options.test_steal || !uci_chunk_has_shadow() ? 0 : limit;
    static bool registered; /* stays true in a forked child */
    if (!registered) {
        pthread_atfork(NULL, NULL, uci_pool_forget);
        atexit(at_exit);
        uci_stats_start();
        uci_trace_start();
    }
    registered = true;
    if (uci_options.test_timeout)
        uci_watchdog_start(uci_options.test_timeout);
}

void uci_pool_prepare(void)
{
    /* Acquire: with the release at the end. */
    if (uci_likely(uci_load_acquire(&is_prepared)))
        return;
    uci_spin_lock(&lock);
    if (!uci_load_relaxed(&is_prepared))
        prepare();
    uci_store_release(&is_prepared, 1);
    uci_spin_unlock(&lock);
}

unsigned uci_nworkers(void)
{
    uci_pool_prepare();
    return (unsigned)uci_options.nworkers;
}

/* True if no other thread than the caller is a worker. */
static bool is_alone(void)
{
    for (unsigned i = 0; i < uci_load_acquire(&uci_world->n_workers); i++)
        if (uci_peer(i) != uci_worker_self() &&
            uci_load_acquire(&uci_peer(i)->state) != UCI_STATE_ABSENT)
            return false;
    return true;
}

int uci_nworkers_set(unsigned n)
{
    char value[16];
    int status = 0;
    if (n == 0 || n > UCI_MOST_WORKERS)
        return -EINVAL;
    snprintf(value, sizeof value, "%u", n);
    uci_spin_lock(&lock);
    bool is_read = uci_load_relaxed(&is_prepared);
    /* The pool must not have been started, or have been shut down. */
    if (is_read && (uci_load_relaxed(&is_started) || !is_alone()))
        status = -EBUSY;
    else if (setenv("UCILK_NWORKERS", value, 1) != 0)
        status = -ENOMEM;
    else if (is_read)
        uci_options.nworkers = n;
    uci_spin_unlock(&lock);
    return status;
}

/* --- A thread of the pool --- */

static UCI_PER_WORKER uintptr_t first_context;

static void run(void *unused, uintptr_t sp)
{
    (void)unused;
    first_context = sp;
    uci_sched_loop();
}

static __attribute__((noreturn)) void done(void)
{
    uci_context_resume(first_context, NULL);
}

/* The thread has the signal mask of the one that started the pool, but accepts
 * faults: one that is blocked would end the program without a message. */
static void accept_faults(void)
{
    sigset_t faults;
    sigemptyset(&faults);
    sigaddset(&faults, SIGSEGV);
    sigaddset(&faults, SIGBUS);
    sigaddset(&faults, SIGFPE);
    sigaddset(&faults, SIGILL);
    pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
}

/*
 * The CPUs that the program may use; empty if they are not known, or if there
 * is only one.  A thread often begins on the CPU of the thread that makes it,
 * which is busy (wake_elsewhere in sched/idle.c), and would wait there for the
 * next tick, 4 ms.  So the pool's threads begin on the other CPUs, and take all
 * of them when they run.
 */
static cpu_set_t cpus_of_program;

static void begin_elsewhere(pthread_attr_t *attributes)
{
    int cpu = sched_getcpu();
    if (sched_getaffinity(0, sizeof cpus_of_program, &cpus_of_program) != 0)
        CPU_ZERO(&cpus_of_program);
    cpu_set_t others = cpus_of_program;
    if (cpu >= 0 && cpu < CPU_SETSIZE)
        CPU_CLR(cpu, &others);
    if (CPU_COUNT(&others) == 0 || !uci_first_cpus_set(attributes, &others))
        CPU_ZERO(&cpus_of_program);
}

static void take_all_cpus(void)
{
    if (CPU_COUNT(&cpus_of_program) > 0)
        sched_setaffinity(0, sizeof cpus_of_program, &cpus_of_program);
}

static void *thread_main(void *block)
{
    take_all_cpus();
    struct uci_worker *w = block;
    char name[16];
    snprintf(name, sizeof name, "ucilk/%u", w->id);
    pthread_setname_np(pthread_self(), name);
    uci_worker_become(w);
    uci_crash_enter(w);
    accept_faults();
    w->sched_stack = uci_context_below();
    if (uci_sanitized())
        uci_sanitizer_enter(w, NULL);
    pthread_cleanup_push(uci_thread_end_in_task, NULL);
    uci_context_suspend(run, NULL, w->sched_stack);
    pthread_cleanup_pop(0);
    uci_crash_forget(w);
    uci_worker_leave();
    return NULL;
}

/* D3: called before the pool's threads start.  If the kernel has no membarrier,
 * all pops fence. */
static void register_barrier(void)
{
    if (!uci_world->has_barrier && uci_deque_register_barrier())
        uci_world->has_barrier = true;
}

static void start(void)
{
    unsigned n = (unsigned)uci_options.nworkers - 1;
    uci_sched_done = done;
    uci_store_relaxed(&uci_world->done, 0);
    uci_workers_started = true;
    uci_crash_start();
    if (n == 0)
        return;
    register_barrier();
    /* The caller's block may have been made for a program without a pool. */
    uci_self.slack = uci_world->has_barrier ? UCI_SLACK : UCI_SLACK_ALL;
    uci_deque_note(uci_worker_self(), uci_load_relaxed(&uci_self.H));
    free(threads); /* in a forked child, those of its parent */
    free(blocks);
    threads = calloc(n, sizeof *threads);
    blocks = calloc(n, sizeof *blocks);
    if (!threads || !blocks)
        uci_fatal("no memory for %u workers: lower UCILK_NWORKERS", n);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SCHEDULER_STACK);
    begin_elsewhere(&attributes);
    for (unsigned i = 0; i < n; i++) {
        blocks[i] = uci_worker_make();
        blocks[i]->is_guest = false;
        uci_store_relaxed(&blocks[i]->state, UCI_STATE_SCHEDULER);
    }
    for (unsigned i = 0; i < n; i++) {
        int error =
            pthread_create(&threads[i], &attributes, thread_main, blocks[i]);
        if (error)
            uci_fatal("cannot start worker %u of %u: %s; lower UCILK_NWORKERS, "
                      "or %s",
                      i + 1, n + 1, strerror(error), uci_helper_remedy(error));
    }
    pthread_attr_destroy(&attributes);
    uci_world->n_pool = n;
}

void uci_pool_start(void)
{
    if (uci_likely(uci_load_acquire(&is_started)))
        return;
    uci_spin_lock(&lock);
    if (!uci_load_relaxed(&is_started))
        start();
    uci_store_release(&is_started, 1);
    uci_spin_unlock(&lock);
}

bool uci_is_parallel(void)
{
    for (unsigned i = 0; i < uci_load_acquire(&uci_world->n_workers); i++)
        if (uci_load_acquire(&uci_peer(i)->main.outermost) != 0)
            return true;
    return false;
}

static void end(void)
{
    uci_store_seqcst(&uci_world->done, 1);
    uci_idle_wake_all();
    for (unsigned i = 0; i < uci_world->n_pool; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    free(blocks);
    threads = NULL;
    blocks = NULL;
    uci_world->n_pool = 0;
    uci_crash_end();
    if (!uci_self.is_foreign)
        uci_crash_forget(uci_worker_self());
}

int uci_workers_shutdown(void)
{
    int result = 0;
    uci_spin_lock(&lock);
    if (uci_load_relaxed(&is_started)) {
        /* Sequentially consistent: here is_started, then the regions; a guest
         * that opens one writes `outermost', then reads is_started, with the
         * fence of uci_home_begins between.  So we see its region, or it sees
         * that there is no pool, and waits for the lock to start one. */
        uci_store_seqcst(&is_started, 0);
        if (uci_is_parallel()) {
            uci_store_release(&is_started, 1);
            result = -EBUSY;
        } else {
            end();
        }
    }
    uci_spin_unlock(&lock);
    return result;
}

/* The process that loaded the library, if it wants statistics; its forked
 * children have none to report before they spawn. */
static pid_t reporter;

static __attribute__((constructor)) void load(void)
{
    if (secure_getenv("UCILK_STATS"))
        reporter = getpid();
    uci_guest_watch_main();
}

/* The statistics of a program that has not spawned, which say so. */
static void report_unused(void)
{
    if (reporter != getpid() || !uci_options_read(environ))
        return;
    uci_stats_start();
    uci_stats_report();
}

/* The library is unloaded, or the program ends.  All memory is given back,
 * since a plug-in may be loaded and unloaded many times. */
static __attribute__((destructor)) void unload(void)
{
    uci_guest_forget_key();
    if (!uci_load_acquire(&is_prepared)) {
        report_unused();
        return;
    }
    if (uci_workers_shutdown() != 0 || !is_alone())
        return;
    uci_worker_unmap_all();
    uci_trace_unmap_header();
    uci_heap_unmap();
    uci_chunk_unmap();
    uci_pool_forget();
}

void uci_pool_forget(void)
{
    uci_stats_forget();
    uci_trace_forget();
    uci_store_relaxed(&lock, 0);
    uci_store_relaxed(&is_started, 0);
    uci_store_relaxed(&is_prepared, 0);
    uci_chunk_forget();
    uci_world_forget();
}
