/*
 * Threads of the program's own are worker 0's, also those that a task makes in
 * another worker: a worker has one thread.  What such a task hands over must
 * not lie on its stack, which worker 0 does not have.
 */
#define _GNU_SOURCE
#include "libc/process/server.h"

#include "base/message.h"
#include "mem/region.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

/* clang-format off */
UCI_LIBC_WEAK(pthread_create); UCI_LIBC_WEAK(thrd_create);
UCI_LIBC_WEAK(pthread_join); UCI_LIBC_WEAK(thrd_join);
UCI_LIBC_WEAK(pthread_detach); UCI_LIBC_WEAK(thrd_detach);
UCI_LIBC_WEAK(pthread_cancel); UCI_LIBC_WEAK(pthread_kill);
/* clang-format on */

struct request {
    enum { CREATE, CREATE_C11, JOIN, JOIN_C11, DETACH, CANCEL, KILL } what;
    pthread_t thread;
    pthread_attr_t attributes;
    void *(*run)(void *);
    thrd_start_t run_c11;
    void *argument, *result;
    sigset_t mask, own; /* the caller's; the server's */
    int number, answer;
};

static void run_request(void *argument)
{
    struct request *r = argument;
    switch (r->what) {
    case CREATE:
        r->answer = UCI_LIBC_REAL(pthread_create)(&r->thread, &r->attributes,
                                                  r->run, r->argument);
        break;
    case CREATE_C11:
        UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, &r->mask, &r->own);
        r->answer =
            UCI_LIBC_REAL(thrd_create)(&r->thread, r->run_c11, r->argument);
        UCI_LIBC_REAL(pthread_sigmask)(SIG_SETMASK, &r->own, NULL);
        break;
    case JOIN:
        r->answer = UCI_LIBC_REAL(pthread_join)(r->thread, &r->result);
        break;
    case JOIN_C11:
        r->answer = UCI_LIBC_REAL(thrd_join)(r->thread, &r->number);
        break;
    case DETACH:
        r->answer = UCI_LIBC_REAL(pthread_detach)(r->thread);
        break;
    case CANCEL:
        r->answer = UCI_LIBC_REAL(pthread_cancel)(r->thread);
        break;
    case KILL:
        r->answer = UCI_LIBC_REAL(pthread_kill)(r->thread, r->number);
    }
}

static void ask(struct request *r, bool takes_long)
{
    uci_server_call(run_request, r, sizeof *r, takes_long);
}

static void check(const char *function, const void *argument)
{
    if (uci_region_holds((uintptr_t)argument))
        uci_fatal("%s in a task: its argument %p is on the task's stack, which "
                  "the thread does not have; pass memory from malloc, or a "
                  "global variable",
                  function, argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*run)(void *), void *argument)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(pthread_create)(thread, attributes, run, argument);
    check("pthread_create", argument);
    struct request r = {.what = CREATE, .run = run, .argument = argument};
    if (attributes)
        r.attributes = *attributes;
    else
        pthread_attr_init(&r.attributes);
    pthread_sigmask(SIG_BLOCK, NULL, &r.mask);
    pthread_attr_setsigmask_np(&r.attributes, &r.mask);
    ask(&r, false);
    if (r.answer == 0)
        *thread = r.thread;
    return r.answer;
}

int thrd_create(thrd_t *thread, thrd_start_t run, void *argument)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(thrd_create)(thread, run, argument);
    check("thrd_create", argument);
    struct request r = {
        .what = CREATE_C11, .run_c11 = run, .argument = argument};
    pthread_sigmask(SIG_BLOCK, NULL, &r.mask);
    ask(&r, false);
    if (r.answer == thrd_success)
        *thread = r.thread;
    return r.answer;
}

int pthread_join(pthread_t thread, void **result)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(pthread_join)(thread, result);
    if (thread == pthread_self())
        return EDEADLK;
    struct request r = {.what = JOIN, .thread = thread};
    ask(&r, true);
    if (r.answer == 0 && result)
        *result = r.result;
    return r.answer;
}

int thrd_join(thrd_t thread, int *result)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(thrd_join)(thread, result);
    struct request r = {.what = JOIN_C11, .thread = thread};
    ask(&r, true);
    if (r.answer == thrd_success && result)
        *result = r.number;
    return r.answer;
}

/* The worker's own thread is of its own process. */
static bool is_worker_0s(pthread_t thread)
{
    return uci_server_is_elsewhere() && thread != pthread_self();
}

int pthread_detach(pthread_t thread)
{
    if (!is_worker_0s(thread))
        return UCI_LIBC_REAL(pthread_detach)(thread);
    struct request r = {.what = DETACH, .thread = thread};
    ask(&r, false);
    return r.answer;
}

int thrd_detach(thrd_t thread)
{
    return pthread_detach(thread) == 0 ? thrd_success : thrd_error;
}

int pthread_cancel(pthread_t thread)
{
    if (!is_worker_0s(thread))
        return UCI_LIBC_REAL(pthread_cancel)(thread);
    struct request r = {.what = CANCEL, .thread = thread};
    ask(&r, false);
    return r.answer;
}

int pthread_kill(pthread_t thread, int number)
{
    if (!uci_server_is_elsewhere())
        return UCI_LIBC_REAL(pthread_kill)(thread, number);
    if (thread == pthread_self())
        return number != 0 && raise(number) != 0 ? errno : 0;
    struct request r = {.what = KILL, .thread = thread, .number = number};
    ask(&r, false);
    return r.answer;
}
