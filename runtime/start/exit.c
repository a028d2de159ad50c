/*
 * The end of a program: atexit handlers run once, in the launching process,
 * also those that tasks registered in other workers.
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "api/spawn.h"
#include "libc/libc.h"
#include "mem/heap.h"
#include "net/worker.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

struct uci_handler {
    void (*run)(void);
    struct uci_handler *next; /* registered before */
};

int __cxa_atexit(void (*run)(void *), void *argument, void *object);
extern void *__dso_handle __attribute__((visibility("hidden")));

/*
 * Once the workers are there, a list that all see; before, libc's.  Also in
 * the launching process's other threads (a helper that runs exit among them):
 * the heap is not theirs.
 */
int atexit(void (*run)(void))
{
    if (!uci_world || !uci_workers_started() ||
        (uci_id == 0 && gettid() != uci_spawn_thread))
        return __cxa_atexit((void (*)(void *))run, NULL, &__dso_handle);
    struct uci_handler *h = uci_heap_alloc(sizeof *h);
    h->run = run;
    h->next = uci_load_acquire(&uci_world->handlers);
    while (!uci_cas_seqcst(&uci_world->handlers, &h->next, h))
        ;
    return 0;
}

/*
 * In worker 0 one thread runs exit; any other that calls it waits here for
 * the end.  It must not get into libc's list of handlers: each is in there
 * once, so it would skip those that are running, and end the process before
 * they have ended.  Other workers go to leave_on_exit.
 */
void exit(int status)
{
    static void (*real)(int) __attribute__((noreturn));
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "exit");
    if (uci_world && uci_id == 0 && !uci_workers_claim_exit()) {
        uci_tally(exit_waits);
        for (;;)
            pause();
    }
    /* A handler's continuation must not be stolen, and exit with it. */
    if (uci_world && gettid() == uci_spawn_thread)
        uci_spawn_end();
    real(status);
}

/* The first handler to run.  libc's own calls of exit (error, err) come here
 * without a claim. */
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
    uci_libc_finish();
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
