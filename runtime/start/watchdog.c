/*
 * For tests: a program that hangs says where each worker stands, and ends.
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "base/message.h"
#include "sched/deque.h"
#include "sched/record.h"
#include "sched/sched.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_TIMEOUT = 124 };

/* What the kernel says of the process: R for running, S for asleep, ... */
static char kernel_state(pid_t pid)
{
    char path[32], line[128];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, line, sizeof line - 1);
    if (fd >= 0)
        close(fd);
    line[n > 0 ? n : 0] = '\0';
    const char *name_end = strrchr(line, ')');
    return name_end && name_end[1] ? name_end[2] : '-';
}

/* Where the thread of a worker reports, and whether anybody did. */
static void record_text(uci_ref ref, const struct ucilk_abi_task *task,
                        char buffer[256])
{
    const struct uci_record *r = uci_ref_pointer(ref);
    if (ref == 0)
        snprintf(buffer, 256, "no record");
    else if (ref == UCI_RECORD_ROOT)
        snprintf(buffer, 256, "the root's record");
    else if (ref == UCI_RECORD_NONE)
        snprintf(buffer, 256, "no thread's record");
    else if (task && task->flags & UCILK_ABI_TASK_FUTURE)
        snprintf(buffer, 256, "future %#lx of worker %u", (unsigned long)ref,
                 uci_ref_rank(ref));
    else
        snprintf(buffer, 256, "record %#lx of worker %u, arrived %u",
                 (unsigned long)ref, uci_ref_rank(ref),
                 uci_load_acquire(&r->arrived));
}

static void print_worker(unsigned i)
{
    static const char *const states[] = {"absent", "running",
                                         "in the scheduler", "napping"};
    struct uci_worker *w = uci_peer(i);
    struct uci_slot *t = uci_load_acquire(&w->T);
    if (!t) {
        uci_message("worker %u: not started", i);
        return;
    }
    char where[256], record[256];
    pid_t pid = uci_load_relaxed(&w->pid);
    struct uci_slot *h = uci_deque_head(w);
    uci_where_text(i, where);
    record_text(uci_load_acquire(&t[-1].record), uci_sched_task_of(w), record);
    uci_message(
        "worker %u (process %d, %c): %s, %s; deque H %ld T %ld %s, %ld "
        "entries, "
        "above %s; ready queue %s; limit %s, wake %u; last event: %s",
        i, (int)pid, kernel_state(pid), states[uci_load_acquire(&w->state) % 4],
        where, (long)(h - w->slots), (long)(t - w->slots),
        uci_load_acquire(&w->H) & UCI_LOCKED ? "locked" : "unlocked",
        t > h ? (long)(t - h) : 0l, record,
        uci_load_acquire(&w->ready) ? "not empty" : "empty",
        uci_load_acquire(&w->limit) ? "set" : "0", uci_load_acquire(&w->wake),
        uci_point_table[w->points.last].where);
}

void uci_watchdog_print(void)
{
    for (unsigned i = 0; i < uci_world->n_workers; i++)
        print_worker(i);
    uci_message(
        "outermost frame %#lx, mailbox %s, watcher %d, armed %u, naps %u, "
        "detached %u, exiting %u, done %u",
        uci_load_acquire(&uci_world->outermost),
        uci_load_acquire(&uci_world->home) ? "full" : "empty",
        (int)uci_load_acquire(&uci_world->watcher) - 1,
        uci_load_acquire(&uci_world->armed), uci_load_acquire(&uci_world->naps),
        uci_load_acquire(&uci_world->detached),
        uci_load_acquire(&uci_world->exiting),
        uci_load_acquire(&uci_world->done));
}

static void *watch(void *seconds)
{
    struct timespec time = {(time_t)(uintptr_t)seconds, 0};
    while (nanosleep(&time, &time) != 0)
        ;
    uci_message("no end after %lu s (UCILK_TEST_TIMEOUT)",
                (unsigned long)(uintptr_t)seconds);
    uci_watchdog_print();
    _exit(EXIT_TIMEOUT);
}

void uci_watchdog_start(unsigned long seconds)
{
    pthread_t thread;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int error = pthread_create(&thread, NULL, watch, (void *)seconds);
    if (error)
        uci_fatal("cannot start the watchdog of UCILK_TEST_TIMEOUT: %s",
                  strerror(error));
    pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}
