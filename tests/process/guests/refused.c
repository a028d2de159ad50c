/* Calls that a task must not make end the process with a message: pthread_exit
 * in a task, in main's thread whose frames a thief runs and in the thief, a
 * cancellation of the own thread there, and the end of a task in a forked
 * child. */
#define _GNU_SOURCE
#include "../runs_itself.h"
#include <pthread.h>
#include <ucilk/ucilk.h>
#include <ucilk/workers.h>

static volatile int is_stolen; /* by another thread than the first task's */
static pthread_t first;

static void leave_thread(long *p)
{
    *p = 1;
    for (int i = 0; i < 1000 && !is_stolen; i++)
        usleep(1000);
    pthread_exit(NULL);
}

static void cancel_thread(long *p)
{
    *p = 1;
    pthread_cancel(pthread_self());
    for (;;)
        pthread_testcancel();
}

static void wait_for_thief(long *p)
{
    *p = 1;
    for (int i = 0; i < 1000; i++)
        usleep(1000);
}

static void run_stolen(void)
{
    volatile char frame[20000];
    is_stolen = !pthread_equal(first, pthread_self());
    for (unsigned i = 0; is_stolen; i = (i + 1) % sizeof frame)
        frame[i] = (char)i;
}

static void end_in_child(long *p)
{
    pid_t child = fork();
    CHECK(child >= 0);
    if (child > 0) {
        int status;
        CHECK(waitpid(child, &status, 0) == child);
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 77);
    }
    *p = 1; /* and goes on */
}

static int inner(const char *which)
{
    long x = 0, y = 0;
    alarm(40);
    first = pthread_self();
    if (strcmp(which, "pthread_exit") == 0) {
        spawn leave_thread(&x);
        run_stolen();
    } else if (strcmp(which, "pthread_exit in the thief") == 0) {
        is_stolen = 1;
        spawn wait_for_thief(&x);
        spawn leave_thread(&y);
    } else if (strcmp(which, "pthread_cancel in the thief") == 0) {
        spawn wait_for_thief(&x);
        spawn cancel_thread(&y);
    } else {
        spawn end_in_child(&x);
    }
    sync;
    return 0;
}

int main(int argc, char **argv)
{
    static const struct run cases[] = {
        {"pthread_exit", 1, 1, {"ucilk: ", "pthread_exit"}, NULL},
        {"pthread_exit in the thief", 1, 1, {"ucilk: ", "pthread_exit"}, NULL},
        {"pthread_cancel in the thief", 1, 1, {"ucilk: ", "pthread_cancel"}, NULL},
        {"fork", 1, 1, {"ucilk: ", "fork"}, NULL}};
    if (argc > 1)
        return inner(argv[1]);
#ifdef UCILK_SERIAL
    return right();
#endif
    for (int i = 0; i < 4; i++) {
        /* Where there is no thief, it is cancelled when its region has ended. */
        if (strstr(cases[i].which, "cancel") && ucilk_nworkers() == 1)
            continue;
        if (!ends_as(&cases[i]))
            return 1;
    }
    return right();
}
