/*
 * UCILK_TEST_TIMEOUT: a helper thread ends a program that hangs, and prints
 * where each worker stands.  See watchdog.h.
 */
#define _GNU_SOURCE
#include "base/helper.h"
#include "base/message.h"
#include "sched/deque.h"
#include "sched/record.h"
#include "sched/sched.h"
#include "report/watchdog.h"

#include "sched/words.h"
#include "report/worker_kind.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    EXIT_TIMEOUT = 124,
    LOOK_ON = 2, /* seconds, which show whether it hangs or is slow */
};

/* The kernel's state of a process: R for running, S for asleep, ... */
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

/* Where a worker's thread reports, and who has arrived there. */
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
    else if (!uci_is_near(uci_ref_rank(ref)))
        snprintf(buffer, 256, "record %#lx of worker %u, far away",
                 (unsigned long)ref, uci_ref_rank(ref));
    else
        snprintf(buffer, 256, "record %#lx of worker %u, arrived %lu",
                 (unsigned long)ref, uci_ref_rank(ref),
                 uci_load_acquire(&r->arrived));
}

/* Whether a thread is in the ready queue, and who has locked it. */
static void queue_text(struct uci_worker *w, char buffer[64])
{
    uint64_t lock = uci_load_acquire(&w->ready_lock);
    const char *what = uci_load_acquire(&w->ready) ? "not empty" : "empty";
    if (lock)
        snprintf(buffer, 64, "%s, locked by worker %ld", what, (long)lock - 1);
    else
        snprintf(buffer, 64, "%s", what);
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
    char where[256], record[256], queue[64];
    pid_t pid = uci_load_relaxed(&w->pid);
    struct uci_slot *h = uci_deque_head(w);
    uci_where_text(i, where);
    record_text(uci_load_acquire(&t[-1].record), uci_sched_task_of(w), record);
    queue_text(w, queue);
    uci_message(
        "worker %u (" UCI_WORKER_KIND
        " %d, %c): %s, %s; deque H %ld T %ld %s, %ld entries, above %s; "
        "ready queue %s; limit %s, wake %u; last event: %s",
        i, (int)pid, kernel_state(pid), states[uci_load_acquire(&w->state) % 4],
        where, (long)(h - w->slots), (long)(t - w->slots),
        uci_load_acquire(&w->H) & UCI_LOCKED ? "locked" : "unlocked",
        t > h ? (long)(t - h) : 0l, record, queue,
        uci_load_acquire(&w->limit) ? "set" : "0", uci_load_acquire(&w->wake),
        uci_point_table[w->points.last].where);
}

void uci_watchdog_print(void)
{
    char asked[64];
    for (unsigned i = 0; i < uci_n_near; i++)
        print_worker(uci_near_first + i);
    if (uci_am_awaited(asked))
        uci_message("worker %u waits for the answer to its %s", uci_id, asked);
    const struct uci_main *main = &uci_peer(uci_is_near(0) ? 0 : uci_id)->main;
    uci_message(
        "outermost frame %#lx, mailbox %s, watcher %d, armed %u, naps %u, "
        "detached %lu, exiting %u, done %u",
        uci_load_acquire(uci_outermost),
        uci_load_acquire(&main->home) ? "full" : "empty",
        (int)uci_load_acquire(&uci_world->watcher) - 1,
        uci_load_acquire(&uci_world->armed), uci_load_acquire(&uci_world->naps),
        uci_load_acquire(&main->detached),
        uci_load_acquire(&uci_world->exiting),
        uci_load_acquire(&uci_world->done));
}

static void rest(time_t seconds)
{
    struct timespec time = {seconds, 0};
    while (nanosleep(&time, &time) != 0)
        ;
}

/* What a worker has counted so far. */
struct progress {
    struct uci_counters counters;
    unsigned long hits[UCI_N_POINTS];
};

static struct progress progress_of(unsigned i)
{
    const struct uci_worker *w = uci_peer(i);
    struct progress p = {.counters = w->counters};
    memcpy(p.hits, w->points.hits, sizeof p.hits);
    return p;
}

static void add_text(char *text, size_t size, const char *name, uint64_t n)
{
    size_t used = strlen(text);
    if (n > 0)
        snprintf(text + used, size - used, "%s%s %lu", used ? ", " : "", name,
                 (unsigned long)n);
}

/* Prints what worker i has counted since.  If it has only looked for work, it
 * hangs; if it has passed points of tasks, it is slow. */
static void print_progress(unsigned i, const struct progress *before)
{
    char text[2048] = "";
    struct progress now = progress_of(i);
    for (unsigned k = 0; k < UCI_N_POINTS; k++)
        add_text(text, sizeof text, uci_point_table[k].name,
                 now.hits[k] - before->hits[k]);
#define COUNTER(field, title)                                                  \
    add_text(text, sizeof text, #field,                                        \
             now.counters.field - before->counters.field);
#include "trace/counters.def"
#undef COUNTER
    uci_message("worker %u, in %d s more: %s", i, LOOK_ON,
                *text ? text : "nothing");
}

static _Atomic uint32_t is_watching;

static void *watch(void *seconds)
{
    uci_store_release(&is_watching, 1);
    rest((time_t)(uintptr_t)seconds);
    uci_message("no end after %lu s (UCILK_TEST_TIMEOUT)",
                (unsigned long)(uintptr_t)seconds);
    uci_watchdog_print();
    struct progress before[uci_n_near + 1];
    for (unsigned i = 0; i < uci_n_near; i++)
        before[i] = progress_of(uci_near_first + i);
    rest(LOOK_ON);
    for (unsigned i = 0; i < uci_n_near; i++)
        print_progress(uci_near_first + i, &before[i]);
    rest(uci_far_is_there ? 1
                          : 0); /* the first rank that ends ends all others */
    _exit(EXIT_TIMEOUT);
}

void uci_watchdog_start(unsigned long seconds)
{
    int error = uci_helper_start(watch, (void *)seconds, NULL, 0);
    if (error)
        uci_fatal("cannot start the watchdog of UCILK_TEST_TIMEOUT: %s; %s",
                  strerror(error), uci_helper_remedy(error));
    /* The runtime may be in a plug-in: the thread must not begin when that has
     * been unloaded. */
    while (!uci_load_acquire(&is_watching))
        sched_yield();
}
