/*
 * glibc's pthread_exit jumps to the last cleanup handler, or to the bottom of
 * the thread's stack.  So this is a cleanup handler, as the macro
 * pthread_cleanup_push makes it, with a stack of its own.
 */
#include "sched/thread_end.h"

#include "arch/x86_64/context.h"
#include "base/message.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

void uci_thread_end_in_task(void *unused)
{
    (void)unused;
    uci_fatal("a thread ends inside of a parallel region (pthread_exit or "
              "pthread_cancel in a "
              "task): let the task return");
}

#ifdef __GLIBC__
static __thread __attribute__((tls_model("initial-exec"))) struct {
    union {
        __pthread_unwind_buf_t handler;
        sigjmp_buf context; /* its first words are the handler's */
    };
    void (*refuse)(void *unused);
} end;

static void wait_for_end(void *unused)
{
    (void)unused;
    if (sigsetjmp(end.context, 0) == 0)
        return;
    end.refuse(NULL); /* the words of this call's frame are lost */
    abort();
}

void uci_thread_end_prepare(void (*refuse)(void *unused), uintptr_t stack)
{
    end.refuse = refuse;
    uci_context_call(wait_for_end, NULL, stack);
}

void uci_thread_end_watch(void)
{
    __pthread_register_cancel(&end.handler);
}

void uci_thread_end_unwatch(void)
{
    __pthread_unregister_cancel(&end.handler);
}
#else
void uci_thread_end_prepare(void (*refuse)(void *unused), uintptr_t stack)
{
    (void)refuse;
    (void)stack;
}

void uci_thread_end_watch(void)
{
}
void uci_thread_end_unwatch(void)
{
}
#endif
