#include "deep_stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

/* Of each level of an expression libclang wants up to 1 KiB.  Memory that is
 * not touched costs nothing. */
enum { MOST = 1 << 28, LEAST = 1 << 24, FOR_SIGNALS = 1 << 16 };

struct call {
    void (*function)(void *);
    void *argument;
};

/* An overflow is a signal that the stack itself has no room for. */
static void *start(void *p)
{
    struct call *call = p;
    stack_t stack = {.ss_sp = malloc(FOR_SIGNALS), .ss_size = FOR_SIGNALS};
    if (stack.ss_sp)
        sigaltstack(&stack, NULL);
    call->function(call->argument);
    stack.ss_flags = SS_DISABLE;
    void *memory = stack.ss_sp;
    sigaltstack(&stack, NULL);
    free(memory);
    return NULL;
}

void uk_deep_call(void (*function)(void *), void *argument)
{
    struct call call = {function, argument};
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    int status = -1;
    for (size_t size = MOST; status != 0 && size >= LEAST; size /= 2) {
        pthread_attr_setstacksize(&attributes, size);
        status = pthread_create(&thread, &attributes, start, &call);
    }
    pthread_attr_destroy(&attributes);
    if (status == 0)
        pthread_join(thread, NULL);
    else
        function(argument);
}
