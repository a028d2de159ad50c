/* exit in a task ends the program: what was printed goes out, handlers run
 * once, in the launching process. */
#include <ucilk/macros.h>

#include "check.h"

#include <sys/syscall.h>
#include <unistd.h>

static pid_t launcher;
static int n_handled;

static void handler(void)
{
    n_handled++;
    printf("handler %d in the %s\n", n_handled,
           syscall(SYS_getpid) == launcher ? "launcher" : "wrong process");
}

static void late_handler(void)
{
    printf("late handler\n");
}

cilk_task(void, leave, (int) depth)
{
    if (depth == 0) {
        atexit(late_handler);
        printf("leaving\n");
        exit(0);
    }
    if (launcher == syscall(SYS_getpid) || depth > 0)
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

int main(void)
{
    launcher = syscall(SYS_getpid);
    atexit(handler);
    printf("running\n");
    run(NULL);
    return 1;
}
