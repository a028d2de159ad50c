/* exit in a task ends the program: output is flushed, and handlers run once, in
 * the thread that called exit, or in worker 0 of a program for clusters. */
#include <ucilk/ucilk.h>

#include "exits.h"

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
