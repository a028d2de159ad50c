/*
 * The end of a program: atexit handlers run once, in the launching process,
 * also those that tasks registered in other workers.
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "mem/heap.h"
#include "net/worker.h"

#include <stdlib.h>
#include <unistd.h>

struct uci_handler {
    void (*run)(void);
    struct uci_handler *next; /* registered before */
};

int __cxa_atexit(void (*run)(void *), void *argument, void *object);
extern void *__dso_handle __attribute__((visibility("hidden")));

/* Once the workers are there, a list that all see; before, libc's. */
int atexit(void (*run)(void))
{
    if (!uci_world || !uci_workers_started())
        return __cxa_atexit((void (*)(void *))run, NULL, &__dso_handle);
    struct uci_handler *h = uci_heap_alloc(sizeof *h);
    h->run = run;
    h->next = uci_load_acquire(&uci_world->handlers);
    while (!uci_cas_seqcst(&uci_world->handlers, &h->next, h))
        ;
    return 0;
}

/* The first handler to run, and the end of every other exit: a worker's that
 * lost the race ends in leave_on_exit, a second thread's here. */
static void run_handlers(void)
{
    if (!uci_workers_claim_exit())
        for (;;)
            pause();
    struct uci_handler *h;
    while ((h = uci_load_acquire(&uci_world->handlers)) != NULL) {
        if (uci_cas_seqcst(&uci_world->handlers, &h, h->next))
            h->run();
    }
}

static void finish(void)
{
    uci_workers_end();
    uci_stats_report();
}

void uci_exit_start(void)
{
    __cxa_atexit((void (*)(void *))finish, NULL, &__dso_handle);
}

void uci_exit_start_workers(void)
{
    static bool registered; /* a forked child inherits the handler */
    if (registered)
        return;
    registered = true;
    __cxa_atexit((void (*)(void *))run_handlers, NULL, &__dso_handle);
}
