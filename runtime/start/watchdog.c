/*
 * For tests: a program that hangs says where each worker stands, and ends.
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "base/message.h"
#include "sched/deque.h"
#include "sched/sched.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_TIMEOUT = 124 };

void uci_watchdog_print(void)
{
    static const char *const states[] = {"absent", "running",
                                         "in the scheduler", "napping"};
    for (unsigned i = 0; i < uci_world->n_workers; i++) {
        struct uci_worker *w = uci_peer(i);
        char where[256];
        struct uci_slot *t = uci_load_acquire(&w->T);
        uintptr_t head = uci_load_acquire(&w->H);
        uci_where_text(i, where);
        uci_message(
            "worker %u (process %d): %s, %s; deque [%ld, %ld)%s, record "
            "below it %#lx; ready queue %s; last event: %s",
            i, (int)uci_load_relaxed(&w->pid),
            states[uci_load_acquire(&w->state) % 4], where,
            (long)(uci_deque_head(w) - w->slots), (long)(t - w->slots),
            head & UCI_LOCKED ? " locked" : "",
            t > w->slots ? (unsigned long)uci_load_acquire(&t[-1].record) : 0ul,
            uci_load_acquire(&w->ready) ? "not empty" : "empty",
            uci_point_table[w->points.last].where);
    }
    uci_message(
        "outermost frame %#lx, mailbox %s, watcher %d, naps %u, done %u",
        uci_load_acquire(&uci_world->outermost),
        uci_load_acquire(&uci_world->home) ? "full" : "empty",
        (int)uci_load_acquire(&uci_world->watcher) - 1,
        uci_load_acquire(&uci_world->naps), uci_load_acquire(&uci_world->done));
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
