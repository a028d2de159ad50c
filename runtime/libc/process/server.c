/* Calls for other workers.  See server.h. */
#define _GNU_SOURCE
#include "libc/process/server.h"

#include "base/message.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SERVER_STACK = 256 << 10 };

enum { NOTHING, ASKED, TAKEN, DONE };

/* One per worker, which has one thread. */
struct call {
    _Atomic uint32_t state; /* futex of the worker */
    bool takes_long;
    int error; /* errno */
    void (*run)(void *);
    char arguments[UCI_SERVER_BYTES] __attribute__((aligned(16)));
};

struct shared {
    _Atomic uint32_t n_asked; /* futex of the server */
    sigset_t mask;
    struct call calls[];
};

static struct shared *shared;

static void wait_for(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

const sigset_t *uci_server_program_mask(void)
{
    return &shared->mask;
}

void uci_server_call(void (*run)(void *), void *arguments, size_t size,
                     bool takes_long)
{
    struct call *c = &shared->calls[uci_id];
    /* No handler is to call as well meanwhile. */
    sigset_t all, old;
    uci_libc_fill_mask(&all);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_BLOCK, &all, &old);
    UCI_CHECK_OP(size, <=, sizeof c->arguments);
    UCI_CHECK_EQ(uci_load_relaxed(&c->state), NOTHING);
    c->run = run;
    c->takes_long = takes_long;
    c->error = errno;
    memcpy(c->arguments, arguments, size);
    /* Release: what was asked for, with the server's acquire. */
    uci_store_release(&c->state, ASKED);
    uci_fetch_add_seqcst(&shared->n_asked, 1);
    wake(&shared->n_asked);
    uint32_t state;
    /* Acquire: the answer, with the release in serve. */
    while ((state = uci_load_acquire(&c->state)) != DONE)
        wait_for(&c->state, state);
    memcpy(arguments, c->arguments, size);
    int error = c->error;
    uci_store_relaxed(&c->state, NOTHING);
    UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, &old, NULL);
    errno = error;
}

static void *serve(void *call)
{
    struct call *c = call;
    errno = c->error;
    c->run(c->arguments);
    c->error = errno;
    uci_store_release(&c->state, DONE);
    wake(&c->state);
    return NULL;
}

static int start_thread(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SERVER_STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int error = pthread_create(&thread, &attributes, run, argument);
    pthread_attr_destroy(&attributes);
    return error;
}

static void *run_server(void *unused)
{
    (void)unused;
    for (;;) {
        /* Before the look at the calls: one that comes later changes it. */
        uint32_t n = uci_load_seqcst(&shared->n_asked);
        for (unsigned i = 1; i < uci_world->n_workers; i++) {
            struct call *c = &shared->calls[i];
            if (uci_load_acquire(&c->state) != ASKED)
                continue;
            uci_store_relaxed(&c->state, TAKEN);
            if (!c->takes_long)
                serve(c);
            else if (start_thread(serve, c) != 0)
                uci_fatal("worker 0 cannot start a thread for a call of "
                          "worker %u that waits; raise the limit on processes "
                          "(ulimit -u, pids cgroup)",
                          i);
        }
        wait_for(&shared->n_asked, n);
    }
}

void uci_server_prepare(void)
{
    shared = uci_libc_shared(sizeof *shared +
                             uci_world->n_workers * sizeof shared->calls[0]);
    pthread_sigmask(SIG_SETMASK, NULL, &shared->mask);
}

void uci_server_start(void)
{
    int error = start_thread(run_server, NULL);
    if (error)
        uci_fatal("cannot start the thread of worker 0 that serves the "
                  "others: %s; raise the limit on processes (ulimit -u)",
                  strerror(error));
}
