/* exit in a task ends the program: output is flushed, and handlers run once, in
 * the thread that called exit, or in worker 0 of a program for clusters. */
#include <ucilk/ucilk.h>

#include "check.h"

#include <sys/syscall.h>
#include <unistd.h>

static pid_t home; /* the thread whose handlers run */
static int n_handled;

static void handler(void)
{
    n_handled++;
    printf("handler %d in the %s\n", n_handled,
           syscall(SYS_gettid) == home ? "right thread" : "wrong thread");
}

static void late_handler(void)
{
    printf("late handler\n");
}

static void step_aside(void)
{
}

void leave(int depth)
{
    if (depth == 0) {
#ifndef UCILK_ABI_CLUSTER
        home = syscall(SYS_gettid);
#endif
        atexit(late_handler);
        printf("leaving\n");
        exit(0);
    }
#ifndef UCILK_ABI_CLUSTER /* there a thief has no handler of worker 0's */
    spawn step_aside(); /* what follows may be stolen */
#endif
    spawn leave(depth - 1);
    sync;
}

void run(void *nothing)
{
    (void)nothing;
    spawn leave(20);
    for (;;) /* the program ends though this strand does not */
        pause();
}

int main(void)
{
    home = syscall(SYS_gettid);
    atexit(handler);
    printf("running\n");
    run(NULL);
    return 1;
}
