/*
 * The end of a program: the handlers of atexit, on_exit and at_quick_exit run
 * once, in the launching process, also those that tasks registered in other
 * workers of the machine; tasks on other ranks of a cluster cannot.
 */
#define _GNU_SOURCE
#include "start/start.h"

#include "cluster/spawn_slow.h"
#include "base/message.h"
#include "libc/process/server.h"
#include "seam/heap.h"
#include "seam/worker.h"
#include "start/tools.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

struct uci_handler {
    void (*run)(void);                /* atexit's, or NULL */
    void (*run_on_exit)(int, void *); /* on_exit's */
    void *argument;
    struct uci_handler *next; /* registered before */
};

int __cxa_atexit(void (*run)(void *), void *argument, void *object);
int __cxa_at_quick_exit(void (*run)(void *), void *object);
extern void *__dso_handle __attribute__((visibility("hidden")));

/*
 * Once the workers are there, a list that all see; before, libc's.  Also in
 * the launching process's other threads (a helper that runs exit among them):
 * the heap is not theirs.
 */
static bool is_libcs(void)
{
    return !uci_world || !uci_workers_started() ||
           (uci_id == 0 && gettid() != uci_spawn_thread);
}

/* The end is rank 0's: a handler that another rank has would never run. */
static void refuse_elsewhere(const char *function)
{
    char where[256];
    if (!uci_transport || uci_id == 0)
        return;
    uci_where_text(uci_id, where);
    uci_claim_report();
    uci_fatal("%s %s, on rank %u: on a cluster handlers for the program's end "
              "are rank 0's; call it in main before the first spawn, or after "
              "a region's end",
              function, where, uci_id);
}

static int add(_Atomic(struct uci_handler *) *list, struct uci_handler handler)
{
    struct uci_handler *h = uci_heap_alloc(sizeof *h);
    *h = handler;
    h->next = uci_load_acquire(list);
    while (!uci_cas_seqcst(list, &h->next, h))
        ;
    return 0;
}

/* The newest, taken off the list, or NULL. */
static struct uci_handler *take(_Atomic(struct uci_handler *) *list)
{
    struct uci_handler *h = uci_load_acquire(list);
    while (h && !uci_cas_seqcst(list, &h, h->next))
        ;
    return h;
}

int atexit(void (*run)(void))
{
    refuse_elsewhere("atexit");
    if (is_libcs())
        return __cxa_atexit((void (*)(void *))run, NULL, &__dso_handle);
    return add(&uci_world->handlers, (struct uci_handler){.run = run});
}

UCI_LIBC_WEAK(on_exit);
int on_exit(void (*run)(int, void *), void *argument)
{
    refuse_elsewhere("on_exit");
    if (is_libcs())
        return UCI_LIBC_REAL(on_exit)(run, argument);
    return add(&uci_world->handlers, (struct uci_handler){
                                         .run_on_exit = run,
                                         .argument = argument,
                                     });
}

int at_quick_exit(void (*run)(void))
{
    refuse_elsewhere("at_quick_exit");
    if (is_libcs())
        return __cxa_at_quick_exit((void (*)(void *))run, &__dso_handle);
    return add(&uci_world->quick_handlers, (struct uci_handler){.run = run});
}

static void run_quick_exit(void *status)
{
    struct uci_handler *h;
    while (uci_workers_started() &&
           (h = take(&uci_world->quick_handlers)) != NULL)
        h->run();
    UCI_LIBC_REAL(quick_exit)(*(int *)status);
}

void quick_exit(int status)
{
    if (uci_transport && uci_id != 0)
        uci_end_elsewhere(status, true);
    if (uci_server_is_elsewhere())
        uci_server_call(run_quick_exit, &status, sizeof status, true);
    run_quick_exit(&status);
    _exit(status); /* not reached */
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
static void run_handlers(int status, void *unused)
{
    (void)unused;
    if (!uci_workers_claim_exit())
        for (;;)
            pause();
    struct uci_handler *h;
    while ((h = take(&uci_world->handlers)) != NULL) {
        if (h->run)
            h->run();
        else
            h->run_on_exit(status, h->argument);
    }
}

static void finish(void)
{
    if (uci_transport)
        uci_end_all();
    else
        uci_workers_end();
    uci_libc_finish();
    uci_stats_report();
    uci_tools_finish();
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
    UCI_LIBC_REAL(on_exit)(run_handlers, NULL);
}
