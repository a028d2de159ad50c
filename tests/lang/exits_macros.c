/* exits.c without the tool. */
#include <ucilk/macros.h>

#include "exits.h"

cilk_callee(void, step_aside);

cilk_task(void, leave, (int) depth)
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
    spawn(step_aside); /* what follows may be stolen */
#endif
    spawn(leave, depth - 1);
    sync;
}

cilk_task(void, run, (void *) nothing)
{
    (void)nothing;
    spawn(leave, 20);
    for (;;) /* the program ends though this strand does not */
        pause();
}
